"""The server: tables, rooms, seats, who may do what."""
