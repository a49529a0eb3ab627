"""A second renderer of dice on tables, by Mitsuba 3 (W. Jakob et al.), to prove the eyes on.

It shares no code, no parameters and no fonts with `vision.scenes`, whose pictures the networks learn from, so
that what is measured here was not learnt by heart. Never train on its pictures.
"""
