"""Game records, JSON files with whole games: reading, validating and judging them."""
