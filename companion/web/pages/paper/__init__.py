"""Photos of paper sheets, from which the table is updated."""
