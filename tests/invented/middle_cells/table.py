"""The invented game in the file of a pad: the cells that lead down."""

from collections.abc import Hashable, Mapping

from sheets.mechanism import PadRows, PadTable, read_sign_cells
from sheets.pad_table import TableReader

SIGN = "down"


class MiddleCells(PadTable):
    """`[middle-cells]`: cells = "a7 b7"."""

    key = "middle-cells"

    def read(
        self, reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]
    ) -> Hashable:
        table = reader.table(value, "/middle-cells", ("cells",), ("cells",))
        words = reader.words(table, "/middle-cells", "cells")
        return tuple(read_sign_cells(reader, "/middle-cells/cells", words, rows))

    def data(self, printed: object, rows: PadRows) -> object:
        assert isinstance(printed, tuple)
        return {"cells": " ".join(printed)}

    def signs(self, printed: object) -> Mapping[str, str]:
        assert isinstance(printed, tuple)
        return dict.fromkeys(printed, SIGN)

    @property
    def sign_kinds(self) -> tuple[str, ...]:
        return (SIGN,)


MECHANISM = MiddleCells()
