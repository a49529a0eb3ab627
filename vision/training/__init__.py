"""Training the networks: lessons, learning, export. An extra, not needed to play."""
