"""What the table says aloud."""
