"""Rights: seats, limits on attempts, the check of every request, and the state that requests share."""
