"""The state of a mechanism on a sheet: how it is written, and which crosses it adds to rows.

A *mechanism* is what a pad has besides four plain rows, such as a bonus bar. Its state is a bit mask. A
*place* is whatever can be crossed on a sheet, such as "a5" or "box 2".
"""

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
    """A rule on a few places on paper: whether one of them may be crossed depends on the others."""

    kind: Literal["in order", "one before", "both"]
    """With "in order", a place is crossed only if all places before it are. With "one before", the last place
    is crossed only if at least one other place is. With "both", all places are crossed or none."""
    places: tuple[str, ...]
    broken: Callable[[Sequence[str], str], Contradiction]
    """Given the places that are wrongly left empty, and the last crossed place, return the contradiction."""

    def contradiction(self, crossed: Sequence[str]) -> Contradiction | None:
        """Return a contradiction if the crossed places of a sheet break this rule, or None if they don't."""
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
    """How a sheet's text gives a mechanism's state. Each bit of the state stands for one place or bonus."""

    word: str
    """The first word of the mechanism's part of a sheet's text, such as "boxes"."""
    bit_words: tuple[str, ...] | None
    """For each bit, the word that is written if it is set. If None, the number of set bits is written,
    which is enough because the set bits are always the lowest ones."""
    places: tuple[str, ...] = ()
    """For each bit, the name of its place on paper; () if the bits have no places there."""
    from_rows: Callable[[Rows], int] | None = None
    """Given the crossed cells of each row, return the state that they imply. Raise BadInput if they don't."""
    bonds: tuple[Bond, ...] = ()
    """The rules about which places of this mechanism may be crossed together."""

    def words(self, state: int) -> list[str]:
        """Return the words that stand for a state in a sheet's text, or [] if the state is 0."""
        if self.bit_words is None:
            return [str(state.bit_count())] if state else []
        return [word for i, word in enumerate(self.bit_words) if state >> i & 1]

    def read(self, words: Sequence[str]) -> int:
        """Return the state that these words in a sheet's text stand for. Raise ValueError for wrong words."""
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
        """Return the names of the places that are crossed in this state."""
        return [place for i, place in enumerate(self.places) if state >> i & 1]

    def on_paper(self, rows: Rows, crossed: Sequence[str]) -> int:
        """Return the state that a paper sheet shows, or 0 for a mechanism without `places` and `from_rows`.

        `rows`: the crossed cells of each row. `crossed`: the names of crossed places outside cells.
        """
        if not self.places and self.from_rows is not None:
            return self.from_rows(rows)
        return sum(1 << i for i, place in enumerate(self.places) if place in crossed)


@dataclass(frozen=True, slots=True)
class ExtraCrosses:
    """How many crosses a mechanism adds to each row, beyond one for each crossed cell."""

    cells: FourBits = NOWHERE
    """For each row, the cells (as bits) whose cross counts as two, both for points and towards the lock."""
    places: FourBits = NOWHERE
    """For each row, the places whose crosses count in the row, as bits of the mechanism's state."""
    locks: bool | Callable[[Rulings], bool] = True
    """True if crosses in `places` count not only for points but also towards the lock. If that depends on the
    rulings, this is a function of them."""

    def crosses(self, bits: int, state: int, row: int) -> int:
        """Return the number of crosses added to a row. `bits`: the row's crossed cells."""
        return (bits & self.cells[row]).bit_count() + (state & self.places[row]).bit_count()

    def lock_crosses(self, bits: int, state: int, row: int, rulings: Rulings | None) -> int:
        """Return the number of crosses added towards the lock of a row. If `rulings` is None, assume the
        rulings under which this number is largest."""
        if self.locks is True or (self.locks and (rulings is None or self.locks(rulings))):
            return self.crosses(bits, state, row)
        return (bits & self.cells[row]).bit_count()


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPart:
    """How a mechanism's state is written and counted. Its `rules.py` may declare one as `SHEET`."""

    notes: Callable[[Pad], Notes] | None = None
    """Given a pad with the mechanism, return how the state is written. On an empty sheet the state is 0."""
    counting: Callable[[Pad], ExtraCrosses] | None = None
    """Given a pad with the mechanism, return which crosses the mechanism adds to rows."""


@cache
def _declared() -> dict[str, SheetPart]:
    parts = declared("SHEET", SheetPart, "rules")
    return dict(sorted(parts.items(), key=lambda part: pad_parts()[part[0]].order))


@lru_cache(KEPT_PADS)
def notes_on(pad: Pad) -> dict[str, Notes]:
    """Return the `Notes` of a pad's mechanisms by key, in the order in which a sheet's text lists them."""
    return {key: part.notes(pad) for key, part in _declared().items() if part.notes and key in pad.mechanisms}


@lru_cache(KEPT_PADS)
def counting_on(pad: Pad) -> dict[str, ExtraCrosses]:
    """Return the `ExtraCrosses` of a pad's mechanisms by the mechanism's key."""
    parts = ((key, _declared()[key]) for key in pad.mechanisms if key in _declared())
    return {key: part.counting(pad) for key, part in parts if part.counting}
