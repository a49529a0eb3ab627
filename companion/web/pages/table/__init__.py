"""The table: the game as it is played, on each device."""
