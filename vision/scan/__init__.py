"""Turns a photo of marked sheets into evidence for each place (cell, lock or box), one step per file."""
