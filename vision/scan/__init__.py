"""Turns a photo of marked sheets into evidence for each cell, lock or box, one step per file."""
