"""What a page shows, as values."""
