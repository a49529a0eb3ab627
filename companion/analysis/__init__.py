"""Games looked back on: one game, or many together."""
