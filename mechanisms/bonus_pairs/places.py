"""Bonus B on paper: the legend of the signs below the rows."""

from __future__ import annotations

from sheets.placed import Placed


class BonusPairs(Placed):
    """A strip of words, and the box for what the bonuses are worth at the end."""

    key = "bonus-pairs"
    strip_mm = 7.0
    has_points = True


MECHANISM = BonusPairs()
