"""Reads dice and marked score sheets from images. It uses `sheets`, but not the rules or the web page."""
# of qwixx-at-the-table (`companion.start`)

from vision.dice.pipeline import read

__all__ = ["read"]
