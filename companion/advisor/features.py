"""Features: what a value network reads of a table.

Some of them are indices into the network's table of vectors, which are added up: for each row how far the
viewer is and how far the best opponent, each alone and for one row both together, and for each of the two the
rows of a pair together. The rest are numbers from about 0 to 1: misses, bonuses, what counts most of the
other opponents, rows closed, dice removed, who throws next.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.advisor.grid import grid
from companion.advisor.states import Integers, States
from sheets.pad import Pad

Floats = npt.NDArray[np.float32]
Seats = npt.NDArray[np.intp]
Truths = npt.NDArray[np.bool_]
VectorIds = npt.NDArray[np.int16]

MAX_OPPONENTS = 4
OPPONENT_NUMBERS = 7
"""Numbers about each opponent beside the sheet of the best."""
SLOTS = 16
"""Vectors that are added up for one table: 4 rows of each side, 4 rows of both, 2 pairs of rows of each."""
ROW_PAIRS = ((0, 1), (2, 3))
"""Rows that are looked at in pairs: on most pads the same white sum marks the same place in both."""


@dataclass(frozen=True, slots=True, eq=False)
class EncodedStates:
    """n tables as a network reads them. `vector_ids`: (n, SLOTS), into the table of vectors. `numbers`:
    (n, width)."""

    vector_ids: VectorIds
    numbers: Floats

    def __len__(self) -> int:
        return len(self.numbers)

    def take(self, which: npt.NDArray[np.intp] | slice) -> EncodedStates:
        """The tables of an index."""
        return EncodedStates(self.vector_ids[which], self.numbers[which])


class FeatureEncoder:
    """States of one pad -> EncodedStates. `vector_count`: vectors in the network's table. `width`: how many
    numbers.

    `slot_starts`: (SLOTS,) where the part of each slot begins in the table of vectors. `row_features`: (k, w)
    float32, each state of a row described by w numbers: a start for the vectors of rows.
    """

    def __init__(self, pad: Pad) -> None:
        self.grid = table = grid(pad)
        next_cell, count = table.next_cell.astype(int), table.count.astype(int)
        # States of a row: 0 closed; else by next cell and crosses. Ways: by next cell and whether the lock is
        # in reach. Next cells: 0 closed.
        self._state = _numbered(next_cell * 32 + count, table.locked)
        self._way = _numbered(next_cell * 2 + (count >= table.lock_needs), table.locked)
        self._next = _numbered(next_cell, table.locked)
        states, ways, nexts = (int(t.max()) + 1 for t in (self._state, self._way, self._next))
        sizes = [states] * 8 + [ways * ways] * 4 + [nexts * nexts] * 4
        self.slot_starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int32)
        self._ways, self._nexts = ways, nexts
        self.vector_count = sum(sizes)
        described = self._row_table()
        self.row_features = np.zeros((states, described.shape[1]), np.float32)
        self.row_features[self._state] = described
        self._free_boxes = self._box_table() if pad.bar else None
        bonus = 3 * len(table.pairs) if self._free_boxes is None else self._free_boxes.shape[1]
        self._sheet_width = 4 + 1 + bonus + pad.lucky
        self._others_at = 2 * self._sheet_width
        self._table_at = self._others_at + MAX_OPPONENTS * OPPONENT_NUMBERS
        self._removed_at = self._table_at + 5 + 5 + 1
        self.width = self._removed_at + 4 + 2

    def __call__(self, states: States) -> EncodedStates:
        """What the network reads of each table."""
        n, players = len(states), states.players
        every = np.arange(n)
        scores = self.grid.points(states.rows, states.misses, states.earned)
        open_rows = (states.closed[:, None] >> np.arange(4) & 1) == 0
        closed_row = np.int32(len(self._state) - 1)  # all marked, so locked
        own = np.where(open_rows, states.rows[:, 0], closed_row)
        other = np.full_like(own, closed_row)
        out = np.zeros((n, self.width), np.float32)
        self._fill_sheet(out[:, : self._sheet_width], states, 0, open_rows)
        if players > 1:
            ranking = np.argsort(-scores[:, 1:], axis=1, kind="stable") + 1
            best = ranking[:, 0]
            other = np.where(open_rows, states.rows[every, best], closed_row)
            self._fill_sheet(out[:, self._sheet_width : self._others_at], states, best, open_rows)
            for number in range(players - 1):
                at = self._others_at + number * OPPONENT_NUMBERS
                part = out[:, at : at + OPPONENT_NUMBERS]
                self._fill_opponent(part, states, ranking[:, number], scores, open_rows)
        at = self._table_at
        out[:, at + players - 1] = 1
        out[every, at + 5 + states.next] = 1
        out[:, at + 10] = scores[:, 0] / 100
        at = self._removed_at
        out[:, at : at + 4] = states.removed[:, None] >> np.arange(4) & 1
        out[:, at + 4] = np.bitwise_count(states.closed) >= 1
        out[:, at + 5] = states.misses.max(1) == 3
        return EncodedStates(self._vector_ids(own, other), out)

    def row_permutations(self) -> list[npt.NDArray[np.intp]]:
        """Orders of the four rows that leave the game as it is if rows are alike: the two rising ones
        exchanged, the two falling ones, or both pairs."""
        return [
            np.array((first + a, first + 1 - a, second + b, second + 1 - b))
            for first, second in ((0, 2), (2, 0))
            for a in (0, 1)
            for b in (0, 1)
        ]

    def permuted(self, encoded: EncodedStates, rows: npt.NDArray[np.intp]) -> EncodedStates:
        """The same tables with their rows in another order, one of `row_permutations`."""
        ids = encoded.vector_ids.astype(np.int32) - self.slot_starts
        out = ids.copy()
        for start in (0, 4, 8):
            out[:, start : start + 4] = ids[:, start + rows]
        for start in (12, 14):
            for pair in (0, 1):
                from_, across = divmod(int(rows[2 * pair]), 2)
                value = ids[:, start + from_]
                if across:
                    one, two = np.divmod(value, self._nexts)
                    value = two * self._nexts + one
                out[:, start + pair] = value
        numbers, at = encoded.numbers.copy(), self._removed_at
        numbers[:, at : at + 4] = encoded.numbers[:, at + rows]
        return EncodedStates((out + self.slot_starts).astype(np.int16), numbers)

    def _row_table(self) -> Floats:
        """(2**size, w): a row that is open: where the next cell lies, how many marks, whether they suffice to
        lock it, and how many points they make. A locked row is all zeros, like a closed one."""
        grid = self.grid
        most = grid.lock_needs + 3
        next_cell, count = grid.next_cell.astype(int), grid.count.astype(int)
        table = np.zeros((len(count), grid.size + 1 + most + 2), np.float32)
        table[np.arange(len(count)), next_cell] = 1
        for marks in range(1, most + 1):
            table[:, grid.size + marks] = count >= marks
        table[:, -2] = count * (count + 1) / 2 / 30
        table[:, -1] = count / grid.size
        table[grid.locked] = 0
        return table

    def _box_table(self) -> Floats:
        """(2**boxes, k): Bonus A: for the first three free boxes the row that each marks, and how many are
        free."""
        boxes = len(self.grid.bar)
        table = np.zeros((1 << boxes, 3 * 4 + 1), np.float32)
        for crossed in range(1 << boxes):
            free = [i for i in range(boxes) if not crossed >> i & 1]
            for number, box in enumerate(free[:3]):
                table[crossed, 4 * number + self.grid.bar[box]] = 1
            table[crossed, -1] = len(free) / boxes
        return table

    def _vector_ids(self, own: Integers, other: Integers) -> VectorIds:
        """(n, SLOTS) for rows (n, 4) of the viewer and the best opponent, closed ones all marked."""
        ids = np.empty((len(own), SLOTS), np.int16)
        ids[:, 0:4] = self._state[own]
        ids[:, 4:8] = self._state[other]
        ids[:, 8:12] = self._way[own] * self._ways + self._way[other]
        for at, rows in ((12, self._next[own]), (14, self._next[other])):
            for pair, (one, two) in enumerate(ROW_PAIRS):
                ids[:, at + pair] = rows[:, one] * self._nexts + rows[:, two]
        ids += self.slot_starts.astype(np.int16)
        return ids

    def _fill_sheet(self, out: Floats, states: States, seat: int | Seats, open_rows: Truths) -> None:
        """One sheet but for its rows. `out` is a view of the columns to fill."""
        every = np.arange(len(states))
        rows, misses = states.rows[every, seat], states.misses[every, seat]
        for number in range(1, 5):
            out[:, number - 1] = misses >= number
        out[:, 4] = self.grid.count[rows].min(1).clip(0, 8) / 8
        at = 5
        if self._free_boxes is not None:
            out[:, at : at + self._free_boxes.shape[1]] = self._free_boxes[states.bar[every, seat]]
            at += self._free_boxes.shape[1]
        earned = states.earned[every, seat]
        for kind, cells in enumerate(self.grid.pairs):
            have = earned >> kind & 1
            half, reach = np.zeros(len(states), np.int32), np.ones(len(states), bool)
            for row, bit in cells:
                marked = rows[:, row] & bit != 0
                half += marked
                reach &= marked | ((rows[:, row] < bit) & open_rows[:, row])
            out[:, at] = have
            out[:, at + 1] = reach & (have == 0)
            out[:, at + 2] = reach & (have == 0) & (half == 1)
            at += 3
        if self.grid.pad.lucky:
            chances = self.grid.white_chances().astype(np.float32)
            out[:, at] = 4 * chances[states.lucky[every, seat]].sum(-1)

    def _fill_opponent(
        self, out: Floats, states: States, seat: Seats, scores: Integers, open_rows: Truths
    ) -> None:
        """What counts most of one opponent. `out` is a view of the columns to fill."""
        every = np.arange(len(states))
        count = self.grid.count[states.rows[every, seat]] * open_rows
        locked = self.grid.locked[states.rows[every, seat]]
        lead = (scores[:, 0] - scores[every, seat]).astype(np.float32)
        out[:, 0] = 1
        out[:, 1] = lead / 50
        out[:, 2] = np.clip(lead / 10, -1, 1)
        out[:, 3] = states.misses[every, seat] / 4
        out[:, 4] = ((count >= self.grid.lock_needs) & ~locked).sum(1) / 2
        out[:, 5] = (seat - states.next) % states.players / 4
        out[:, 6] = (count * ~locked).max(1) / 10


def _numbered(keys: npt.NDArray[np.int_], locked: Truths) -> Integers:
    """(2**size,) the keys of open rows numbered from 1 in order; 0 for locked rows."""
    out = np.zeros(len(keys), np.int32)
    out[~locked] = 1 + np.unique(keys[~locked], return_inverse=True)[1]
    return out
