"""What a device may do: its seat's rights, limits on attempts, and the check of every request."""
