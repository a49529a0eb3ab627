"""The phones at the table, and who sits where."""
