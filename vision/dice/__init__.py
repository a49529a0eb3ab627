"""Reads a picture of dice into a `Reading`, one step per file."""
