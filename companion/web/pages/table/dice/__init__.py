"""The dice on the table, and the form for tapping or typing a roll."""
