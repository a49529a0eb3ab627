"""The Duel in the file of a pad: how many stones each player has."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from sheets.language import phrase
from sheets.mechanism import PadRows, PadTable
from sheets.pad_table import TableReader

FEWEST, MOST = 6, 60
"""Least and largest number of stones of each player. Chosen: a lock takes six; a box holds no more than
sixty."""

MISS_BOXES = 4
"""Boxes for the misses of the second player, as many as the first one has."""


class Stones(PadTable):
    """`[stones]`: each = 22."""

    key = "stones"
    order = 200  # after all others, so that `read` sees them

    def read(
        self, reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]
    ) -> Hashable:
        table = reader.table(value, f"/{self.key}", ("each",), ("each",))
        if known:
            raise reader.error(f"/{self.key}", phrase("a pad without other special cells"), ", ".join(known))
        return reader.whole_number(table, "each", FEWEST, tuple(range(FEWEST, MOST + 1)))

    def boxes(self, printed: object) -> int:
        return MISS_BOXES

    def data(self, printed: object, rows: PadRows) -> object:
        return {"each": printed}


MECHANISM = Stones()
