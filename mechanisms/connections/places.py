"""Connect 15 on paper: fields between two numbers."""

from __future__ import annotations

from mechanisms.connections.table import Connection
from sheets.frame import JOINED_FIELD_SHARE
from sheets.language import Phrase, message, phrase
from sheets.pad import Pad
from sheets.paper import Box
from sheets.place_names import row_term, short_row_term
from sheets.placed import Ground, Group, Placed

HEIGHT_SHARE = 0.74
"""Height of a field between two numbers beside theirs. Chosen."""


class Connections(Placed):
    """Upright fields; the numbers beside them stand further apart."""

    key = "connections"
    note = message("Between numbers: with a 1 and a 5 on two dice cross one such field too.")

    def most_crosses(self, pad: Pad, row: int) -> int:
        """The fields of the row."""
        return sum(field.row == row for field in pad.part(self.key))

    def groups(self, pad: Pad, ground: Ground) -> tuple[Group, ...]:
        """All fields, like "a3-4"."""
        return (Group(tuple((field.name, _between(ground, field)) for field in pad.part(self.key))),)

    def mark_words(self, pad: Pad, name: str) -> Phrase | None:
        """A field, by its row and its numbers."""
        field = next((field for field in pad.part(self.key) if field.name == name), None)
        if field is None:
            return None
        row = short_row_term(pad.rows[field.row])
        return Phrase("{row} {numbers}", {"row": row, "numbers": name[1:]})

    def place_words(self, pad: Pad, name: str) -> Phrase | None:
        """A field, by its numbers and its row."""
        field = next((field for field in pad.part(self.key) if field.name == name), None)
        if field is None:
            return None
        return phrase("field {numbers} of {row}", numbers=name[1:], row=row_term(pad.rows[field.row]))


def _between(ground: Ground, field: Connection) -> Box:
    left, right = ground.cells[field.row][field.index : field.index + 2]
    width, height = JOINED_FIELD_SHARE * ground.columns.pitch, left.h * HEIGHT_SHARE
    return Box((left.cx + right.cx) / 2 - width / 2, left.cy - height / 2, width, height)


MECHANISM = Connections()
