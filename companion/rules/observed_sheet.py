"""What stands on a sheet of paper, possible or not; and what contradicts the rules there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from companion.rules.extras import Extras, NoSuchExtra
from companion.rules.refusal import Refusal
from companion.rules.score import Score, score_of_crosses
from companion.rules.sheet import Sheet
from sheets.pad import ROW_LETTERS, Pad


@dataclass(frozen=True, slots=True)
class ObservedSheet:
    """What is crossed on one sheet, whether or not the rules lead there.

    `rows`: for each row a to d a number whose bit i is set when cell i (from the left) is crossed.
    `locks`: bit 0 to 3 for rows a to d. `misses`: 0 to 4. `bar`: bit i when box i of the bonus bar is
    crossed. `extras`: what is crossed on the pad's special cells, None if it has none; the fields of the
    track are in `track`, bit i for field i, because on paper any of them may be crossed.
    """

    pad: Pad = field(hash=False)
    rows: tuple[int, int, int, int] = (0, 0, 0, 0)
    locks: int = 0
    misses: int = 0
    bar: int = 0
    extras: Extras | None = None
    track: int = 0

    @classmethod
    def of(cls, sheet: Sheet) -> ObservedSheet:
        """What stands on the paper of a sheet that the rules know."""
        locks = sum(1 << ROW_LETTERS.index(letter) for letter in sheet.locks)
        track = (1 << sheet.extras.track) - 1 if sheet.extras else 0
        return cls(sheet.pad, sheet.rows, locks, sheet.misses, sheet.bar, sheet.extras, track)

    @classmethod
    def from_places(cls, pad: Pad, places: Iterable[str]) -> ObservedSheet:
        """The sheet crossed at these places, named as `sheets.page.SheetPlan.places` has them.

        KeyError if the pad has no such place.
        """
        rows, locks, misses, boxes = [0, 0, 0, 0], 0, 0, 0
        special: list[str] = []
        for place in places:
            kind, _, which = place.partition(" ")
            if kind == "lock":
                locks |= 1 << ROW_LETTERS.index(which)
            elif kind == "miss":
                misses += 1
            elif kind == "box":
                boxes |= 1 << int(which) - 1
            elif pad.has_cell(place):
                cell = pad.cell(place)
                rows[ROW_LETTERS.index(cell.row)] |= 1 << cell.index
            else:
                special.append(place)
        crossed = cls(pad, (rows[0], rows[1], rows[2], rows[3]), locks, misses)
        if not pad.mechanisms:
            if special:
                raise KeyError(special[0])
            return replace(crossed, bar=boxes)
        fields = len(pad.special.exchanges)
        exchanged, track = boxes & (1 << fields) - 1, boxes >> fields
        extras = replace(_extras(pad, special), exchanged=exchanged, track=track.bit_count())
        return replace(crossed, extras=extras, track=track)

    @property
    def places(self) -> tuple[str, ...]:
        """The places that are crossed, as `from_places` names them."""
        cells = [
            str(cell)
            for row, bits in zip(self.pad.rows, self.rows, strict=True)
            for cell in row
            if bits >> cell.index & 1
        ]
        locks = [f"lock {letter}" for i, letter in enumerate(ROW_LETTERS) if self.locks >> i & 1]
        misses = [f"miss {n + 1}" for n in range(self.misses)]
        return (*cells, *locks, *misses, *self._boxes(), *self._special_places())

    def _boxes(self) -> Iterator[str]:
        """The crossed boxes of the bar, or those of the exchange and then of the track."""
        boxes = self.bar
        if self.extras is not None:
            boxes = self.extras.exchanged | self.track << len(self.pad.special.exchanges)
        yield from (f"box {i + 1}" for i in range(boxes.bit_length()) if boxes >> i & 1)

    def _special_places(self) -> Iterator[str]:
        """Second fields, round cells and fields between numbers that are crossed."""
        extras, special = self.extras, self.pad.special
        if extras is None:
            return
        for row, bits in zip(self.pad.rows, extras.seconds, strict=True):
            yield from (f"{cell}+" for cell in row if bits >> cell.index & 1)
        for bonus_row, bits in zip(special.bonus_rows, extras.bonus_rows, strict=True):
            yield from (name for i, name in enumerate(bonus_row.cells) if bits >> i & 1)
        for row_number in range(len(ROW_LETTERS)):
            yield from (found.name for found in extras.crossed_fields(self.pad, row_number))

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
        return Sheet(self.pad, self.rows, self.misses, self.bar, self.earned, self.extras)

    @property
    def score(self) -> Score:
        """The score as it stands on the paper: each crossed lock counts (rules.md: score-table and on)."""
        counts = [bits.bit_count() + (self.locks >> row & 1) for row, bits in enumerate(self.rows)]
        return score_of_crosses(self.sheet, counts)


def _extras(pad: Pad, places: Iterable[str]) -> Extras:
    """What stands on the special cells of a pad with mechanisms; KeyError if it has no such place."""
    extras = Extras.of(pad)
    assert extras is not None
    words: dict[str, list[str]] = {}
    for place in places:
        kind = "seconds" if place.endswith("+") else "fields" if "-" in place else "cells"
        words.setdefault(kind, []).append(place.removesuffix("+"))
    try:
        for kind, found in words.items():
            extras = extras.with_words(kind, found, pad)
    except NoSuchExtra as wrong:
        raise KeyError(str(wrong)) from None
    printed = zip(extras.seconds, pad.special.seconds, strict=True)
    if any(crossed & ~fields for crossed, fields in printed):
        raise KeyError(" ".join(words["seconds"]))
    return extras


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
