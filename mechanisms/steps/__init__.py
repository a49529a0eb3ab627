"""Connected A: framed cells that score once more, as a fifth row."""
