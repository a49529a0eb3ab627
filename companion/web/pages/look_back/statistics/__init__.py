"""Evenings: points, people, moments."""
