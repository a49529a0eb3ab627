"""The editor of custom pads."""
