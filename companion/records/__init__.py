"""Game records: reading, validating, judging."""
