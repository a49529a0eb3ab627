"""Longo in the file of a pad: whether each of its sheets carries two lucky numbers."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from sheets.language import phrase
from sheets.mechanism import PadRows, PadTable
from sheets.pad_table import TableReader


class Lucky(PadTable):
    """`lucky = true`."""

    key = "lucky"
    order = 12
    mixes = False
    takes_cards = True

    def read(
        self, reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]
    ) -> Hashable:
        if not isinstance(value, bool):
            raise reader.error("/lucky", phrase("true or false"), value)
        return value

    def data(self, printed: object, rows: PadRows) -> object:
        return printed


MECHANISM = Lucky()
