"""One hosted table in memory: its game, what its camera is doing, and everyone who waits for a change."""
