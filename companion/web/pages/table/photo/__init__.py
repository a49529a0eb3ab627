"""A photo of the dice, and what the camera sees."""
