"""Turns frames into one roll per throw, once the dice are at rest."""
