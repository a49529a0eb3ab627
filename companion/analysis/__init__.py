"""Analysis of finished games: of one game, or of many together."""
