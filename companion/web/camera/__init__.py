"""What watches a table's dice, and the photos that are kept."""
