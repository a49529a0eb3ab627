"""The middle layer: reads dice and sheets from images. It knows pads, no rules and no web."""
# of qwixx-at-the-table (`companion.start`)

from vision.dice.pipeline import read

__all__ = ["read"]
