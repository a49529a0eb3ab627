"""Connect 15: fields between two cells of a row, which dice that show 1 and 5 open."""
