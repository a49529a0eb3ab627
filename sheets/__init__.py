"""Ground floor: what a pad is, where each cell lies on paper, drawing it."""
