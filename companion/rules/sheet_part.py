"""What a mechanism leaves on a sheet: how its state is written, and which crosses it adds to the rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from companion.rulebook.rulings import Rulings
from companion.rules.board import Rows
from companion.rules.refusal import Contradiction
from sheets.pad import KEPT_PADS, Pad
from sheets.pad_part import NOWHERE, FourBits, pad_parts
from sheets.registry import declared


@dataclass(frozen=True, slots=True)
class Bond:
    """A rule about a few places on paper, for the referee and for the camera."""

    kind: Literal["in order", "one before", "both"]
    """In order: each place is crossed only after all before it. One before: the last only with one of the
    others. Both: all or none; then the state of the mechanism says which place another one brought."""
    places: tuple[str, ...]
    broken: Callable[[Sequence[str], str], Contradiction]
    """Return the contradiction, given the missing places and the last one that is crossed."""

    def contradiction(self, crossed: Sequence[str]) -> Contradiction | None:
        """Return the contradiction if exactly these places of a sheet are crossed, or None."""
        shown = [place for place in self.places if place in crossed]
        missing = [place for place in self.places if place not in crossed]
        if not shown:
            return None
        if self.kind == "in order":
            missing = [place for place in missing if self.places.index(place) < self.places.index(shown[-1])]
        elif self.kind == "one before" and shown != [self.places[-1]]:
            return None
        return self.broken(missing, shown[-1]) if missing else None


@dataclass(frozen=True, slots=True)
class Notes:
    """How the state of a mechanism is written: a number whose bit i is set if place i is crossed, or bonus i
    earned.
    """

    word: str
    """The word that begins its part in the text of a sheet."""
    bit_words: tuple[str, ...] | None
    """The word for each bit. None: the text says only how many bits are set, from the left."""
    places: tuple[str, ...] = ()
    """The place of each bit on paper, as a scanned sheet names it; () if no place shows it."""
    from_rows: Callable[[Rows], int] | None = None
    """Return the state that follows from the rows alone. Raise BadInput if the text must give it."""
    bonds: tuple[Bond, ...] = ()
    """The bonds between places of the whole sheet."""

    def words(self, state: int) -> list[str]:
        """Return the state in words; [] for nothing."""
        if self.bit_words is None:
            return [str(state.bit_count())] if state else []
        return [word for i, word in enumerate(self.bit_words) if state >> i & 1]

    def read(self, words: Sequence[str]) -> int:
        """Return the state that these words give. Raise ValueError for others."""
        if self.bit_words is None:
            (word,) = words
            count = int(word[:3]) if word.isdecimal() else -1
            if not 0 <= count <= len(self.places):
                raise ValueError(words)
            return (1 << count) - 1
        if len(set(words)) < len(words):
            raise ValueError(words)
        return sum(1 << self.bit_words.index(word) for word in words if word != "-")

    def crossed(self, state: int) -> list[str]:
        """Return its places on paper that are crossed."""
        return [place for i, place in enumerate(self.places) if state >> i & 1]

    def on_paper(self, rows: Rows, crossed: Sequence[str]) -> int:
        """Return the state that a sheet of paper shows. `crossed`: the places outside the rows."""
        if not self.places and self.from_rows is not None:
            return self.from_rows(rows)
        return sum(1 << i for i, place in enumerate(self.places) if place in crossed)


@dataclass(frozen=True, slots=True)
class Counting:
    """The crosses of rows in addition to one per crossed cell."""

    cells: FourBits = NOWHERE
    """Cells whose cross counts twice, for points and lock, as bits by row."""
    places: FourBits = NOWHERE
    """Places that count as a cross of a row, as bits of its state, by row."""
    locks: bool | Callable[[Rulings], bool] = True
    """True if these places count towards the lock too; or a function that asks the rulings."""

    def crosses(self, bits: int, state: int, row: int) -> int:
        """Return the crosses that a row with these cells crossed scores by it."""
        return (bits & self.cells[row]).bit_count() + (state & self.places[row]).bit_count()

    def lock_crosses(self, bits: int, state: int, row: int, rulings: Rulings | None) -> int:
        """Return the crosses that it adds towards the lock of a row; without `rulings`, under the kindest."""
        if self.locks is True or (self.locks and (rulings is None or self.locks(rulings))):
            return self.crosses(bits, state, row)
        return (bits & self.cells[row]).bit_count()


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPart:
    """What a mechanism leaves on sheets: `SHEET` in its `rules.py`, if it leaves anything."""

    notes: Callable[[Pad], Notes] | None = None
    """Return how its state on a sheet is written. The state is a number, 0 on an empty sheet."""
    counting: Callable[[Pad], Counting] | None = None
    """Return which crosses count in the rows besides their cells."""


@cache
def _declared() -> dict[str, SheetPart]:
    parts = declared("SHEET", SheetPart, "rules")
    return dict(sorted(parts.items(), key=lambda part: pad_parts()[part[0]].order))


@lru_cache(KEPT_PADS)
def notes_on(pad: Pad) -> dict[str, Notes]:
    """Return the notes of each mechanism of a pad that has a state, in the order on a sheet."""
    return {key: part.notes(pad) for key, part in _declared().items() if part.notes and key in pad.mechanisms}


@lru_cache(KEPT_PADS)
def counting_on(pad: Pad) -> dict[str, Counting]:
    """Return the counting of each mechanism of a pad that adds crosses to its rows."""
    parts = ((key, _declared()[key]) for key in pad.mechanisms if key in _declared())
    return {key: part.counting(pad) for key, part in parts if part.counting}
