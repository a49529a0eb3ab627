"""X-Change on paper: a field only with a cross of one of its numbers somewhere in the rows."""

from __future__ import annotations

import math

from companion.sheet_scan.chances import odds_of, probability
from companion.sheet_scan.mechanism import AGAINST_RULES, Found, LogOdds, Ties
from sheets.mechanism import box_names
from sheets.pad import Pad


class Exchange(Ties):
    """Each field hangs on all cells of its two numbers."""

    key = "exchange"

    def tied(self, pad: Pad, log_odds: LogOdds) -> Found:
        """Each field."""
        found: Found = {}
        for box, pair in zip(box_names(pad.parts, self.key), pad.part(self.key), strict=True):
            cells = [str(cell) for cell in pad.cells if cell.number in pair]
            some = 1 - math.prod(1 - probability(log_odds[cell]) for cell in cells)
            odds = odds_of(log_odds[box]) * (some + (1 - some) * AGAINST_RULES)
            found[box] = odds / (1 + odds)
        return found


MECHANISM = Exchange()
