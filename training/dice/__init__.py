"""Trains the networks that read dice, from rendered scenes to export, and fits the model that joins them."""
