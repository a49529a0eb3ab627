"""The Duel on paper: below each number the fields of both players, who share one sheet."""

from __future__ import annotations

from collections.abc import Iterator

from sheets.language import Phrase, message, phrase
from sheets.pad import Pad
from sheets.paper import Box
from sheets.place_names import cell_phrase
from sheets.placed import Ground, Group, Placed

PENS = ("o", "x")
"""The two players as the names of their fields have them: the one on the left, drawn round, comes first."""
TOWER = 3
"""Fields of a player at each cell: as many stones of a tower as can be marked. Chosen."""
NUMBER_SHARE = 0.36
"""The share of a cell's height for its number; the fields have the rest. Chosen."""
MIN_HEIGHT_MM = 4.0
"""Lower fields are not printed."""
GAP_MM = 0.5
"""The gap between two fields, in mm. Chosen."""


class Stones(Placed):
    """Fields of both players at each cell, and a strip for the misses and the total of the second one."""

    key = "stones"
    note = message(
        "Round fields: the first player; square ones: the second. One field a stone, from the top. Rub out a "
        "stone that is taken."
    )
    strip_mm = 9.0
    widest = 1.2

    def number_share(self, pad: Pad) -> float:
        """The upper part."""
        return NUMBER_SHARE

    def is_shared(self, pad: Pad, row: int, index: int) -> bool:
        """At every cell."""
        return True

    def heights(self, pad: Pad, cell: float, band: float) -> Iterator[tuple[float, float]]:
        """The height of a field."""
        yield (cell * (1 - NUMBER_SHARE) - TOWER * GAP_MM) / TOWER, MIN_HEIGHT_MM

    def groups(self, pad: Pad, ground: Ground) -> tuple[Group, ...]:
        """For each row, player and height of a tower the fields, like "a5 o" and "a5 x2"."""
        return tuple(
            Group(
                tuple(
                    (field_name(str(cell), pen, storey), _field(box, side, storey))
                    for cell, box in zip(row.cells, ground.cells[number], strict=True)
                )
            )
            for number, row in enumerate(pad.rows)
            for side, pen in enumerate(PENS)
            for storey in range(1, TOWER + 1)
        )

    def place_words(self, pad: Pad, name: str) -> Phrase | None:
        """A field, by its cell, its player and its storey; a miss of the second player."""
        index = self.box_index(pad, name)
        if index is not None:
            return phrase("miss {number} of the second player", number=index + 1)
        cell, _, rest = name.partition(" ")
        if not pad.has_cell(cell) or rest[:1] not in PENS:
            return None
        values = {"number": int(rest[1:] or 1), "cell": cell_phrase(pad, cell)}
        if rest[0] == PENS[0]:
            return phrase("round field {number} of {cell}", **values)
        return phrase("square field {number} of {cell}", **values)


def field_name(cell: str, pen: str, storey: int) -> str:
    """The name of a field, as a scanned sheet has it: "a5 o", "a5 x2"."""
    return f"{cell} {pen}{storey if storey > 1 else ''}"


def _field(cell: Box, side: int, storey: int) -> Box:
    top = cell.y + cell.h * NUMBER_SHARE
    height, width = cell.h * (1 - NUMBER_SHARE) / TOWER, cell.w / len(PENS)
    x, y = cell.x + side * width, top + (storey - 1) * height
    return Box(x + GAP_MM / 2, y, width - GAP_MM, height - GAP_MM)


MECHANISM = Stones()
