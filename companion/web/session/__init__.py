"""The games in memory: the table's, and those that devices try out; and the threads that wait for a
change."""
