"""Reads a photo of a sheet: combines the marks in the photo with the rules of the game."""
