"""Extras: what stands on a sheet besides crosses in its rows, on the pads that print special cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sheets.pad import ROW_LETTERS, Pad
from sheets.special_cells import NOWHERE, Connection, FourBits

_WORDS = {
    "second-crosses": "seconds",
    "chains": "forced",
    "bonus-rows": "cells",
    "exchange": "exchanged",
    "track": "track",
    "connections": "fields",
}
"""The word that begins the part of a mechanism in the text of a sheet, by the mechanism's key."""

EXTRA_WORDS = tuple(_WORDS.values())
"""Every such word."""


def extra_words(pad: Pad) -> tuple[str, ...]:
    """The words of the mechanisms that a pad has, in the order in which a sheet's text has them."""
    return tuple(word for key, word in _WORDS.items() if key in pad.mechanisms)


class NoSuchExtra(ValueError):
    """A word of a sheet's text that names nothing on its pad."""


@dataclass(frozen=True, slots=True)
class Extras:
    """`seconds`: cells crossed twice. `forced`: cells that a chain crossed. `bonus_rows`: crosses of each
    bonus row of the pad, bits from the left. `exchanged`: fields used, bit i for field i. `track`: how many
    fields are crossed. `connections`: bit i for field i of the pad."""

    seconds: FourBits = NOWHERE
    forced: FourBits = NOWHERE
    bonus_rows: tuple[int, ...] = ()
    exchanged: int = 0
    track: int = 0
    connections: int = 0

    @classmethod
    def of(cls, pad: Pad) -> Extras | None:
        """Nothing crossed on the special cells of a pad; None if it has none."""
        if not pad.mechanisms:
            return None
        return cls(bonus_rows=(0,) * len(pad.special.bonus_rows))

    def crossed_fields(self, pad: Pad, row: int) -> tuple[Connection, ...]:
        """The fields between two numbers of a row that are crossed, left to right."""
        if not self.connections:
            return ()
        fields = enumerate(pad.special.connections)
        return tuple(field for i, field in fields if field.row == row and self.connections >> i & 1)

    def text(self, pad: Pad) -> str:
        """The extras as they stand at the end of a sheet's text; "" for none."""
        special = pad.special
        parts = [
            ("seconds", _cells(pad, self.seconds)),
            ("forced", _cells(pad, self.forced)),
            (
                "cells",
                [
                    name
                    for row, bits in zip(special.bonus_rows, self.bonus_rows, strict=True)
                    for i, name in enumerate(row.cells)
                    if bits >> i & 1
                ],
            ),
            ("exchanged", [str(i + 1) for i in range(len(special.exchanges)) if self.exchanged >> i & 1]),
            ("track", [str(self.track)] if self.track else []),
            (
                "fields",
                [field.name for i, field in enumerate(special.connections) if self.connections >> i & 1],
            ),
        ]
        return "".join(f" {kind} {' '.join(words)}" for kind, words in parts if words)

    def with_words(self, kind: str, words: Sequence[str], pad: Pad) -> Extras:
        """The extras with what one part of a sheet's text says; NoSuchExtra if a word is wrong."""
        special = pad.special
        try:
            if kind in ("seconds", "forced"):
                bits = list(NOWHERE)
                for word in words:
                    cell = pad.cell(word)
                    bits[ROW_LETTERS.index(cell.row)] |= 1 << cell.index
                four = (bits[0], bits[1], bits[2], bits[3])
                return replace(self, seconds=four) if kind == "seconds" else replace(self, forced=four)
            if kind == "cells":
                rows = list(self.bonus_rows)
                for word in words:
                    number, row = next((n, r) for n, r in enumerate(special.bonus_rows) if word in r.cells)
                    rows[number] |= 1 << row.cells.index(word)
                return replace(self, bonus_rows=tuple(rows))
            if kind == "exchanged":
                places = [range(1, len(special.exchanges) + 1).index(int(word[:3])) for word in words]
                return replace(self, exchanged=sum(1 << place for place in set(places)))
            if kind == "track":
                (word,) = words
                return replace(self, track=range(len(special.track) + 1)[int(word[:3])])
            names = [field.name for field in special.connections]
            return replace(self, connections=sum(1 << names.index(word) for word in set(words)))
        except (KeyError, ValueError, IndexError, StopIteration):
            raise NoSuchExtra(" ".join(words)) from None


def _cells(pad: Pad, bits: FourBits) -> list[str]:
    return [
        str(cell)
        for row, found in zip(pad.rows, bits, strict=True)
        for cell in row
        if found >> cell.index & 1
    ]
