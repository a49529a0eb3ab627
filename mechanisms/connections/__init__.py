"""The game Connect 15 in pad files: fields between two neighbouring cells of a row."""

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sheets.language import message, phrase
from sheets.pad_part import LETTERS, PadPart, PadRows, toggled_table
from sheets.pad_table import TableReader

_FIELD = re.compile(r"([1-9][0-9]?)-([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Connection:
    """A field between two neighbouring cells of a row."""

    name: str  # like "a3-4"
    row: int
    index: int  # index of the cell to its left


Connections = tuple[Connection, ...]


def _read(reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]) -> Connections:
    table = reader.table(value, "/connections", LETTERS, ())
    fields: list[Connection] = []
    for row, letter in enumerate(LETTERS):
        pointer = f"/connections/{letter}"
        for word in reader.words(table, "/connections", letter) if letter in table else ():
            pair = _FIELD.fullmatch(word)
            numbers = list(rows.numbers[letter])
            left, right = (int(n) for n in pair.groups()) if pair else (0, 0)
            if left not in numbers or numbers[numbers.index(left) + 1 :][:1] != [right]:
                raise reader.error(pointer, phrase("two neighbours of the row, like 3-4"), word)
            name = f"{letter}{word}"
            if any(field.name == name for field in fields):
                again = phrase("{word} a second time", word=word)
                raise reader.error(pointer, phrase("each field once"), again)
            fields.append(Connection(name, row, numbers.index(left)))
    return tuple(sorted(fields, key=lambda field: (field.row, field.index)))


def _data(fields: Connections, rows: PadRows) -> object:
    return {
        letter: " ".join(field.name[1:] for field in fields if field.row == row)
        for row, letter in enumerate(LETTERS)
        if any(field.row == row for field in fields)
    }


def _after_taps(value: object, places: Sequence[str], rows: PadRows) -> object:
    letter, number = places[0][:1], int(places[0][1:])
    numbers = list(rows.numbers[letter])
    left = min(numbers.index(number), len(numbers) - 2)
    fields = [f"{one}-{other}" for one, other in pairwise(numbers)]
    return toggled_table(value, letter, fields[left], fields)


PART = PadPart[Connections](
    key="connections",
    order=50,
    read=_read,
    data=_data,
    crosses=lambda fields, row: sum(field.row == row for field in fields),
    notation="[a-d][1-9][0-9]?-[1-9][0-9]?",
    between=True,
    tool=message("Field before the next number"),
    after_taps=_after_taps,
)
"""The TOML table `[connections]` of pad files: a = "3-4 6-7" lists the fields of row a.

Each field is named by the numbers of the cells on its two sides."""
