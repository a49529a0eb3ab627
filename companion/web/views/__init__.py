"""What devices ask for: one blueprint a file."""
