"""Requests while a game is played."""
