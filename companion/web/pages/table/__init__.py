"""The table's page, which shows the running game on each device."""
