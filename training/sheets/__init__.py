"""Trains the network that reads marks on score sheets, on simulated photos of simulated handwriting."""
