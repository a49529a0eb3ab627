"""Deals of pads: different sheets for the players of one table, which are equally good by symmetry."""
