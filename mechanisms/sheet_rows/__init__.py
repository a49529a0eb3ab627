"""Rows that differ between sheets, in pad files: the same numbers in another order or in other colours."""

from collections.abc import Hashable, Mapping

from sheets.language import phrase
from sheets.pad import COLOURS
from sheets.pad_part import LETTERS, CellsByRow, PadPart, PadRows, pad_parts, row_text
from sheets.pad_table import TableReader


def _read(reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]) -> CellsByRow:
    assert isinstance(value, dict)
    ((sheet, printed),) = value.items()
    pointer = f"/sheet-rows/{sheet}"
    if any(pad_parts()[key].between for key in known):
        expected = phrase("no fields between numbers on a pad whose sheets have rows of their own")
        raise reader.error(pointer, expected, phrase("both"))
    table = reader.table(printed, pointer, LETTERS, LETTERS)
    return tuple(_row(reader, table, pointer, letter, rows) for letter in LETTERS)


def _row(
    reader: TableReader, table: dict[str, object], pointer: str, letter: str, rows: PadRows
) -> tuple[tuple[int, str], ...]:
    """Return (number, colour) of each cell of a row. Raise PadError if the row contradicts `rows`."""
    cells, colour = [], ""
    for word in reader.words(table, pointer, letter):
        if word in COLOURS:
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


def _data(printed: CellsByRow, rows: PadRows) -> object:
    return {letter: row_text(cells) for letter, cells in zip(LETTERS, printed, strict=True)}


PART = PadPart[CellsByRow](
    key="sheet-rows", order=90, read=_read, data=_data, blank=(), rows=lambda printed: printed
)
"""The table `[sheet-rows.A]`: a = "red 10 6 2" is row a of sheet A."""
