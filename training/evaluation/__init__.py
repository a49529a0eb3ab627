"""Measures how well dice are read, on pictures that no network was trained on.

A second renderer (Mitsuba 3, W. Jakob et al.) makes most of them. It shares no code, parameters or fonts with
`training.renderer`, which makes the pictures for training. So a network can't have memorised what is measured
here. Some rolls of the second renderer are not measured, because `training.dice.fit` fits weights on them.
training/README.md names the seeds of these rolls.
"""
