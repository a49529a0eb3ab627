"""X-Change in the file of a pad: a strip of fields with two numbers."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from typing import cast

from sheets.language import phrase
from sheets.mechanism import PadRows, PadTable, check_count
from sheets.pad_table import TableReader

_FIELD = re.compile(r"([1-9][0-9]?)/([1-9][0-9]?)")

Fields = tuple[tuple[int, int], ...]
"""The two numbers of each field, left to right."""


class Exchange(PadTable):
    """`[exchange]`: fields = "8/5 9/7"."""

    key = "exchange"
    order = 40
    form = "exchange"
    sign = "x"
    typed = (("fields", "8/5 9/7 11/3"),)

    def read(
        self, reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]
    ) -> Hashable:
        table = reader.table(value, "/exchange", ("fields",), ("fields",))
        pairs: list[tuple[int, int]] = []
        for word in reader.words(table, "/exchange", "fields"):
            found = _FIELD.fullmatch(word)
            if not found:
                raise reader.error("/exchange/fields", phrase("fields of two numbers, like 8/5"), word)
            pair = int(found[1]), int(found[2])
            if not all(any(number in row for row in rows.numbers.values()) for number in pair):
                raise reader.error("/exchange/fields", phrase("numbers of this pad"), word)
            pairs.append(pair)
        if len({frozenset(pair) for pair in pairs}) < len(pairs) or any(a == b for a, b in pairs):
            expected = phrase("two different numbers a field, and no two fields alike")
            raise reader.error("/exchange/fields", expected, table["fields"])
        check_count(reader, "/exchange/fields", len(pairs))
        return tuple(pairs)

    def data(self, printed: object, rows: PadRows) -> object:
        return {"fields": " ".join(f"{a}/{b}" for a, b in cast(Fields, printed))}

    def boxes(self, printed: object) -> int:
        return len(cast(Fields, printed))


MECHANISM = Exchange()
