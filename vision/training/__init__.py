"""Training the networks: scenes, batches, training, export. An extra, not needed to play."""
