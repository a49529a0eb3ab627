"""The table of this process: its game, seats and archive, and who asks for them."""
