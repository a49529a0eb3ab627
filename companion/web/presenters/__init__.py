"""The content of each page, as values."""
