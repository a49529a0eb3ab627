"""Big Points in the advice: a round cell counts in both rows beside it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.advisor.mechanism import Advised, Fact, MadeMove, Outlook
from companion.rules.board import Spot
from mechanisms.bonus_rows.table import BonusRow
from sheets.language import phrase

ROUND_CHANCE = 0.3
"""Chance, in a long game, of crossing a round cell whose number is marked in a row beside it. Chosen."""


class BonusRows(Advised):
    """A round cell is crossed with its number in a row beside it."""

    key = "bonus-rows"

    def more_crosses(self, outlook: Outlook) -> Sequence[float]:
        """Round cells whose number is marked, and half of those whose number may still be."""
        found = [0.0] * 4
        printed: Sequence[BonusRow] = outlook.sheet.pad.part(self.key)
        for bonus_row, crossed in zip(printed, outlook.sheet.of(self.key), strict=True):
            chance = 0.0
            for number in bonus_row.numbers[crossed.bit_length() :]:
                chance += _chance(outlook, _beside(outlook, bonus_row, number))
            for row in bonus_row.rows:
                found[row] += chance
        return found

    def fact(self, move: MadeMove) -> Fact | None:
        """The rows in which a round cell counts."""
        printed: Sequence[BonusRow] = move.before.pad.part(self.key)
        states = zip(printed, move.before.of(self.key), move.after.of(self.key), strict=True)
        crossed = next((bonus_row for bonus_row, old, new in states if old != new), None)
        if crossed is None:
            return None
        first, second = (move.game.board.row_term(row) for row in crossed.rows)
        return Fact((phrase("counts for {first} and {second}", first=first, second=second),), marks=True)


def _beside(outlook: Outlook, bonus_row: BonusRow, number: int) -> list[Spot]:
    """The cells of that number in the rows beside a row of round cells."""
    rows = (outlook.game.board.rows[row] for row in bonus_row.rows)
    return [spot for row in rows for spot in row if spot.number == number]


def _chance(outlook: Outlook, beside: Sequence[Spot]) -> float:
    """The chance of crossing a round cell with these cells beside it."""
    if any(outlook.sheet.rows[spot.row] & spot.bit for spot in beside):
        return ROUND_CHANCE * outlook.long_game
    if any(outlook.may_mark(spot) for spot in beside):
        return ROUND_CHANCE / 2 * outlook.long_game * outlook.long_game
    return 0.0


MECHANISM = BonusRows()
