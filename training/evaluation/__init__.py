"""Measures how well dice are read, on pictures that no network learnt from.

A second renderer (Mitsuba 3, W. Jakob et al.) makes most of them. It shares no code, no parameters and no
fonts with `training.renderer`, whose pictures the networks learn from, so a network cannot have memorised
what is measured here. No network may learn from its pictures. The weights of the model
(`training.dice.fit`) are fitted on rolls set apart for that. training/README.md names their seeds.
"""
