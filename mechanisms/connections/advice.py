"""Connect 15 in the advice: a field between two cells adds a cross to its row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.advisor.mechanism import Advised, Fact, MadeMove, Outlook
from companion.rules import Game, Sheet
from mechanisms.connections.table import Connection
from sheets.language import phrase

FIELD_CHANCE = 0.3
"""Chance, in a long game, of crossing a field in reach between cells. Chosen."""


class Connections(Advised):
    """A field is crossed right of the marks of its row."""

    key = "connections"

    def more_crosses(self, outlook: Outlook) -> Sequence[float]:
        """A chance for each free field in reach."""
        found = [0.0] * 4
        for row in filter(outlook.is_open, range(4)):
            fields = list(_free(outlook.sheet, row, outlook.starts[row]))
            found[row] = len(fields) * FIELD_CHANCE * outlook.long_game
        return found

    def lock_room(self, game: Game, sheet: Sheet, row: int, start: int) -> int:
        """The free fields in reach, if the table agreed that they count."""
        return len(list(_free(sheet, row, start))) if game.rulings.connect_lock == "all" else 0

    def fact(self, move: MadeMove) -> Fact | None:
        """The row to which the move adds a cross."""
        crossed = move.after.of(self.key) & ~move.before.of(self.key)
        if not crossed:
            return None
        printed: Sequence[Connection] = move.before.pad.part(self.key)
        row = printed[crossed.bit_length() - 1].row
        said = phrase("adds a cross between numbers to {row}", row=move.game.board.row_term(row))
        return Fact((said,), marks=True, rows=(row,))


def _free(sheet: Sheet, row: int, start: int) -> Iterator[Connection]:
    """The free fields of a row right of its marks. `start`: its first cell that may be marked in order."""
    crossed: int = sheet.of("connections")
    for number, field in enumerate(sheet.pad.part("connections")):
        if field.row == row and field.index >= start - 1 and not crossed >> number & 1:
            yield field


MECHANISM = Connections()
