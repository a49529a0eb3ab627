"""Rows of lettered sheets in the file of a pad: the order and the colours of the cells of each sheet."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import groupby
from typing import cast

from sheets.language import phrase
from sheets.mechanism import LETTERS, CellsByRow, PadRows, PadTable, tables
from sheets.pad_table import TableReader


class SheetRows(PadTable):
    """`[sheet-rows.A]`: a = "red 10 6 2"; the rows of sheet A, top to bottom."""

    key = "sheet-rows"
    order = 90
    is_lettered = True
    orders_rows = True
    blank = ()

    def read(
        self, reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]
    ) -> Hashable:
        assert isinstance(value, dict)
        ((sheet, printed),) = value.items()
        pointer = f"/{self.key}/{sheet}"
        if any(tables()[key].between for key in known):
            expected = phrase("no fields between numbers on a pad whose sheets have rows of their own")
            raise reader.error(pointer, expected, phrase("both"))
        table = reader.table(printed, pointer, LETTERS, LETTERS)
        return tuple(self._row(reader, table, pointer, letter, rows) for letter in LETTERS)

    def _row(
        self, reader: TableReader, table: dict[str, object], pointer: str, letter: str, rows: PadRows
    ) -> tuple[tuple[int, str], ...]:
        """One row: the numbers that /rows has, and its last cells in the colours that they have there."""
        known, cells, colour = set(rows.colours[letter]) | {"red", "yellow", "green", "blue"}, [], ""
        for word in reader.words(table, pointer, letter):
            if word in known:
                colour = word
            elif colour and word.isascii() and word.isdigit() and len(word) < 3:
                cells.append((int(word), colour))
            else:
                expected = phrase("a colour, and numbers after it")
                raise reader.error(f"{pointer}/{letter}", expected, word)
        numbers = rows.numbers[letter]
        if sorted(number for number, _ in cells) != sorted(numbers):
            expected = phrase("the numbers of the row in /rows, each once")
            raise reader.error(f"{pointer}/{letter}", expected, " ".join(str(n) for n, _ in cells))
        last = [colour for _, colour in cells[-rows.last_cells :]]
        if last != list(rows.colours[letter][-rows.last_cells :]):
            expected = phrase("last cells of the same colour as in /rows, which closes for all")
            raise reader.error(f"{pointer}/{letter}", expected, " ".join(last))
        return tuple(cells)

    def data(self, printed: object, rows: PadRows) -> object:
        written = zip(LETTERS, cast(CellsByRow, printed), strict=True)
        return {letter: _text(cells) for letter, cells in written}

    def rows(self, printed: object) -> CellsByRow | None:
        return cast(CellsByRow, printed) or None


def _text(cells: tuple[tuple[int, str], ...]) -> str:
    """Cells as a row of /rows has them: a colour, then the numbers in it."""
    segments = groupby(cells, key=lambda cell: cell[1])
    return " ".join(f"{colour} {' '.join(str(n) for n, _ in some)}" for colour, some in segments)


MECHANISM = SheetRows()
