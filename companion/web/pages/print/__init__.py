"""Printing of score sheets."""
