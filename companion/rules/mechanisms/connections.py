"""Connect 15: fields between two cells of a row, which dice that show 1 and 5 open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from companion.rulebook.rulings import Rulings
from companion.rules.extras import Extras
from companion.rules.mark import Mark
from companion.rules.mechanisms.mechanism import Mechanism, View
from companion.rules.refusal import Refusal
from companion.rules.sheet import Sheet
from sheets.language import message
from sheets.pad import Pad
from sheets.special_cells import Connection


class Connections(Mechanism):
    """rules.md: connect-one-five, connect-left-to-right, connect-not-for-lock; rulings connect-which,
    connect-lock, connect-miss."""

    key = "connections"
    form = "field"

    def prints(self, pad: Pad, mark: Mark) -> bool:
        """A field of the pad."""
        return any(field.name == mark.cell for field in pad.special.connections)

    def marks(self, view: View) -> Iterator[Mark]:
        """Every field."""
        yield from (Mark(field.name) for field in view.sheet.pad.special.connections)

    def refusal(self, view: View, mark: Mark) -> Refusal | None:
        """The dice, a closed row, then the order."""
        field = _field(view.sheet.pad, mark)
        values = {"field": field.name[1:], "row": view.constraints.board.row_term(field.row)}
        if view.first is not None and any(part.form == self.form for part in view.first.parts):
            text = message("One field a turn may be crossed, and this player has crossed one.")
            return Refusal("connect-one-five", text, values)
        if field.row not in _open_rows(view):
            text = message("No two dice in the game that show 1 and 5 open a field of {row}.")
            return Refusal("connect-one-five", text, values)
        refusal = view.refuse_closed(field.row)
        if refusal is not None:
            return refusal
        right = [other for other in view.sheet.pad.special.connections if _is_right(view, other)]
        if field not in right:
            text = message("The field {field} of {row} is crossed, or stands left of what is, so it is lost.")
            return Refusal("connect-left-to-right", text, values)
        nearest = next(other for other in right if other.row == field.row)
        if view.rulings.connect_which == "next" and field != nearest:
            text = message("Only the nearest field right of the marks of {row} may be crossed.")
            return Refusal("connect-left-to-right", text, values)
        return None

    def made(self, view: View, mark: Mark) -> Sheet:
        """With the field crossed."""
        number = view.sheet.pad.special.connections.index(_field(view.sheet.pad, mark))
        extras = replace(view.extras, connections=view.extras.connections | 1 << number)
        return replace(view.sheet, extras=extras)

    def order_bits(self, view: View, row: int) -> int:
        """The cell left of each crossed field."""
        return sum(1 << field.index for field in view.extras.crossed_fields(view.sheet.pad, row))

    def lock_crosses(self, sheet: Sheet, row: int, rulings: Rulings) -> int:
        """None, if the table did not agree otherwise (connect-not-for-lock; ruling connect-lock)."""
        return self.crosses(sheet, row) if rulings.connect_lock == "all" else 0

    def crosses(self, sheet: Sheet, row: int) -> int:
        """Each crossed field."""
        return 0 if sheet.extras is None else len(sheet.extras.crossed_fields(sheet.pad, row))

    def spares_miss(self, before: Extras, after: Extras, rulings: Rulings) -> bool:
        """A field does, if the table did not agree otherwise (ruling connect-miss)."""
        return before.connections != after.connections and rulings.connect_miss == "spared"


def _field(pad: Pad, mark: Mark) -> Connection:
    return next(field for field in pad.special.connections if field.name == mark.cell)


def _is_right(view: View, field: Connection) -> bool:
    """Whether a field stands right of all that is crossed in its row, and is not crossed itself."""
    crossed = view.extras.crossed_fields(view.sheet.pad, field.row)
    return field not in crossed and not view.order_bits(field.row) >> (field.index + 1)


def _open_rows(view: View) -> set[int]:
    """The rows that two dice showing 1 and 5 open: all for two white ones, else those of coloured dice."""
    dice: list[tuple[int | None, int]] = [(None, value) for value in view.roll.white]
    dice += [(colour, value) for colour, value in enumerate(view.dice) if value is not None]
    board = view.constraints.board
    rows: set[int] = set()
    for (one, first), (other, second) in combinations(dice, 2):
        if {first, second} != {1, 5}:
            continue
        if one is None and other is None:
            return set(range(len(board.rows)))
        rows |= {spot.row for row in board.rows for spot in row if spot.colour in (one, other)}
    return rows
