"""Longo: two lucky numbers on each sheet, which bring the next cell of the weakest row."""
