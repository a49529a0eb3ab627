"""A game at the table: its events in order, and the state that results from them."""
