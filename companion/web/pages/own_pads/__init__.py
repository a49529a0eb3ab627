"""Pads that people draw."""
