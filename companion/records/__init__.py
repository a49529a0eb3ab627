"""Game records: read, checked, judged."""
