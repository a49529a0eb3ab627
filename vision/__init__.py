"""Middle floor: light into facts. Knows pads; knows no rules and no web."""

from vision.dice.pipeline import read

__all__ = ["read"]
