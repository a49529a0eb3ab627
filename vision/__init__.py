"""Middle floor: light into facts. Knows pads; knows no rules and no web."""
