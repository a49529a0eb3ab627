"""Photos of the dice, and the camera's picture."""
