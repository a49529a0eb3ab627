"""The tables of one server: their games, seats, archive, and which of them a request concerns."""
