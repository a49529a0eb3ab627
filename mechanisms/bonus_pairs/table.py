"""Bonus B in the file of a pad: which two cells carry each sign."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import cast

from sheets.language import phrase
from sheets.mechanism import PadRows, PadTable, read_sign_cells
from sheets.pad_table import TableReader

BONUS_TYPES = ("two-weakest", "each-row", "double-weakest", "13", "no-misses")
"""The five bonuses, in the order of rules.md; each is printed on two cells."""

Pairs = tuple[tuple[str, tuple[str, str]], ...]
"""The types that a pad prints, each with its two cells."""


class BonusPairs(PadTable):
    """`[bonus-pairs]`: each-row = "b7 d7"."""

    key = "bonus-pairs"
    order = 11
    mixes = False
    typed = tuple((name, "a5 c9") for name in BONUS_TYPES)

    def read(
        self, reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]
    ) -> Hashable:
        if "bonus-bar" in known:
            expected = phrase("a bonus bar or bonus pairs on a pad, not both")
            raise reader.error("/bonus-pairs", expected, phrase("both"))
        table = reader.table(value, "/bonus-pairs", BONUS_TYPES, ())
        found: dict[str, tuple[str, str]] = {}
        for kind in table:
            pointer = f"/bonus-pairs/{kind}"
            taken = [cell for cells in found.values() for cell in cells]
            cells = read_sign_cells(reader, pointer, reader.words(table, "/bonus-pairs", kind), rows, taken)
            if len(cells) != 2:
                raise reader.error(pointer, phrase("two cells"), " ".join(cells))
            found[kind] = (cells[0], cells[1])
        ordered = [cell for cell in rows.ordered if any(cell in cells for cells in found.values())]
        pairs = ((kind, sorted(found[kind], key=ordered.index)) for kind in BONUS_TYPES if kind in found)
        return tuple((kind, (first, second)) for kind, (first, second) in pairs)

    def data(self, printed: object, rows: PadRows) -> object:
        return {kind: f"{first} {second}" for kind, (first, second) in cast(Pairs, printed)}

    @property
    def sign_kinds(self) -> tuple[str, ...]:
        return BONUS_TYPES

    def signs(self, printed: object) -> Mapping[str, str]:
        return {cell: kind for kind, cells in cast(Pairs, printed) for cell in cells}


MECHANISM = BonusPairs()
