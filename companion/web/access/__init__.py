"""The rights of devices, limits on attempts, and the check of every request."""
