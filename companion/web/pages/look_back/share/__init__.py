"""The result of a game to send to others."""
