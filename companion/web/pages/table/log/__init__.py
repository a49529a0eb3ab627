"""What happened, and what the referee says to it."""
