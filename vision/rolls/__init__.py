"""Frames in, one roll out, once the dice lie still."""
