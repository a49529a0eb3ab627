"""The card game: cards instead of dice, on a pad of plain rows.

Pad files have no table for the card game, so this package has no PART (a `PadPart`).
"""
