"""The game X-Change in pad files: a strip whose fields exchange the white sum for another number."""

import re
from collections.abc import Hashable, Mapping

from sheets.language import message, phrase
from sheets.pad_part import PadPart, PadRows, check_count
from sheets.pad_table import TableReader

_FIELD = re.compile(r"([1-9][0-9]?)/([1-9][0-9]?)")

Fields = tuple[tuple[int, int], ...]
"""The two numbers of each field, left to right."""


def _read(reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]) -> Fields:
    table = reader.table(value, "/exchange", ("fields",), ("fields",))
    pairs: list[tuple[int, int]] = []
    for word in reader.words(table, "/exchange", "fields"):
        match = _FIELD.fullmatch(word)
        if not match:
            raise reader.error("/exchange/fields", phrase("fields of two numbers, like 8/5"), word)
        pair = int(match[1]), int(match[2])
        if not all(any(number in row for row in rows.numbers.values()) for number in pair):
            raise reader.error("/exchange/fields", phrase("numbers of this pad"), word)
        pairs.append(pair)
    if len({frozenset(pair) for pair in pairs}) < len(pairs) or any(a == b for a, b in pairs):
        expected = phrase("two different numbers a field, and no two fields alike")
        raise reader.error("/exchange/fields", expected, table["fields"])
    check_count(reader, "/exchange/fields", len(pairs))
    return tuple(pairs)


PART = PadPart[Fields](
    key="exchange",
    order=40,
    read=_read,
    data=lambda fields, rows: {"fields": " ".join(f"{a}/{b}" for a, b in fields)},
    sign="x",
    boxes=len,
    tool=message("Exchange strip"),
    typed=(("fields", "8/5 9/7 11/3", ""),),
)
"""The table `[exchange]`: fields = "8/5 9/7" lists the two numbers of each field."""
