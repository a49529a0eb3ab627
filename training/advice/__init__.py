"""Trains and measures computer players: greedy ones with evolved weights, learned ones with networks."""
