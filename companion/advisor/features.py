"""Features: what a value network is told of a table, as numbers about 0 to 1.

The viewer's sheet and that of the best opponent cell by cell; of the other opponents what counts most; rows
closed, dice gone, who throws next.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from companion.advisor.grid import grid
from companion.advisor.states import Integers, States
from sheets.pad import Pad

Floats = npt.NDArray[np.float32]
Seats = npt.NDArray[np.intp]

OPPONENTS = 4
SUMMARY = 7
"""Numbers about each opponent beside the sheet of the best."""


class Features:
    """States of one pad -> (n, `width`) float32."""

    def __init__(self, pad: Pad) -> None:
        self.grid = grid(pad)
        self._row = self._row_table()
        self._free = self._free_table() if pad.bar else None
        bonus = self._free.shape[1] if self._free is not None else 3 * len(self.grid.pairs)
        self.sheet = 4 * self._row.shape[1] + 4 + 1 + bonus + pad.lucky
        self.width = 2 * self.sheet + OPPONENTS * SUMMARY + 5 + 5 + 1 + 4 + 2

    def _row_table(self) -> Floats:
        """(2**size, k): a row that is open: where the next cell lies, how many marks, whether they suffice to
        lock it, and how many are still to come at most. A locked row is all zeros, like a closed one."""
        grid = self.grid
        most = grid.needs + 3
        place, count = grid.place.astype(int), grid.count.astype(int)
        table = np.zeros((len(place), grid.size + 1 + most + 2), np.float32)
        every = np.arange(len(place))
        table[every, place] = 1
        for marks in range(1, most + 1):
            table[:, grid.size + marks] = count >= marks
        table[:, -2] = count * (count + 1) / 2 / 30
        table[:, -1] = count / grid.size
        table[grid.locked] = 0
        return table

    def _free_table(self) -> Floats:
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

    def __call__(self, states: States) -> Floats:
        """(n, width)."""
        n, players = len(states), states.players
        grid = self.grid
        scores = grid.points(states.rows, states.misses, states.earned)
        open_rows = (states.shut[:, None] >> np.arange(4) & 1) == 0
        out = np.zeros((n, self.width), np.float32)
        self._fill(out[:, : self.sheet], states, 0, open_rows)
        at = self.sheet
        if players > 1:
            order = np.argsort(-scores[:, 1:], axis=1, kind="stable") + 1 if players > 2 else None
            best = order[:, 0] if order is not None else np.ones(n, np.intp)
            self._fill(out[:, at : 2 * at], states, best, open_rows)
            at *= 2
            for number in range(players - 1):
                seat = order[:, number] if order is not None else best
                self._summary(out[:, at : at + SUMMARY], states, seat, scores, open_rows)
                at += SUMMARY
        at = 2 * self.sheet + OPPONENTS * SUMMARY
        out[:, at + players - 1] = 1
        out[np.arange(n), at + 5 + states.next] = 1
        out[:, at + 10] = scores[:, 0] / 100
        out[:, at + 11 : at + 15] = states.gone[:, None] >> np.arange(4) & 1
        closed = np.bitwise_count(states.shut)
        out[:, at + 15] = closed >= 1
        out[:, at + 16] = states.misses.max(1) == 3
        return out

    def turns(self) -> list[npt.NDArray[np.intp]]:
        """Where rows are alike: orders of the features that show the same table with rows exchanged, the two
        rising ones among themselves, the two falling ones, or both pairs."""
        k = self._row.shape[1]
        found = []
        for first, second in ((0, 2), (2, 0)):
            for a in (0, 1):
                for b in (0, 1):
                    rows = (first + a, first + 1 - a, second + b, second + 1 - b)
                    order = np.arange(self.width)
                    for sheet in (0, self.sheet):
                        for to, row in enumerate(rows):
                            start = sheet + k * to
                            order[start : start + k] = np.arange(k) + sheet + k * row
                    gone = 2 * self.sheet + OPPONENTS * SUMMARY + 11
                    order[gone : gone + 4] = gone + np.array(rows)
                    found.append(order)
        return found

    def _fill(
        self,
        out: Floats,
        states: States,
        seat: int | Seats,
        open_rows: npt.NDArray[np.bool_],
    ) -> None:
        """One sheet in full. `out` is a view of the columns to fill."""
        every = np.arange(len(states))
        k = self._row.shape[1]
        rows, misses = states.rows[every, seat], states.misses[every, seat]
        dead = np.int32(len(self._row) - 1)  # all marked, so locked: zeros
        out[:, : 4 * k] = self._row[np.where(open_rows, rows, dead)].reshape(len(states), 4 * k)
        at = 4 * k
        for number in range(1, 5):
            out[:, at] = misses >= number
            at += 1
        out[:, at] = self.grid.count[rows].min(1).clip(0, 8) / 8
        at += 1
        if self._free is not None:
            out[:, at : at + self._free.shape[1]] = self._free[states.bar[every, seat]]
            at += self._free.shape[1]
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

    def _summary(
        self, out: Floats, states: States, seat: Seats, scores: Integers, open_rows: npt.NDArray[np.bool_]
    ) -> None:
        every = np.arange(len(states))
        count = self.grid.count[states.rows[every, seat]] * open_rows
        locked = self.grid.locked[states.rows[every, seat]]
        lead = (scores[:, 0] - scores[every, seat]).astype(np.float32)
        out[:, 0] = 1
        out[:, 1] = lead / 50
        out[:, 2] = np.clip(lead / 10, -1, 1)
        out[:, 3] = states.misses[every, seat] / 4
        out[:, 4] = ((count >= self.grid.needs) & ~locked).sum(1) / 2
        out[:, 5] = (seat - states.next) % states.players / 4
        out[:, 6] = (count * ~locked).max(1) / 10
