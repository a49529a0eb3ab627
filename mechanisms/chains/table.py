"""Connected B in the file of a pad: pairs of cells of which one brings the other."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from typing import cast

from sheets.language import phrase
from sheets.mechanism import (
    LETTERS,
    PadRows,
    PadTable,
    Place,
    read_place,
    toggled_words,
)
from sheets.pad_table import TableReader

_CHAIN = re.compile(r"([a-d][1-9][0-9]?)-([a-d][1-9][0-9]?)")

Chains = tuple[tuple[Place, Place], ...]
"""The pairs of a sheet."""


class ChainsTable(PadTable):
    """`[chains]`: A = "a6-b6 a11-b11"."""

    key = "chains"
    order = 30
    is_lettered = True
    blank = ()
    taps = 2

    def after_taps(self, value: object, places: Sequence[str], rows: PadRows) -> object:
        one, other = sorted(places, key=rows.ordered.index)
        return toggled_words(value, f"{one}-{other}")

    def read(
        self, reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]
    ) -> Hashable:
        assert isinstance(value, dict)
        ((letter, _),) = value.items()
        pointer = f"/chains/{letter}"
        pairs: list[tuple[Place, Place]] = []
        taken: set[Place] = set()
        for word in reader.words(value, "/chains", letter):
            found = _CHAIN.fullmatch(word)
            if not found:
                raise reader.error(pointer, phrase("pairs of cells, like a6-b6"), word)
            one, other = (read_place(reader, pointer, name, rows) for name in found.groups())
            if one in taken or other in taken or one == other:
                expected = phrase("each cell in one pair at most")
                raise reader.error(pointer, expected, phrase("{word} a second time", word=word))
            if any(index + rows.last_cells >= len(rows.numbers[LETTERS[row]]) for row, index in (one, other)):
                raise reader.error(pointer, phrase("no pair with a last cell"), word)
            taken |= {one, other}
            pairs.append((one, other))
        return tuple(pairs)

    def data(self, printed: object, rows: PadRows) -> object:
        return " ".join(f"{rows.name(one)}-{rows.name(other)}" for one, other in cast(Chains, printed))


MECHANISM = ChainsTable()
