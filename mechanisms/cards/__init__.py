"""The card game: cards instead of dice, on a pad of plain rows. It has no PART, because no pad file has
it."""
