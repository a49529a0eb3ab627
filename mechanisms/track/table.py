"""Lucky 15 in the file of a pad: a track whose fields are worth more and more."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from typing import cast

from sheets.mechanism import PadRows, PadTable, check_count, read_numbers
from sheets.pad_table import TableReader

FIFTEEN = 15
"""What two white dice and a coloured one show for the track (rules.md: lucky15-fifteen)."""


class Track(PadTable):
    """`[track]`: fields = "5 11 18 25"."""

    key = "track"
    order = 41
    form = "track"
    in_rows = False
    notation = re.compile(str(FIFTEEN))
    typed = (("fields", "5 11 18 25"),)

    def read(
        self, reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]
    ) -> Hashable:
        table = reader.table(value, "/track", ("fields",), ("fields",))
        points = read_numbers(reader, "/track/fields", reader.words(table, "/track", "fields"))
        check_count(reader, "/track/fields", len(points))
        return points

    def data(self, printed: object, rows: PadRows) -> object:
        return {"fields": " ".join(map(str, cast(tuple[int, ...], printed)))}

    def boxes(self, printed: object) -> int:
        return len(cast(tuple[int, ...], printed))


MECHANISM = Track()
