"""Features: what a value network is told of a table.

Some of it are places in the network's table of vectors, which are added up: for each row how far the viewer
is and how far the best opponent, by itself, for one row both, and for one of them two rows together. The rest
are numbers about 0 to 1: misses, bonuses, of the other opponents what counts most, rows closed, dice gone,
who throws next.
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
Places = npt.NDArray[np.int16]

OPPONENTS = 4
SUMMARY = 7
"""Numbers about each opponent beside the sheet of the best."""
SLOTS = 16
"""Vectors that are added up for one table: 4 rows of each side, 4 rows of both, 2 pairs of rows of each."""
TOGETHER = ((0, 1), (2, 3))
"""Rows that are looked at in pairs: on most pads the same white sum marks the same place in both."""


@dataclass(frozen=True, slots=True, eq=False)
class EncodedStates:
    """n tables as a network is told. `places`: (n, SLOTS) in the table of vectors. `rest`: (n, width)."""

    places: Places
    rest: Floats

    def __len__(self) -> int:
        return len(self.rest)

    def take(self, which: npt.NDArray[np.intp] | slice) -> EncodedStates:
        """The tables of an index."""
        return EncodedStates(self.places[which], self.rest[which])


class Features:
    """States of one pad -> Seen. `vectors`: how many the network's table has; `width`: of the rest.

    `slots`: (SLOTS,) where the part of each slot begins in the table of vectors. `row`: (k, w) float32, for
    each state of a row what may be told of it in w numbers: a start for the vectors of rows.
    """

    def __init__(self, pad: Pad) -> None:
        self.grid = table = grid(pad)
        bits = np.arange(len(table.place))
        place, count = table.place.astype(int), table.count.astype(int)
        # States of a row: 0 closed; else by next cell and crosses. Ways: by next cell and whether the lock is
        # in reach. Next cells: 0 closed.
        self._state = _numbered(place * 32 + count, table.locked)
        self._way = _numbered(place * 2 + (count >= table.needs), table.locked)
        self._next = _numbered(place, table.locked)
        states, ways, nexts = (int(t.max()) + 1 for t in (self._state, self._way, self._next))
        sizes = [states] * 8 + [ways * ways] * 4 + [nexts * nexts] * 4
        self.slots = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int32)
        self.states, self._ways, self._nexts = states, ways, nexts
        self.vectors = sum(sizes)
        told = self._row_table(bits)
        self.row = np.zeros((states, told.shape[1]), np.float32)
        self.row[self._state] = told
        self._free = self._free_table() if pad.bar else None
        bonus = self._free.shape[1] if self._free is not None else 3 * len(table.pairs)
        self.sheet = 4 + 1 + bonus + pad.lucky
        self.width = 2 * self.sheet + OPPONENTS * SUMMARY + 5 + 5 + 1 + 4 + 2

    def _row_table(self, bits: npt.NDArray[np.int_]) -> Floats:
        """(2**size, w): a row that is open: where the next cell lies, how many marks, whether they suffice to
        lock it, and how many points they make. A locked row is all zeros, like a closed one."""
        grid = self.grid
        most = grid.needs + 3
        place, count = grid.place.astype(int), grid.count.astype(int)
        table = np.zeros((len(place), grid.size + 1 + most + 2), np.float32)
        table[bits, place] = 1
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

    def __call__(self, states: States) -> EncodedStates:
        """What is told of each table."""
        n, players = len(states), states.players
        scores = self.grid.points(states.rows, states.misses, states.earned)
        open_rows = (states.closed[:, None] >> np.arange(4) & 1) == 0
        out = np.zeros((n, self.width), np.float32)
        self._fill(out[:, : self.sheet], states, 0, open_rows)
        dead = np.int32(len(self._state) - 1)  # all marked, so locked
        own = np.where(open_rows, states.rows[:, 0], dead)
        other = np.full_like(own, dead)
        at = self.sheet
        if players > 1:
            order = np.argsort(-scores[:, 1:], axis=1, kind="stable") + 1 if players > 2 else None
            best = order[:, 0] if order is not None else np.ones(n, np.intp)
            other = np.where(open_rows, states.rows[np.arange(n), best], dead)
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
        out[:, at + 11 : at + 15] = states.removed[:, None] >> np.arange(4) & 1
        closed = np.bitwise_count(states.closed)
        out[:, at + 15] = closed >= 1
        out[:, at + 16] = states.misses.max(1) == 3
        return EncodedStates(self._places(own, other), out)

    def _places(self, own: Integers, other: Integers) -> Places:
        """(n, SLOTS) for rows (n, 4) of the viewer and the best opponent, closed ones all marked."""
        places = np.empty((len(own), SLOTS), np.int16)
        places[:, 0:4] = self._state[own]
        places[:, 4:8] = self._state[other]
        places[:, 8:12] = self._way[own] * self._ways + self._way[other]
        for at, rows in ((12, self._next[own]), (14, self._next[other])):
            for pair, (one, two) in enumerate(TOGETHER):
                places[:, at + pair] = rows[:, one] * self._nexts + rows[:, two]
        places += self.slots.astype(np.int16)
        return places

    def turns(self) -> list[npt.NDArray[np.intp]]:
        """Where rows are alike: orders of the four rows that leave the game as it is: the two rising ones
        exchanged, the two falling ones, or both pairs."""
        found = []
        for first, second in ((0, 2), (2, 0)):
            for a in (0, 1):
                for b in (0, 1):
                    found.append(np.array((first + a, first + 1 - a, second + b, second + 1 - b)))
        return found

    def turned(self, seen: EncodedStates, rows: npt.NDArray[np.intp]) -> EncodedStates:
        """The same tables with their rows in another order, one of `turns`."""
        places = seen.places.astype(np.int32) - self.slots
        out = places.copy()
        for start in (0, 4, 8):
            out[:, start : start + 4] = places[:, start + rows]
        for start in (12, 14):
            for pair in (0, 1):
                from_, across = divmod(int(rows[2 * pair]), 2)
                value = places[:, start + from_]
                if across:
                    one, two = np.divmod(value, self._nexts)
                    value = two * self._nexts + one
                out[:, start + pair] = value
        rest = seen.rest.copy()
        gone = 2 * self.sheet + OPPONENTS * SUMMARY + 11
        rest[:, gone : gone + 4] = seen.rest[:, gone + rows]
        return EncodedStates((out + self.slots).astype(np.int16), rest)

    def _fill(
        self,
        out: Floats,
        states: States,
        seat: int | Seats,
        open_rows: npt.NDArray[np.bool_],
    ) -> None:
        """One sheet but for its rows. `out` is a view of the columns to fill."""
        every = np.arange(len(states))
        rows, misses = states.rows[every, seat], states.misses[every, seat]
        for number in range(1, 5):
            out[:, number - 1] = misses >= number
        out[:, 4] = self.grid.count[rows].min(1).clip(0, 8) / 8
        at = 5
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


def _numbered(keys: npt.NDArray[np.int_], locked: npt.NDArray[np.bool_]) -> Integers:
    """(2**size,) the keys of open rows numbered from 1 in order; 0 for locked rows."""
    out = np.zeros(len(keys), np.int32)
    out[~locked] = 1 + np.unique(keys[~locked], return_inverse=True)[1]
    return out
