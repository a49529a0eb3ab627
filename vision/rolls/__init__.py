"""Turns frames into one roll for each throw, once the dice lie still."""
