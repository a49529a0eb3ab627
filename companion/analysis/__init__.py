"""Analysis of finished games, one at a time or many together."""
