"""Marks: crosses, cards, rows that close."""
