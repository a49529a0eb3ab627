"""Requests to mark, pass, undo and redo, and the choice of cards in the card game."""
