"""The page on which a game begins, which is the table's first page."""
