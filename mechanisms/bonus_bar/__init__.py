"""The game Bonus A in pad files: a bar of coloured boxes, each for one cross in the row of its colour."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from sheets.language import message, phrase
from sheets.pad import COLOURS
from sheets.pad_part import LETTERS, MAX_FIELDS, PadPart, PadRows, read_sign_cells, toggled_words
from sheets.pad_table import TableReader

SIGN = "bar"
"""The name of the sign on bonus cells. A cross in a bonus cell crosses the next box."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A pad's bonus bar, and the cells that cross its boxes."""

    boxes: tuple[str, ...]  # the colour of each box, left to right
    cells: tuple[str, ...]  # names of the bonus cells, each of which crosses a box, in printed order


def _read(reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]) -> Bar:
    table = reader.table(value, "/bonus-bar", ("boxes", "cells"), ("boxes", "cells"))
    boxes = reader.words(table, "/bonus-bar", "boxes")
    for word in boxes:
        if word not in COLOURS:
            expected = phrase("colours ({colours})", colours=", ".join(COLOURS))
            raise reader.error("/bonus-bar/boxes", expected, word)
    if len(boxes) > MAX_FIELDS:
        raise reader.error("/bonus-bar/boxes", phrase("at most 20 boxes"), len(boxes))
    if any(len(set(colours)) > 1 for colours in rows.colours.values()):
        expected = phrase("rows of one colour each, because a box names a row")
        raise reader.error("/bonus-bar", expected, phrase("mixed rows"))
    if len({colours[0] for colours in rows.colours.values()}) < len(LETTERS):
        expected = phrase("rows of four colours, because a box names a row")
        raise reader.error("/bonus-bar", expected, phrase("a colour twice"))
    words = read_sign_cells(reader, "/bonus-bar/cells", reader.words(table, "/bonus-bar", "cells"), rows)
    return Bar(tuple(boxes), tuple(name for name in rows.ordered if name in words))


def _after_taps(value: object, places: Sequence[str], rows: PadRows) -> object:
    table: dict[str, object] = dict(value) if isinstance(value, dict) else {}
    boxes = table.get("boxes") or " ".join(colours[0] for colours in rows.colours.values())
    cells = toggled_words(table.get("cells"), places[0], rows.ordered)
    return {"boxes": boxes, "cells": cells} if cells else {}


PART = PadPart[Bar](
    key="bonus-bar",
    order=10,
    read=_read,
    data=lambda bar, _rows: {"boxes": " ".join(bar.boxes), "cells": " ".join(bar.cells)},
    is_bonus=True,
    signs=lambda bar: dict.fromkeys(bar.cells, SIGN),
    boxes=lambda bar: len(bar.boxes),
    tool=message("Bonus cell"),
    after_taps=_after_taps,
    typed=(("boxes", "red yellow green blue", message("boxes of the bar")),),
)
"""The table `[bonus-bar]`: boxes = "red blue" lists the boxes' colours, cells = "a3 b5" the bonus cells."""
