"""The page for starting a new game."""
