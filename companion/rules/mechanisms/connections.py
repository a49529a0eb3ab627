"""Connect 15: fields between two cells of a row, which dice that show 1 and 5 open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

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
        """The fields of the rows that the dice open."""
        opened = [_is_open(view, row) for row in range(len(view.constraints.board.rows))]
        yield from (Mark(field.name) for field in view.sheet.pad.special.connections if opened[field.row])

    def refusal(self, view: View, mark: Mark) -> Refusal | None:
        """The dice, a closed row, then the order."""
        field = _field(view.sheet.pad, mark)
        if view.first is not None and any(part.form == self.form for part in view.first.parts):
            text = message("One field a turn may be crossed, and this player has crossed one.")
            return _refused("connect-one-five", text, view, field)
        if not _is_open(view, field.row):
            text = message("No two dice in the game that show 1 and 5 open a field of {row}.")
            return _refused("connect-one-five", text, view, field)
        refusal = view.refuse_closed(field.row)
        if refusal is not None:
            return refusal
        right = _right_of_crosses(view, field.row)
        if field not in right:
            text = message("The field {field} of {row} is crossed, or stands left of what is, so it is lost.")
            return _refused("connect-left-to-right", text, view, field)
        if view.rulings.connect_which == "next" and field != right[0]:
            text = message("Only the nearest field right of the marks of {row} may be crossed.")
            return _refused("connect-left-to-right", text, view, field)
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


def _refused(rule: str, text: str, view: View, field: Connection) -> Refusal:
    values = {"field": field.name[1:], "row": view.constraints.board.row_term(field.row)}
    return Refusal(rule, text, values)


def _right_of_crosses(view: View, row: int) -> list[Connection]:
    """The fields of a row that stand right of all that is crossed there, left to right."""
    crossed = view.extras.crossed_fields(view.sheet.pad, row)
    passed = view.order_bits(row)
    return [
        field
        for field in view.sheet.pad.special.connections
        if field.row == row and field not in crossed and not passed >> (field.index + 1)
    ]


def _is_open(view: View, row: int) -> bool:
    """Whether two dice in the game show 1 and 5: two white ones, or one of a colour of the row."""
    white = view.roll.white
    if set(white) == {1, 5}:
        return True
    dice = [die for die in view.dice if die is not None]
    colours = {spot.colour for spot in view.constraints.board.rows[row]}
    return any(
        die is not None and 6 - die in (*white, *dice)
        for colour, die in enumerate(view.dice)
        if colour in colours and die in (1, 5)
    )
