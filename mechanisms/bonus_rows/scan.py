"""Big Points on paper: a round cell only beside its number."""

from __future__ import annotations

from companion.sheet_scan.mechanism import Found, LogOdds, Ties, joint, only_with
from sheets.pad import Pad


class BonusRows(Ties):
    """The evidence of numbers is unchanged, because two round cells may depend on one of them."""

    key = "bonus-rows"

    def tied(self, pad: Pad, log_odds: LogOdds) -> Found:
        """Each round cell."""
        found: Found = {}
        for bonus_row in pad.part(self.key):
            for number, name in zip(bonus_row.numbers, bonus_row.cells, strict=True):
                rows = (pad.rows[row] for row in bonus_row.rows)
                beside = tuple(str(cell) for row in rows for cell in row if cell.number == number)
                found[name] = joint((*beside, name), log_odds, only_with)[name]
        return found


MECHANISM = BonusRows()
