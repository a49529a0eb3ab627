"""The game Lucky 15 in pad files: a track whose fields are worth more from left to right."""

from collections.abc import Hashable, Mapping

from sheets.language import message
from sheets.pad_part import PadPart, PadRows, check_count, read_numbers
from sheets.pad_table import TableReader

FIFTEEN = 15
"""Sum of two white dice and a coloured die that allows a cross on the track."""

Worth = tuple[int, ...]
"""The points of each field, left to right."""


def _read(reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]) -> Worth:
    table = reader.table(value, "/track", ("fields",), ("fields",))
    points = read_numbers(reader, "/track/fields", reader.words(table, "/track", "fields"))
    check_count(reader, "/track/fields", len(points))
    return points


PART = PadPart[Worth](
    key="track",
    order=41,
    read=_read,
    data=lambda worth, rows: {"fields": " ".join(map(str, worth))},
    notation=str(FIFTEEN),
    boxes=len,
    tool=message("Track of fifteen: what each field is worth"),
    typed=(("fields", "5 11 18 25", ""),),
)
"""The TOML table `[track]` of pad files: fields = "5 11 18 25" lists the points of each field."""
