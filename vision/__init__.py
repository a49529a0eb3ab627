"""The middle layer: reads dice and sheets from images. It knows pads, but neither rules nor the web."""
# of qwixx-at-the-table (`companion.start`)

from vision.dice.pipeline import read

__all__ = ["read"]
