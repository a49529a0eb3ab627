"""The card game: cards instead of dice, on a pad of plain rows.

Pad files have no table for it, so this folder declares no PART.
"""
