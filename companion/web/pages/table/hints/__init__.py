"""Hints for players."""
