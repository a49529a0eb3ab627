"""Double A on paper: a second field below cells."""

from __future__ import annotations

from collections.abc import Iterator

from sheets.language import Phrase, message, phrase
from sheets.pad import Pad
from sheets.paper import Box
from sheets.place_names import cell_phrase
from sheets.placed import Ground, Group, Placed

NUMBER_SHARE, SECOND_SHARE = 0.56, 0.39
"""The shares of a cell's height for its number and for the second field below it. Chosen."""
WIDTH_SHARE = 0.86
"""A second field's width beside its cell's. Chosen."""
MIN_HEIGHT_MM = 4.0
"""Lower second fields are not printed."""


class SecondCrosses(Placed):
    """The cells whose number gets the upper part only."""

    key = "second-crosses"
    note = message(
        "Lower field: cross it when the last number crossed in its row comes up again; it counts as well."
    )

    def number_share(self, pad: Pad) -> float:
        """The upper part."""
        return NUMBER_SHARE if any(pad.part(self.key)) else 1.0

    def is_shared(self, pad: Pad, row: int, index: int) -> bool:
        """Where a second field is."""
        return bool(pad.part(self.key)[row] >> index & 1)

    def most_crosses(self, pad: Pad, row: int) -> int:
        """One for each second field."""
        return int(pad.part(self.key)[row].bit_count())

    def heights(self, pad: Pad, cell: float, band: float) -> Iterator[tuple[float, float]]:
        """The height of a second field."""
        yield cell * SECOND_SHARE, MIN_HEIGHT_MM

    def groups(self, pad: Pad, ground: Ground) -> tuple[Group, ...]:
        """The second fields of each row, like "a5+"."""
        return tuple(
            Group(
                tuple(
                    (f"{cell}+", _field(box))
                    for cell, box in zip(row.cells, ground.cells[number], strict=True)
                    if self.is_shared(pad, number, cell.index)
                )
            )
            for number, row in enumerate(pad.rows)
        )

    def sign_words(self, cell: Phrase) -> Phrase:
        """A cell once more."""
        return phrase("{cell} a second time", cell=cell)

    def place_words(self, pad: Pad, name: str) -> Phrase | None:
        """A second field, by its cell."""
        cell = name.removesuffix("+")
        if cell == name or not pad.has_cell(cell):
            return None
        return phrase("second cross of {cell}", cell=cell_phrase(pad, cell))


def _field(cell: Box) -> Box:
    height, width = cell.h * SECOND_SHARE, cell.w * WIDTH_SHARE
    return Box(cell.cx - width / 2, cell.bottom - height, width, height)


MECHANISM = SecondCrosses()
