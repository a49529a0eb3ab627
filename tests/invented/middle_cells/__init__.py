"""An invented game for tests: crossing a middle cell also crosses the next cell of the row below."""

from collections.abc import Hashable, Mapping

from sheets.pad_part import PadPart, PadRows, read_sign_cells
from sheets.pad_table import TableReader

SIGN = "down"
Cells = tuple[str, ...]


def _read(reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]) -> Cells:
    table = reader.table(value, "/middle-cells", ("cells",), ("cells",))
    return tuple(
        read_sign_cells(reader, "/middle-cells/cells", reader.words(table, "/middle-cells", "cells"), rows)
    )


PART = PadPart[Cells](
    key="middle-cells",
    read=_read,
    data=lambda cells, rows: {"cells": " ".join(cells)},
    signs=lambda cells: dict.fromkeys(cells, SIGN),
)
"""The mechanism `[middle-cells]` of a pad file, as in `cells = "a7 b7"`."""
