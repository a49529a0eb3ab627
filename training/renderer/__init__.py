"""Rendered dice on a rendered table, in NumPy and OpenCV only.

`camera`, `dice`, `lighting` and `surfaces` are the parts of a scene; `tracing`, `shadows` and `render` make
its picture. `throw` renders throws of dice on one table; without a camera, the demo shows recordings of them.
Training renders scenes of its own with the same parts (`training.dice.random_scenes`).
"""
