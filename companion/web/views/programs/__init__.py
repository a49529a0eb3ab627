"""Requests of other programs."""
