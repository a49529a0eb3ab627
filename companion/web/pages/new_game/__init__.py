"""The first page of all, and a new game."""
