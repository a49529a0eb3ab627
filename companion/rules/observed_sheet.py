"""The crosses on a sheet of paper, legal or not.

A *place* is whatever can be crossed: a cell ("a5"), "lock b", "miss 1", or a place of a mechanism ("box 2").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.rules.sheet import Sheet
from companion.rules.sheet_part import notes_on
from sheets.pad import ROW_LETTERS, Pad


@dataclass(frozen=True, slots=True)
class ObservedSheet:
    """The crosses on one sheet of paper, legal or not."""

    pad: Pad = field(hash=False)
    rows: tuple[int, int, int, int] = (0, 0, 0, 0)
    """The crossed cells of rows a to d; bit i stands for cell i."""
    locks: int = 0  # bit 0 to 3 for rows a to d
    misses: int = 0  # 0 to 4
    beside: tuple[str, ...] = ()
    """Names of the other crossed places, such as "box 2" or "a5+", in the order of the pad's file."""

    @classmethod
    def of(cls, sheet: Sheet) -> ObservedSheet:
        """Return `sheet` as it looks on paper: with crosses on its locks and on places of mechanisms."""
        locks = sum(1 << ROW_LETTERS.index(letter) for letter in sheet.locks)
        notes = notes_on(sheet.pad).items()
        beside = tuple(place for key, each in notes for place in each.crossed(sheet.state(key)))
        return cls(sheet.pad, sheet.rows, locks, sheet.misses, beside)

    @classmethod
    def from_places(cls, pad: Pad, places: Iterable[str]) -> ObservedSheet:
        """Return the sheet with crosses at `places`, such as "a5". Raise KeyError if the pad lacks one."""
        rows, locks, misses = [0, 0, 0, 0], 0, 0
        crossed: list[str] = []
        for place in places:
            kind, _, which = place.partition(" ")
            if kind == "lock":
                locks |= 1 << ROW_LETTERS.index(which)
            elif kind == "miss":
                misses += 1
            elif pad.has_cell(place):
                cell = pad.cell(place)
                rows[ROW_LETTERS.index(cell.row)] |= 1 << cell.index
            else:
                crossed.append(place)
        four = (rows[0], rows[1], rows[2], rows[3])
        beside = [place for notes in notes_on(pad).values() for place in notes.places if place in crossed]
        if unknown := set(crossed) - set(beside):
            raise KeyError(min(unknown))
        return cls(pad, four, locks, misses, tuple(beside))

    @property
    def places(self) -> tuple[str, ...]:
        """Return the names of the crossed places, such as "a5", "lock a", "miss 1" or "box 2"."""
        rows = zip(self.pad.rows, self.rows, strict=True)
        cells = [str(cell) for row, bits in rows for cell in row if bits >> cell.index & 1]
        locks = [f"lock {letter}" for i, letter in enumerate(ROW_LETTERS) if self.locks >> i & 1]
        misses = [f"miss {n + 1}" for n in range(self.misses)]
        return (*cells, *locks, *misses, *self.beside)

    @property
    def sheet(self) -> Sheet:
        """Return a Sheet with these crosses except `locks`, which a Sheet infers from crossed last cells."""
        notes = notes_on(self.pad)
        states = (
            notes[key].on_paper(self.rows, self.beside) if key in notes else 0 for key in self.pad.mechanisms
        )
        return Sheet(self.pad, self.rows, self.misses, tuple(states))
