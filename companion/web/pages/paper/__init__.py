"""Photos of paper sheets, compared with the table."""
