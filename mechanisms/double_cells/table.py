"""Double B in the file of a pad: the cells whose mark makes two crosses."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import cast

from sheets.language import phrase
from sheets.mechanism import (
    LETTERS,
    NOWHERE,
    FourBits,
    PadRows,
    PadTable,
    cells_data,
    read_cells,
    toggled_cell,
)
from sheets.pad_table import TableReader


class DoubleCells(PadTable):
    """`[double-cells]`: a = "3 5"."""

    key = "double-cells"
    order = 21
    taps = 1

    def after_taps(self, value: object, places: Sequence[str], rows: PadRows) -> object:
        return toggled_cell(value, places[0], rows)

    def read(
        self, reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]
    ) -> Hashable:
        doubles = read_cells(reader, self.key, value, rows)
        seconds = cast(FourBits, known.get("second-crosses", NOWHERE))
        for row, letter in enumerate(LETTERS):
            if seconds[row] & doubles[row]:
                expected = phrase("cells with a second field or double cells, but none that is both")
                raise reader.error(f"/double-cells/{letter}", expected, phrase("both"))
        return doubles

    def data(self, printed: object, rows: PadRows) -> object:
        return cells_data(cast(FourBits, printed), rows)


MECHANISM = DoubleCells()
