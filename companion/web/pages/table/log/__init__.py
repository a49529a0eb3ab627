"""The log of the game, and the referee's answers."""
