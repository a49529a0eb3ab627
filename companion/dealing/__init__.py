"""Deals: pads with a different sheet for each player at a table, all equally good by symmetry."""
