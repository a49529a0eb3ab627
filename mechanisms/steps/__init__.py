"""The game Connected A in pad files: framed cells that score once more, as a fifth row."""

from collections.abc import Hashable, Mapping, Sequence

from sheets.language import message
from sheets.pad_part import NOWHERE, FourBits, PadPart, PadRows, read_place, toggled_words
from sheets.pad_table import TableReader


def _read(reader: TableReader, value: object, rows: PadRows, known: Mapping[str, Hashable]) -> FourBits:
    assert isinstance(value, dict)
    ((letter, _),) = value.items()
    bits = [0, 0, 0, 0]
    for word in reader.words(value, "/steps", letter):
        row, index = read_place(reader, f"/steps/{letter}", word, rows)
        bits[row] |= 1 << index
    return bits[0], bits[1], bits[2], bits[3]


def _after_taps(value: object, places: Sequence[str], rows: PadRows) -> object:
    return toggled_words(value, places[0], rows.ordered)


PART = PadPart[FourBits](
    key="steps",
    order=42,
    read=_read,
    data=lambda framed, rows: " ".join(rows.named(framed)),
    blank=NOWHERE,
    tool=message("Framed cell (counts again)"),
    after_taps=_after_taps,
)
"""The table `[steps]`: A = "a7 b2 b6" lists the framed cells of sheet A."""
