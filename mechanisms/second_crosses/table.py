"""Double A in the file of a pad: the cells that have a second field."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import cast

from sheets.language import phrase
from sheets.mechanism import (
    LETTERS,
    FourBits,
    PadRows,
    PadTable,
    cells_data,
    read_cells,
    toggled_cell,
)
from sheets.pad_table import TableReader


class SecondCrosses(PadTable):
    """`[second-crosses]`: a = "2 3 4"."""

    key = "second-crosses"
    order = 20
    form = "second"
    sign = "+"
    taps = 1

    def after_taps(self, value: object, places: Sequence[str], rows: PadRows) -> object:
        return toggled_cell(value, places[0], rows)

    def read(
        self, reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]
    ) -> Hashable:
        seconds = read_cells(reader, self.key, value, rows)
        for row, letter in enumerate(LETTERS):
            if seconds[row] >> (len(rows.numbers[letter]) - rows.last_cells):
                expected = phrase("no second cross on a last cell")
                raise reader.error(f"/second-crosses/{letter}", expected, rows.numbers[letter][-1])
        return seconds

    def data(self, printed: object, rows: PadRows) -> object:
        return cells_data(cast(FourBits, printed), rows)


MECHANISM = SecondCrosses()
