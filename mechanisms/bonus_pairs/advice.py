"""Bonus B in the advice: what each pair of bonus cells is worth, and how likely it is earned."""

from __future__ import annotations

from companion.advisor.mechanism import Advised, Outlook

CELL_CHANCE, CELL_HALF_TURNS = 0.55, 6
"""How often a bonus cell in reach is marked in a long game, and the turns left that halve it. Chosen."""
PAIR_POINTS = {"13": 13.0, "double-weakest": 8.0, "two-weakest": 10.0, "each-row": 10.0, "no-misses": 3.0}
"""Points that a pair of bonus cells is worth; `no-misses` besides what it saves. Chosen."""


class BonusPairs(Advised):
    """Both cells of a pair must be marked."""

    key = "bonus-pairs"

    def more_points(self, outlook: Outlook) -> float:
        """The points of each pair that is not earned, times the chance of both its cells."""
        sheet, added = outlook.sheet, 0.0
        for kind, cells in sheet.pad.part(self.key):
            if kind in sheet.of(self.key):
                continue
            chance = 1.0
            for spot in (outlook.game.board.spot(cell) for cell in cells):
                if not sheet.rows[spot.row] & spot.bit:
                    likely = CELL_CHANCE * outlook.turns / (outlook.turns + CELL_HALF_TURNS)
                    chance *= likely if outlook.may_mark(spot) else 0.0
            added += chance * (PAIR_POINTS[kind] + (5.0 * sheet.misses if kind == "no-misses" else 0.0))
        return added


MECHANISM = BonusPairs()
