"""Sheets whose rows differ from player to player: the same numbers in another order, or in other colours."""
