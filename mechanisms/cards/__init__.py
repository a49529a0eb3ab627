"""The card game: cards in the place of dice, on a pad of plain rows; no pad prints it."""
