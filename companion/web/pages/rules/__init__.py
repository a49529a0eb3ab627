"""How to play, and what the rules say."""
