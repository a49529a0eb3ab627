"""X-Change: a strip whose fields exchange the white sum for another number."""
