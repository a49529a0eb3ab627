"""Double A in the advice: a marked cell may be crossed once more."""

from __future__ import annotations

from collections.abc import Sequence

from companion.advisor.mechanism import Advised, Fact, MadeMove, Outlook
from companion.advisor.move_names import counted
from companion.rules import Game, Sheet
from sheets.language import message
from sheets.mechanism import FourBits
from sheets.pad import Pad

AGAIN_CHANCE = 0.35
"""Chance that a marked cell with a second field gets its second cross. Chosen."""


class SecondCrosses(Advised):
    """A second cross skips nothing."""

    key = "second-crosses"

    def more_crosses(self, outlook: Outlook) -> Sequence[float]:
        """On cells still to be marked, and on the last one that is."""
        found, sheet, crossed = [0.0] * 4, outlook.sheet, outlook.sheet.of(self.key)
        for row, printed in enumerate(_printed(sheet.pad)):
            found[row] = outlook.more[row] * AGAIN_CHANCE * outlook.share(row, printed)
            last = 1 << max(sheet.rows[row].bit_length() - 1, 0)
            if outlook.is_open(row) and sheet.rows[row] & last & printed & ~crossed[row]:
                found[row] += AGAIN_CHANCE * outlook.long_game
        return found

    def lock_room(self, game: Game, sheet: Sheet, row: int, start: int) -> int:
        """The second fields of cells to come, and of cells that may be crossed again."""
        printed, bits = _printed(sheet.pad)[row], sheet.rows[row]
        again: int = printed & bits & ~sheet.of(self.key)[row]
        if game.rulings.double_a_where == "frontier":
            again &= 1 << max(bits.bit_length() - 1, 0)
        return game.board.cells_before_lock(row, printed, start) + again.bit_count()

    def fact(self, move: MadeMove) -> Fact | None:
        """A second cross, and what it is worth."""
        again = move.first_new(move.before.of(self.key), move.after.of(self.key))
        if again is None:
            return None
        said = counted(
            message("makes a second cross for one point"),
            message("makes a second cross for {count} points"),
            move.points,
        )
        return Fact((said,), marks=True, again=again, tells_points=True)


def _printed(pad: Pad) -> FourBits:
    found: FourBits = pad.part("second-crosses")
    return found


MECHANISM = SecondCrosses()
