"""Connected A in the file of a pad: the framed cells of each sheet."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import cast

from sheets.mechanism import (
    NOWHERE,
    FourBits,
    PadRows,
    PadTable,
    read_place,
    toggled_words,
)
from sheets.pad_table import TableReader


class Steps(PadTable):
    """`[steps]`: A = "a7 b2 b6"."""

    key = "steps"
    order = 42
    is_lettered = True
    blank = NOWHERE
    taps = 1

    def after_taps(self, value: object, places: Sequence[str], rows: PadRows) -> object:
        return toggled_words(value, places[0], rows.ordered)

    def read(
        self, reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]
    ) -> Hashable:
        assert isinstance(value, dict)
        ((letter, _),) = value.items()
        bits = [0, 0, 0, 0]
        for word in reader.words(value, "/steps", letter):
            row, index = read_place(reader, f"/steps/{letter}", word, rows)
            bits[row] |= 1 << index
        return bits[0], bits[1], bits[2], bits[3]

    def data(self, printed: object, rows: PadRows) -> object:
        return " ".join(rows.named(cast(FourBits, printed)))


MECHANISM = Steps()
