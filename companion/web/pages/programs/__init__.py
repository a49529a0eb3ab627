"""The table's interface for other programs."""
