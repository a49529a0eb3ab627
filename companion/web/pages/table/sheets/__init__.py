"""The score sheets, with every cell that may be marked."""
