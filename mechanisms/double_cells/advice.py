"""Double B in the advice: a double cell makes two crosses."""

from __future__ import annotations

from collections.abc import Sequence

from companion.advisor.mechanism import Advised, Fact, MadeMove, Outlook
from companion.rules import Game, Sheet
from sheets.language import phrase


class DoubleCells(Advised):
    """Every double cell that is marked adds a cross."""

    key = "double-cells"

    def more_crosses(self, outlook: Outlook) -> Sequence[float]:
        """By the share of double cells among those that are left."""
        printed = outlook.sheet.pad.part(self.key)
        return [more * outlook.share(row, printed[row]) for row, more in enumerate(outlook.more)]

    def lock_room(self, game: Game, sheet: Sheet, row: int, start: int) -> int:
        """The double cells to come."""
        return game.board.cells_before_lock(row, sheet.pad.part(self.key)[row], start)

    def fact(self, move: MadeMove) -> Fact | None:
        """Two crosses by one mark."""
        rows = zip(move.before.rows, move.after.rows, move.before.pad.part(self.key), strict=True)
        if any(new & ~old & printed for old, new, printed in rows):
            return Fact((phrase("makes two crosses at once"),))
        return None


MECHANISM = DoubleCells()
