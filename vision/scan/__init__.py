"""Turns a photo of marked sheets into evidence for each place, one step per file."""
