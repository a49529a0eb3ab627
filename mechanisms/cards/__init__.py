"""The card game: cards instead of dice, on a pad of plain rows. Pad files lack it, so it has no PART."""
