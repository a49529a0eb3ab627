"""Watches the frames of a table, and reports one roll per throw once the dice are at rest."""
