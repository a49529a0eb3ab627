"""Pads dealt fairly: different sheets for the players of one table, worth the same by symmetry."""
