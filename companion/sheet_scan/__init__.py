"""Combines what a photo of a sheet shows with the rules into a reading."""
