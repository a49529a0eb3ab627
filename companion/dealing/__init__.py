"""Pads dealt fairly: different pads for the players of one table, worth the same by simulated play."""
