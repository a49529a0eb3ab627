"""Trains and measures the networks and tables in `models/`. The program itself imports nothing from here."""
