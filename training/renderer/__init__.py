"""Rendered dice on a rendered table, in NumPy and OpenCV only.

`camera`, `dice`, `lighting` and `surfaces` are the parts of a scene; `tracing`, `shadows` and `render` make
its picture. `throw` throws dice again and again on one table; the demo plays it if there is no camera.
Training renders scenes of its own with the same parts (`training.dice.random_scenes`).
"""
