"""Combines the evidence of a photographed sheet with the rules into a reading."""
