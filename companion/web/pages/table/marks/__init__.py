"""Requests that make marks, and the cards of the card game."""
