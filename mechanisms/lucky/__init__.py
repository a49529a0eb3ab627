"""The game Longo in pad files: each sheet has two lucky numbers, which allow special marks."""

from collections.abc import Hashable, Mapping

from sheets.language import phrase
from sheets.pad_part import PadPart, PadRows
from sheets.pad_table import TableReader


def _read(reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]) -> bool:
    if not isinstance(value, bool):
        raise reader.error("/lucky", phrase("true or false"), value)
    return value


PART = PadPart[bool](key="lucky", order=12, read=_read, data=lambda printed, rows: printed, is_bonus=True)
"""The key `lucky = true` of pads with lucky numbers."""
