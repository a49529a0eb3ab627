"""The page on a phone's home screen, and the one for when the table does not answer."""
