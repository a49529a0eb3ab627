"""Past games: their turns, statistics, and backup copies."""
