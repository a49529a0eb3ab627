"""The dice, and how a roll is tapped or typed in."""
