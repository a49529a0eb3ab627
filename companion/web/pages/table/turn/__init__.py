"""The turn: what happens now, and the way back."""
