"""Phones as cameras, and lessons in which the table learns to read its dice."""
