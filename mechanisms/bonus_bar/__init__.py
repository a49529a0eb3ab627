"""Bonus A: a bar whose boxes bring crosses in the row of their colour."""
