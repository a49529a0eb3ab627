"""One table in memory: its game, the cards being chosen, and everyone who waits for a change; and games that
devices try."""
