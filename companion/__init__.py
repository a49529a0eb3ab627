"""The top layer: the game, the referee and the table."""
