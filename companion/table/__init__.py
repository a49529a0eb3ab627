"""A game at the table: its events in order, and the states to which they lead."""
