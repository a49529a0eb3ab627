"""Big Points on paper: round cells in bands between two rows."""

from __future__ import annotations

from collections.abc import Iterator

from mechanisms.bonus_rows.table import BonusRow
from sheets.language import Phrase, message, phrase
from sheets.pad import Pad
from sheets.paper import Box, PageError
from sheets.place_names import row_term, short_row_term
from sheets.placed import Ground, Group, Placed

MIN_CELL_MM = 5.8
"""Smaller round cells are not printed."""


class BonusRows(Placed):
    """A round cell below each column."""

    key = "bonus-rows"
    note = message("Round cell: only next to the same number, crossed before; it counts in both rows.")

    def bands(self, pad: Pad) -> frozenset[int]:
        """Below the upper row of each."""
        return frozenset(row.upper for row in pad.part(self.key))

    def most_crosses(self, pad: Pad, row: int) -> int:
        """All round cells beside the row."""
        return sum(len(found.numbers) for found in pad.part(self.key) if row in found.rows)

    def heights(self, pad: Pad, cell: float, band: float) -> Iterator[tuple[float, float]]:
        """The height of a round cell."""
        yield band, MIN_CELL_MM

    def groups(self, pad: Pad, ground: Ground) -> tuple[Group, ...]:
        """The round cells of each row of them, like "ab5"."""
        return tuple(
            Group(tuple(zip(row.cells, _cells(row, ground), strict=True)), is_band=True)
            for row in pad.part(self.key)
        )

    def mark_words(self, pad: Pad, name: str) -> Phrase | None:
        """A round cell, by the colours of both rows."""
        row = next((row for row in pad.part(self.key) if name in row.cells), None)
        if row is None:
            return None
        above, below = (short_row_term(pad.rows[number]) for number in row.rows)
        return Phrase("{above}/{below} {number}", {"above": above, "below": below, "number": name[2:]})

    def place_words(self, pad: Pad, name: str) -> Phrase | None:
        """A round cell, by both rows."""
        row = next((row for row in pad.part(self.key) if name in row.cells), None)
        if row is None:
            return None
        upper, lower = (row_term(pad.rows[number]) for number in row.rows)
        number = row.numbers[row.cells.index(name)]
        return phrase(
            "round cell {number} between {upper} and {lower}", number=number, upper=upper, lower=lower
        )


def _cells(row: BonusRow, ground: Ground) -> tuple[Box, ...]:
    """PageError if there are more than there is room for."""
    band, columns = ground.bands[row.upper], ground.columns
    side = min(band.h, columns.cell)
    centres = [columns.lead + (i + 0.5) * columns.pitch for i in range(len(row.numbers))]
    if centres[-1] + side / 2 > ground.width:
        raise PageError(
            "Row {name} has {count} round cells, but there are columns for {most} only; leave out some.",
            name=row.name,
            count=len(centres),
            most=int((ground.width - columns.lead) / columns.pitch),
        )
    return tuple(Box(x - side / 2, band.cy - side / 2, side, side) for x in centres)


MECHANISM = BonusRows()
