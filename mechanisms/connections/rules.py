"""Connect 15: fields between two cells of a row, which dice that show 1 and 5 open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from companion.rulebook.rulings import Rulings
from companion.rules.mark import Mark
from companion.rules.mechanism import Draft, SheetRules, View
from companion.rules.places import PlacesMechanism
from companion.rules.refusal import Refusal
from companion.rules.sheet import Sheet
from mechanisms.connections.table import Connection
from sheets.language import Phrase, message, phrase
from sheets.pad import ROW_LETTERS, Pad


class Connections(PlacesMechanism):
    """rules.md: connect-one-five, connect-left-to-right, connect-not-for-lock; rulings connect-which,
    connect-lock, connect-miss. Its state: bit i for field i of the pad."""

    key = "connections"
    word = "fields"

    def every_place(self, pad: Pad) -> Sequence[str]:
        """The fields."""
        return [field.name for field in _printed(pad)]

    def prints(self, pad: Pad, mark: Mark) -> bool:
        """A field of the pad."""
        return any(field.name == mark.cell for field in _printed(pad))

    def marks(self, view: View) -> Iterator[Mark]:
        """The fields of the rows that the dice open."""
        opened = [_is_open(view, row) for row in range(len(view.board.rows))]
        yield from (Mark(field.name) for field in _printed(view.rules.pad) if opened[field.row])

    def refusal(self, view: View, mark: Mark) -> Refusal | None:
        """The dice, a closed row, then the order."""
        field = _field(view.rules.pad, mark)
        if view.first is not None and any(part.form == self.form for part in view.first.parts):
            text = message("One field a turn may be crossed, and this player has crossed one.")
            return _refused("connect-one-five", text, view, field)
        if not _is_open(view, field.row):
            text = message("No two dice in the game that show 1 and 5 open a field of {row}.")
            return _refused("connect-one-five", text, view, field)
        refusal = view.refuse_closed(field.row)
        if refusal is not None:
            return refusal
        right = self._right_of_crosses(view, field.row)
        if field not in right:
            text = message("The field {field} of {row} is crossed, or stands left of a cross, so it is lost.")
            return _refused("connect-left-to-right", text, view, field)
        if view.rulings.connect_which == "next" and field != right[0]:
            text = message("Only the nearest field right of the marks of {row} may be crossed.")
            return _refused("connect-left-to-right", text, view, field)
        return None

    def made(self, view: View, mark: Mark) -> Draft:
        """With the field crossed."""
        draft = view.draft()
        draft.beside[self.key] |= 1 << _printed(view.rules.pad).index(_field(view.rules.pad, mark))
        return draft

    def order_bits(self, rules: SheetRules, sheet: Sheet, row: int, bits: int) -> int:
        """The cell left of each crossed field."""
        return bits | sum(1 << field.index for field in crossed_fields(sheet, row))

    def lock_crosses(self, sheet: Sheet, row: int, rulings: Rulings | None = None) -> int:
        """None, if the table did not agree otherwise (connect-not-for-lock; ruling connect-lock)."""
        return self.crosses(sheet, row) if rulings is None or rulings.connect_lock == "all" else 0

    def crosses(self, sheet: Sheet, row: int) -> int:
        """Each crossed field."""
        return len(crossed_fields(sheet, row))

    def spares_miss(self, before: int, after: int, rulings: Rulings) -> bool:
        """A field does, if the table did not agree otherwise (ruling connect-miss)."""
        return before != after and rulings.connect_miss == "spared"

    def reported(self, sheet: Sheet, points: int) -> Phrase | None:
        """The fields crossed."""
        return phrase("fields {names}", names=", ".join(self.words(sheet.pad, sheet.of(self.key))) or "-")

    def verdict(self, sheet: Sheet) -> Mapping[str, object]:
        """The fields crossed in each row, like {"a": ["3-4"]}."""
        fields = {
            letter: [field.name[1:] for field in crossed_fields(sheet, row)]
            for row, letter in enumerate(ROW_LETTERS)
        }
        return {"fields": fields}

    def _right_of_crosses(self, view: View, row: int) -> list[Connection]:
        """The fields of a row that stand right of all that is crossed there, left to right."""
        crossed = crossed_fields(view.sheet, row)
        passed = view.order_bits(row)
        return [
            field
            for field in _printed(view.rules.pad)
            if field.row == row and field not in crossed and not passed >> (field.index + 1)
        ]


def crossed_fields(sheet: Sheet, row: int) -> tuple[Connection, ...]:
    """The fields of a row that are crossed, left to right."""
    state = sheet.of("connections")
    if not state:
        return ()
    fields = enumerate(_printed(sheet.pad))
    return tuple(field for i, field in fields if field.row == row and state >> i & 1)


def _printed(pad: Pad) -> tuple[Connection, ...]:
    return cast(tuple[Connection, ...], pad.part("connections"))


def _field(pad: Pad, mark: Mark) -> Connection:
    return next(field for field in _printed(pad) if field.name == mark.cell)


def _refused(rule: str, text: str, view: View, field: Connection) -> Refusal:
    values = {"field": field.name[1:], "row": view.board.row_term(field.row)}
    return Refusal(rule, text, values)


def _is_open(view: View, row: int) -> bool:
    """Tell whether two dice in the game show 1 and 5: two white ones, or one of a colour of the row."""
    white = view.roll.white
    if set(white) == {1, 5}:
        return True
    dice = [die for die in view.dice if die is not None]
    colours = {spot.colour for spot in view.board.rows[row]}
    return any(
        die is not None and 6 - die in (*white, *dice)
        for colour, die in enumerate(view.dice)
        if colour in colours and die in (1, 5)
    )


MECHANISM = Connections()
