"""Bonus A on paper: the bar below the rows."""

from __future__ import annotations

from sheets.placed import Placed


class BonusBar(Placed):
    """A strip of coloured boxes."""

    key = "bonus-bar"
    strip_mm = 9.4
    widest = 1.35


MECHANISM = BonusBar()
