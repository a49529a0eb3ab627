"""The score sheets on the page, interactive and read-only."""
