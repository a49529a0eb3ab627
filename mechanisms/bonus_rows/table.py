"""Big Points in the file of a pad: rows of round cells between two rows."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import cast

from sheets.language import phrase
from sheets.mechanism import PadRows, PadTable, read_numbers
from sheets.pad_table import TableReader

NAMES = ("ab", "bc", "cd")
"""The names of the rows of round cells there can be."""


@dataclass(frozen=True, slots=True)
class BonusRow:
    """A row of round cells between two rows. `name`: the letters of the rows, like "ab". `upper`: the number
    of the row above it. `numbers`: left to right."""

    name: str
    upper: int
    numbers: tuple[int, ...]

    @property
    def rows(self) -> tuple[int, int]:
        """The numbers of both rows beside it."""
        return self.upper, self.upper + 1

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of its cells, like "ab5"."""
        return tuple(f"{self.name}{number}" for number in self.numbers)


class BonusRows(PadTable):
    """`[bonus-rows]`: ab = "2 3 4"."""

    key = "bonus-rows"
    order = 31
    form = "bonus-row"
    in_rows = False
    notation = re.compile(r"(?:ab|bc|cd)[1-9][0-9]?")
    typed = tuple((name, "2 3 4 5 6") for name in NAMES)

    def read(
        self, reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]
    ) -> Hashable:
        table = reader.table(value, "/bonus-rows", NAMES, ())
        found = []
        for name in NAMES:
            if name in table:
                pointer = f"/bonus-rows/{name}"
                numbers = read_numbers(reader, pointer, reader.words(table, "/bonus-rows", name))
                for number in numbers:
                    if number not in rows.numbers[name[0]] and number not in rows.numbers[name[1]]:
                        raise reader.error(pointer, phrase("numbers of a row beside it"), number)
                found.append(BonusRow(name, NAMES.index(name), numbers))
        return tuple(found)

    def data(self, printed: object, rows: PadRows) -> object:
        return {row.name: " ".join(map(str, row.numbers)) for row in cast(tuple[BonusRow, ...], printed)}


MECHANISM = BonusRows()
