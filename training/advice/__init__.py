"""Training the players: evolve the greedy one, learn the networks, measure all."""
