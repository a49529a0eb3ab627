"""The games in memory: the table's, and those that devices try out."""
