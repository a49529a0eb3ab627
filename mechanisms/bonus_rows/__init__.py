"""Big Points: rows of round cells between two rows."""
