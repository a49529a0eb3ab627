"""The page's values while a game is played."""
