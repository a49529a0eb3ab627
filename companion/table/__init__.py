"""A game being played: events in order, and the state that they add up to."""
