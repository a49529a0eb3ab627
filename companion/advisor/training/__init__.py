"""Training the players: evolve the greedy one, learn the networks, measure all. An extra, not needed to
play."""
