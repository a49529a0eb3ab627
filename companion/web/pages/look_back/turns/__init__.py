"""The turns of a game, challenged and amended."""
