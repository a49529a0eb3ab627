"""Photos of paper sheets, which update the table."""
