"""The table's page: the running game on each device."""
