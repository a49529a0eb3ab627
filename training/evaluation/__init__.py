"""Measures how well dice are read, on pictures that no network was trained on.

A second renderer (Mitsuba 3, W. Jakob et al.) makes most of them. It shares no code, parameters or fonts with
`training.renderer`, which makes the pictures for training. So a network can't have memorised what is measured
here. Only the weights in `training.dice.fit` are fitted on some of its rolls, which are not used to measure.
training/README.md names their seeds.
"""
