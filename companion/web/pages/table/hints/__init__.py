"""Hints, and each step of a first game in words."""
