"""The page's values before a game: its table, players, camera, pads and rules."""
