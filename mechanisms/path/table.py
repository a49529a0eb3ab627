"""On Board in the file of a pad: the fields of the path, and what its last ones are worth."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import cast

from sheets.language import phrase
from sheets.mechanism import LETTERS, PadRows, PadTable, read_numbers
from sheets.pad_table import TableReader

MOST_STEPS = 5
"""Free fields that a figure moves at most."""
FIELDS = range(10, 61)
"""Possible numbers of fields of a path."""


@dataclass(frozen=True, slots=True)
class Path:
    """`fields`: colour and number of each, from the beginning. `points`: what the last ones are worth."""

    fields: tuple[tuple[str, int], ...]
    points: tuple[int, ...]

    def worth(self, field: int) -> int:
        """The points of a figure on this field, counted from 1; 0 stands before the path."""
        place = field - 1 - (len(self.fields) - len(self.points))
        return self.points[place] if place >= 0 else 0


class PathTable(PadTable):
    """`[path]`: fields = "red 5 yellow 7 9 …", points = "1 3 6"."""

    key = "path"
    order = 60
    form = "figure"
    notation = re.compile(rf"f[1-{MOST_STEPS}]")
    joins = True
    comes_last = True
    in_rows = False

    def read(
        self, reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]
    ) -> Hashable:
        table = reader.table(value, "/path", ("fields", "points"), ("fields", "points"))
        faces = {
            (colour, number)
            for letter in LETTERS
            for colour, number in zip(rows.colours[letter], rows.numbers[letter], strict=True)
        }
        fields: list[tuple[str, int]] = []
        colour = ""
        for word in reader.words(table, "/path", "fields"):
            if word in {colour for colour, _ in faces}:
                colour = word
            elif word.isascii() and word.isdigit() and (colour, int(word[:3])) in faces:
                fields.append((colour, int(word[:3])))
            else:
                expected = phrase("colours, and after them numbers that this pad has in that colour")
                raise reader.error("/path/fields", expected, word)
        if len(fields) not in FIELDS:
            expected = phrase("{least} to {most} fields", least=FIELDS[0], most=FIELDS[-1])
            raise reader.error("/path/fields", expected, len(fields))
        points = read_numbers(reader, "/path/points", reader.words(table, "/path", "points"))
        if len(points) > len(fields) or list(points) != sorted(points):
            expected = phrase("the points of the last fields, rising")
            raise reader.error("/path/points", expected, " ".join(map(str, points)))
        return Path(tuple(fields), points)

    def data(self, printed: object, rows: PadRows) -> object:
        path = cast(Path, printed)
        segments = groupby(path.fields, key=lambda field: field[0])
        fields = (f"{colour} {' '.join(str(n) for _, n in some)}" for colour, some in segments)
        return {"fields": " ".join(fields), "points": " ".join(map(str, path.points))}

    def boxes(self, printed: object) -> int:
        return len(cast(Path, printed).fields)


MECHANISM = PathTable()
