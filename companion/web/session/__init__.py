"""The games in memory: the table's game, and the trial games of devices."""
