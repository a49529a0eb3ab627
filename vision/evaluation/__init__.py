"""How well dice are read, measured on pictures that no network learnt from.

A second renderer (Mitsuba 3, W. Jakob et al.) makes most of them. It shares no code, no parameters and no
fonts with `vision.synthetic`, whose pictures the networks learn from, so that what is measured here was not
learnt by heart. Never train on its pictures.
"""
