"""The middle layer: reads dice and sheets from images. It knows pads, no rules and no web."""

from vision.dice.pipeline import read

__all__ = ["read"]
