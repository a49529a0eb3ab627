"""One device: its choices, its picture, what may be wrong with it."""
