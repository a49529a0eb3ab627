"""What stands on a sheet of paper, possible or not; and what contradicts the rules there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.rules.refusal import Refusal
from companion.rules.score import Score, score_of
from companion.rules.sheet import Sheet
from sheets.pad import ROW_LETTERS, Pad


@dataclass(frozen=True, slots=True)
class ObservedSheet:
    """What is crossed on one sheet, whether or not the rules lead there.

    `rows`: for each row a to d a number whose bit i is set when cell i (from the left) is crossed.
    `locks`: bit 0 to 3 for rows a to d. `misses`: 0 to 4. `bar`: bit i when box i of the bonus bar is
    crossed.
    """

    pad: Pad = field(hash=False)
    rows: tuple[int, int, int, int] = (0, 0, 0, 0)
    locks: int = 0
    misses: int = 0
    bar: int = 0

    @classmethod
    def of(cls, sheet: Sheet) -> ObservedSheet:
        """What stands on the paper of a sheet that the rules know."""
        locks = sum(1 << ROW_LETTERS.index(letter) for letter in sheet.locks)
        return cls(sheet.pad, sheet.rows, locks, sheet.misses, sheet.bar)

    @classmethod
    def from_places(cls, pad: Pad, places: Iterable[str]) -> ObservedSheet:
        """The sheet crossed at these places ("a7", "lock a", "miss 2", "box 5").

        KeyError if the pad has no such cell.
        """
        rows, locks, misses, bar = [0, 0, 0, 0], 0, 0, 0
        for place in places:
            kind, _, which = place.partition(" ")
            if kind == "lock":
                locks |= 1 << ROW_LETTERS.index(which)
            elif kind == "miss":
                misses += 1
            elif kind == "box":
                bar |= 1 << int(which) - 1
            else:
                cell = pad.cell(place)
                rows[ROW_LETTERS.index(cell.row)] |= 1 << cell.index
        return cls(pad, (rows[0], rows[1], rows[2], rows[3]), locks, misses, bar)

    @property
    def earned(self) -> tuple[str, ...]:
        """The bonus types both of whose cells are crossed, in the order of rules.md (paper shows no
        other).
        """
        return tuple(
            kind
            for kind, cells in self.pad.pairs
            if all(self.rows[ROW_LETTERS.index(cell.row)] >> cell.index & 1 for cell in cells)
        )

    @property
    def sheet(self) -> Sheet:
        """The same as a sheet of the rules, where the lock goes with the last cell."""
        return Sheet(self.pad, self.rows, self.misses, self.bar, self.earned)

    @property
    def score(self) -> Score:
        """The score as it stands on the paper: each crossed lock counts (rules.md: score-table and on)."""
        counts = [bits.bit_count() + (self.locks >> row & 1) for row, bits in enumerate(self.rows)]
        return score_of(counts, self.earned, self.misses)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """`refusal`: the rule and the sentence. `cells`: the places that contradict it, as the scan names
    them.
    """

    refusal: Refusal
    cells: tuple[str, ...]

    @property
    def rule(self) -> str:
        """The id of the rule, as in the book."""
        return self.refusal.rule
