"""Top floor: the game, the referee and the table."""
