"""Many sheets of one pad at once: crosses, bonuses and locks by the rules, in arrays.

The same rules as `companion.rules`, default rulings; tests hold the two against each other move for move.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.advisor.grid import Grid
from companion.advisor.states import Integers

Truths = npt.NDArray[np.bool_]

TWO_WEAKEST, EACH_ROW = 0, 1
"""Places in BONUS_TYPES of the two bonuses that mark cells."""


@dataclass(slots=True, eq=False)
class Sheets:
    """m sheets: `rows` (4, m) bits, `misses`, `bar`, `earned` (m,), `lucky` (2, m); see States."""

    rows: Integers
    misses: Integers
    bar: Integers
    earned: Integers
    lucky: Integers
    special: bool = True
    """Whether there are bonuses or lucky numbers; else `bar`, `earned` and `lucky` are all zeros."""

    @classmethod
    def empty(cls, count: int, lucky: Integers, special: bool) -> Sheets:
        """Nothing marked."""
        misses, bar, earned = np.zeros((3, count), np.int32)
        return cls(np.zeros((4, count), np.int32), misses, bar, earned, lucky, special)

    @classmethod
    def joined(cls, *parts: Sheets) -> Sheets:
        """All sheets of the parts, one after the other."""
        rows = np.concatenate([part.rows for part in parts], axis=1)
        misses = np.concatenate([part.misses for part in parts])
        if not parts[0].special:
            nothing = np.zeros((4, rows.shape[1]), np.int32)
            return cls(rows, misses, nothing[0], nothing[1], nothing[2:], False)
        return cls(
            rows,
            misses,
            np.concatenate([part.bar for part in parts]),
            np.concatenate([part.earned for part in parts]),
            np.concatenate([part.lucky for part in parts], axis=1),
        )

    def __len__(self) -> int:
        return len(self.misses)

    def take(self, which: npt.NDArray[np.intp] | Truths) -> Sheets:
        """A copy of the sheets of an index or a mask."""
        rows = self.rows[:, which]
        if not self.special:
            nothing = np.zeros((4, rows.shape[1]), np.int32)
            return Sheets(rows, self.misses[which], nothing[0], nothing[1], nothing[2:], False)
        lucky = self.lucky[:, which]
        return Sheets(rows, self.misses[which], self.bar[which], self.earned[which], lucky)

    def put(self, where: npt.NDArray[np.intp], other: Sheets) -> None:
        """Replace what stands on the sheets of an index."""
        self.rows[:, where] = other.rows
        self.misses[where] = other.misses
        if not self.special:
            return
        self.bar[where] = other.bar
        self.earned[where] = other.earned


def locked(grid: Grid, rows: Integers) -> Integers:
    """(m,) the rows of (4, m) that are locked, one bit each."""
    closed = rows >= 1 << grid.first_closing
    mask: Integers = closed[0].astype(np.int32)
    for row in range(1, 4):
        mask += np.left_shift(closed[row], row, dtype=np.int32)
    return mask


def allowed(grid: Grid, bits: Integers, cell: Integers, closed: Truths) -> Truths:
    """Whether a cross may stand at `cell` (-1: never) of a row: right of all marks, the row open, a last
    cell with its marks (rules.md: left-to-right, row-closed, lock-needs-five, lock-needs-six)."""
    fits: Truths = (grid.markable[bits] >> cell & 1 != 0) & ~closed
    return fits


def mark(
    grid: Grid,
    sheets: Sheets,
    row: Integers,
    cell: Integers,
    closed: Integers,
    choice: Integers | None = None,
) -> Integers:
    """Cross one legal cell on each sheet, in place, with every bonus that it brings.

    `choice`: for each sheet the row to take where the weakest tie, -1 for the topmost that can take a
    cross. Gives for each sheet the rows that tied, one bit each, 0 where nothing was asked.
    """
    every = np.arange(len(sheets))
    sheets.rows[row, every] |= np.int32(1) << cell
    if len(grid.bar):
        _follow_bar(grid, sheets, row, cell, closed)
    elif len(grid.pairs):
        return _Pairs(grid, sheets, closed, choice).follow(row, cell)
    return np.zeros(len(sheets), np.int32)


def _follow_bar(grid: Grid, sheets: Sheets, row: Integers, cell: Integers, closed: Integers) -> None:
    """rules.md: bonus-bar, bonus-chain, bonus-lock; a chain goes on while it meets bonus cells."""
    full = np.int32((1 << len(grid.bar)) - 1)
    which = np.arange(len(sheets))
    while len(which):
        sheets.bar[which] |= np.where(cell >= grid.first_closing, grid.boxes[grid.closing_colour[row]], 0)
        free = full & ~sheets.bar[which]
        more = (grid.bonus_cells[row] >> cell & 1 != 0) & (free != 0)
        which, free = which[more], free[more]
        box = free & -free
        sheets.bar[which] |= box
        row = grid.bar[np.log2(box).astype(np.int32)]
        bits = sheets.rows[row, which]
        cell = grid.next_cell[bits].astype(np.int32)
        open_ = allowed(grid, bits, cell, closed[which] >> row & 1 != 0)
        which, row, cell = which[open_], row[open_], cell[open_]
        sheets.rows[row, which] |= np.int32(1) << cell


class _Pairs:
    """Bonus B on many sheets: each that earns a bonus has a queue of at most two that mark cells."""

    def __init__(self, grid: Grid, sheets: Sheets, closed: Integers, choice: Integers | None) -> None:
        self.grid = grid
        self.sheets = sheets
        self.closed = closed
        self.choice = np.full(len(sheets), -1, np.int32) if choice is None else choice
        self.queue = np.full((3, len(sheets)), -1, np.int32)
        self.length = np.zeros(len(sheets), np.int32)
        self.asked = np.zeros(len(sheets), np.int32)
        self.kind = np.full((4, grid.size), -1, np.int32)
        for kind, cells in enumerate(grid.pairs):
            for row, bit in cells:
                self.kind[row, int(bit).bit_length() - 1] = kind

    def follow(self, row: Integers, cell: Integers) -> Integers:
        """What the first cross on each sheet brings; gives the rows that tied."""
        self._note(np.arange(len(self.sheets)), row, cell)
        for turn in range(2):
            waiting = np.flatnonzero(self.length > turn)
            kinds = self.queue[turn, waiting]
            each, weakest = waiting[kinds == EACH_ROW], waiting[kinds == TWO_WEAKEST]
            for number in range(4):
                self._cross(each, np.full(len(each), number, np.int32))
            if len(weakest):
                chosen = self._choose(weakest)
                self._cross(weakest, chosen)
                self._cross(weakest, chosen)
        return self.asked

    def _note(self, which: npt.NDArray[np.intp], row: Integers, cell: Integers) -> None:
        kind = self.kind[row, cell]
        some = kind >= 0
        which, kind = which[some], kind[some]
        (r1, b1), (r2, b2) = self.grid.pairs[kind].transpose(1, 2, 0)
        rows = self.sheets.rows
        new = (rows[r1, which] & b1 != 0) & (rows[r2, which] & b2 != 0)
        new &= self.sheets.earned[which] >> kind & 1 == 0
        which, kind = which[new], kind[new]
        self.sheets.earned[which] |= np.int32(1) << kind
        marking = kind <= EACH_ROW
        which, kind = which[marking], kind[marking]
        self.queue[self.length[which], which] = kind
        self.length[which] += 1

    def _free(self, which: npt.NDArray[np.intp], row: Integers) -> tuple[Truths, Integers]:
        bits = self.sheets.rows[row, which]
        cell = self.grid.next_cell[bits].astype(np.int32)
        return allowed(self.grid, bits, cell, self.closed[which] >> row & 1 != 0), cell

    def _cross(self, which: npt.NDArray[np.intp], row: Integers) -> None:
        free, cell = self._free(which, row)
        which, row, cell = which[free], row[free], cell[free]
        self.sheets.rows[row, which] |= np.int32(1) << cell
        self._note(which, row, cell)

    def _choose(self, which: npt.NDArray[np.intp]) -> Integers:
        count = self.grid.count[self.sheets.rows[:, which]]
        tied = count == count.min(0)
        several = tied.sum(0) > 1
        self.asked[which[several]] = (tied[:, several] * np.array([1, 2, 4, 8])[:, None]).sum(0)
        free = np.array([self._free(which, np.full(len(which), row, np.int32))[0] for row in range(4)])
        able = tied & free
        default = np.where(able.any(0), able.argmax(0), tied.argmax(0))
        choice = self.choice[which]
        chosen: Integers = np.where(several & (choice >= 0), choice, default).astype(np.int32)
        return chosen
