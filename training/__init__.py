"""The workshop: it makes and measures what lies in `models/`. The product imports nothing of it."""
