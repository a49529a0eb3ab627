"""Reads dice and marked score sheets from images. It builds on `sheets` and knows neither rules nor page."""
# of qwixx-at-the-table (`companion.start`)

from vision.dice.pipeline import read

__all__ = ["read"]
