"""Thousands of games at once, as arrays: good play on pads that may differ from player to player.

The rules are those of `companion.rules` under the default rulings; a test replays games in both. The engine
of self-play would need numba, which nobody needs to print or play, and one pad for all players. A player
takes the crosses that add most to the expected lead, the active one looking ahead from action 1 to action 2,
and ends the game only if that serves the lead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.dealing.arrays import POINT, TURN_STEPS, PadArrays, Whole
from sheets.serial import FAIR_PAIRS

Flags = npt.NDArray[np.bool_]

NEVER = -(1 << 28)
"""The value of what the rules forbid."""
MISS_COST = (6.0, 6.5, 7.5, 5.0)
"""Cost of the first to fourth miss in points: five, and the loss by a shorter game; chosen."""
FEWER_TURNS = (1.0, 0.95, 0.85, 0.6, 0.1)
"""Share of the turns that is left if somebody has 0 to 4 misses (as in `companion.advisor.heuristic`)."""
ROWS = np.arange(4, dtype=np.int32)
MAX_TURNS = 400
"""Upper bound of the turns of a game, which four misses end."""


@dataclass(slots=True, eq=False)
class Tables:
    """n tables of p players each. `pads` (n, p): the place of each player's pad. `following`, `crosses`
    (n, p, 4): the state of each row. `misses` (n, p). `closed` (n, 4): rows closed for all.
    `number` (n,): of the game."""

    pads: Whole
    following: Whole
    crosses: Whole
    misses: Whole
    closed: Flags
    number: Whole

    @classmethod
    def begin(cls, pads: Whole) -> Tables:
        """Empty sheets."""
        games, players = pads.shape
        rows = np.zeros((2, games, players, 4), np.int32)
        misses, closed = np.zeros((games, players), np.int32), np.zeros((games, 4), np.bool_)
        number = np.arange(games, dtype=np.int32)
        return cls(pads.astype(np.int32), rows[0], rows[1], misses, closed, number)

    def only(self, kept: Flags) -> Tables:
        """Some of the tables."""
        return Tables(
            self.pads[kept],
            self.following[kept],
            self.crosses[kept],
            self.misses[kept],
            self.closed[kept],
            self.number[kept],
        )


@dataclass(slots=True, eq=False)
class Choices:
    """What may be crossed, an option a column (n, m): `row`, `cell`, and `value`: the gain, NEVER if it is
    illegal. `ends`: it locks a row that ends the game."""

    row: Whole
    cell: Whole
    value: Whole
    ends: Flags


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One action of one player, for who checks the rules: the numbers of the games, the dice (n, 6) as
    thrown, the player, the action (1 or 2), and the row and cell crossed (n,), -1 for none."""

    games: Whole
    dice: Whole
    player: int
    action: int
    row: Whole
    cell: Whole


Observer = Callable[[Step], None]


class Simulation:
    """Games of one table on the pads of `arrays`."""

    def __init__(self, arrays: PadArrays, pads: Whole, seed: int, observe: Observer | None = None) -> None:
        """`pads` (n, p): which pad each player of each game has. The same seed throws the same dice."""
        self.arrays, self.observe = arrays, observe
        self.tables = Tables.begin(pads)
        self._chance = np.random.PCG64(seed)
        self._lucky = self._draw_lucky(pads.shape) if arrays.has_lucky else None
        self._turns = np.zeros(len(pads), np.int32)
        self._value: Whole = np.zeros(pads.shape, np.int32)
        self._points = self._value

    def play(self) -> Whole:
        """(n, p) the points at the end."""
        games, players = self.tables.pads.shape
        points = np.zeros((games, players), np.int32)
        for turn in range(MAX_TURNS):
            over = self._turn(turn % players)
            if over.any():
                ended = self.tables.only(over)
                points[ended.number] = self._score(ended)
                self.tables = self.tables.only(~over)
            if not len(self.tables.pads):
                return points
        raise RuntimeError(f"{len(self.tables.pads)} games are still going on.")

    # -- one turn ------------------------------------------------------------------------------------------

    def _turn(self, active: int) -> Flags:
        """(n,) tell which games are over after a turn."""
        tables, dice = self.tables, self._throw()
        thrown = dice.copy()
        self._remove(dice)
        self._look_ahead()
        taken = [
            self._first(player, dice) if player != active else self._first_of_two(player, dice)
            for player in range(tables.pads.shape[1])
        ]
        marked = np.zeros(len(dice), np.bool_)
        for player, (row, cell) in enumerate(taken):
            self._cross(player, row, cell)
            self._report(thrown, player, 1, row, cell)
            if player == active:
                marked = row >= 0
        self._close()
        going = tables.closed.sum(1) < 2
        self._remove(dice)
        self._look_ahead()
        row, cell = self._second(active, dice, marked)
        row, cell = np.where(going, row, -1), np.where(going, cell, -1)
        self._cross(active, row, cell)
        self._report(thrown, active, 2, row, cell)
        tables.misses[:, active] += going & ~marked & (row < 0)
        self._close()
        over: Flags = (tables.closed.sum(1) >= 2) | (tables.misses[:, active] >= 4)
        return over

    def _draw_lucky(self, shape: tuple[int, ...]) -> Whole:
        """(n, p, 2) a fair pair of lucky numbers for each player of each game."""
        raw = self._chance.random_raw(int(np.prod(shape))).astype(np.uint64).reshape(shape)
        drawn = ((raw >> np.uint64(48)) * np.uint64(len(FAIR_PAIRS))) >> np.uint64(16)
        return np.array(FAIR_PAIRS, np.int32)[drawn.astype(np.int64)]

    @property
    def lucky(self) -> Whole | None:
        """(n, p, 2) the lucky numbers of each player of each game; None on sheets without."""
        return self._lucky

    def _throw(self) -> Whole:
        """(n, 6) two white, red, yellow, green, blue."""
        raw = self._chance.random_raw(2 * len(self.tables.pads)).astype(np.uint64).reshape(-1, 2)
        bits = np.stack([raw[:, die // 3] >> np.uint64(16 * (die % 3)) for die in range(6)], axis=1)
        dice = ((bits & np.uint64(0xFFFF)) * np.uint64(self.arrays.sides)) >> np.uint64(16)
        return np.asarray(dice + np.uint64(1), np.int32)

    def _remove(self, dice: Whole) -> None:
        """Dice of closed rows leave (rules.md: die-removed)."""
        for row in range(4):
            dice[self.tables.closed[:, row], 2 + self.arrays.die_of[row]] = 0

    def _close(self) -> None:
        """Rows that somebody locked close for everyone (rules.md: row-closed)."""
        tables = self.tables
        tables.closed |= (tables.following == self.arrays.size).any(1)

    def _report(self, dice: Whole, player: int, action: int, row: Whole, cell: Whole) -> None:
        if self.observe is not None:
            self.observe(Step(self.tables.number, dice, player, action, row, cell))

    def _cross(self, player: int, row: Whole, cell: Whole) -> None:
        """Cross a cell of each game, where one was chosen."""
        tables, arrays = self.tables, self.arrays
        games = np.flatnonzero(row >= 0)
        r, i, pad = row[games], cell[games], tables.pads[games, player]
        tables.following[games, player, r] = np.where(i >= arrays.first_closing, arrays.size, i + 1)
        tables.crosses[games, player, r] += arrays.gain[pad, r, i]

    # -- values ---------------------------------------------------------------------------------------------

    def _score(self, tables: Tables) -> Whole:
        """(n, p) points as if the game ended now."""
        rows = self.arrays.points[tables.crosses].sum(2)
        found: Whole = rows - 5 * tables.misses
        return found

    def _look_ahead(self) -> None:
        """Estimate the remaining turns, and the final points of everyone."""
        tables, arrays = self.tables, self.arrays
        way = 1 - 0.6 * tables.crosses / (arrays.lock_needs + 1) - 0.4 * tables.following / arrays.size
        nearest = np.clip(way, 0, 1).min(1)
        nearest[tables.closed] = 2
        nearest.sort(axis=1)
        closed = tables.closed.sum(1)
        left = np.where(closed == 0, nearest[:, 0] + nearest[:, 1], nearest[:, 0]) / 2
        left[closed >= 2] = 0
        fewer = np.array(FEWER_TURNS)[np.minimum(tables.misses.max(1), 4)]
        turns = tables.pads.shape[1] ** 0.75 * (1 + 13 * left) * fewer
        steps = np.rint(2 * np.log2(np.maximum(turns, 1))).astype(np.int32)
        self._turns = np.minimum(steps, TURN_STEPS - 1)
        self._points = POINT * self._score(tables)
        turns_left = self._turns[:, None, None]
        rows = self._worth(tables.pads[..., None], ROWS, self._next(), tables.crosses, turns_left)
        self._value = rows.sum(2) - 5 * POINT * tables.misses

    def _next(self) -> Whole:
        """(n, p, 4) the next cells; none where a row is closed."""
        nowhere = np.int32(self.arrays.size)
        found: Whole = np.where(self.tables.closed[:, None], nowhere, self.tables.following)
        return found

    def _worth(self, pad: Whole, row: Whole, following: Whole, crosses: Whole, turns: Whole) -> Whole:
        found: Whole = self.arrays.worth.take(self.arrays.place(pad, row, following, crosses, turns))
        return found

    def _ending(self, player: int, points: Whole) -> Whole:
        """(n, m) the value of ending the game with this many points more: the lead then, less the expected
        lead."""
        others = [seat for seat in range(self.tables.pads.shape[1]) if seat != player]
        now = self._points[:, player] - self._points[:, others].max(1)
        expected = self._value[:, player] - self._value[:, others].max(1)
        found: Whole = POINT * points + (now - expected)[:, None]
        return found

    def _choices(self, player: int, row: Whole, cell: Whole, following: Whole, crosses: Whole) -> Choices:
        """The gain of crossing `cell` in `row` (n, m); `following`, `crosses` (n, m): the present state of
        these rows."""
        arrays, pad = self.arrays, self.tables.pads[:, player, None]
        fits = cell < arrays.first_closing
        legal = (cell >= following) & (fits | (crosses >= arrays.lock_needs))
        at = np.where(legal, cell, 0)
        after = np.minimum(crosses + arrays.gain[pad, row, at], arrays.most)
        turns = self._turns[:, None]
        then = np.where(fits, at + 1, np.int32(arrays.size))
        value = self._worth(pad, row, then, after, turns) - self._worth(pad, row, following, crosses, turns)
        ends = legal & ~fits & (self.tables.closed.sum(1) >= 1)[:, None]
        if ends.any():
            points = arrays.points[after] - arrays.points[crosses]
            value = np.where(ends, self._ending(player, points), value)
        return Choices(row, cell, np.where(legal, value, np.int32(NEVER)), ends)

    # -- decisions -----------------------------------------------------------------------------------------

    def _white(self, player: int, dice: Whole) -> Choices:
        """Action 1: the cell of each row with the white sum."""
        tables, arrays = self.tables, self.arrays
        pad, total = tables.pads[:, player], dice[:, 0] + dice[:, 1]
        following, crosses = self._next()[:, player], tables.crosses[:, player]
        row = np.broadcast_to(ROWS, following.shape)
        cell = arrays.index_of[pad[:, None], ROWS, total[:, None]]
        if self._lucky is not None:
            row = np.concatenate([row, row], axis=1)
            cell = np.concatenate([cell, self._starred(player, total)], axis=1)
            following, crosses = (np.concatenate([each, each], axis=1) for each in (following, crosses))
        return self._choices(player, row, cell, following, crosses)

    def _starred(self, player: int, total: Whole) -> Whole:
        """(n, 4) the next cell of each row with the fewest crosses where the white sum is a lucky number of
        the player; -1 elsewhere (rules.md: lucky)."""
        assert self._lucky is not None, "on sheets with lucky numbers"
        tables = self.tables
        is_lucky = (self._lucky[tables.number, player] == total[:, None]).any(1)
        crosses, cell = tables.crosses[:, player], tables.following[:, player]
        fits = is_lucky[:, None] & (crosses == crosses.min(1, keepdims=True)) & (cell < self.arrays.size)
        return np.where(fits, cell, np.int32(-1))

    def _colour(self, player: int, dice: Whole, following: Whole, crosses: Whole) -> Choices:
        """Action 2: a cell for each coloured die with each white one; rows as (n, 4)."""
        arrays, pad = self.arrays, self.tables.pads[:, player, None]
        colour = np.repeat(ROWS, 2)
        die, white = dice[:, 2 + colour], dice[:, np.tile([0, 1], 4)]
        number = np.where(die > 0, die + white, 0)
        cell = arrays.face_index[pad, colour, number]
        row = np.where(cell >= 0, arrays.face_row[pad, colour, number], 0)
        here = np.take_along_axis(following, row, 1)
        return self._choices(player, row, cell, here, np.take_along_axis(crosses, row, 1))

    def _miss(self, player: int) -> Whole:
        """(n,) the gain of passing twice."""
        misses = self.tables.misses[:, player]
        cost = np.rint(-POINT * np.array(MISS_COST)).astype(np.int32)[np.minimum(misses, 3)]
        ending = self._ending(player, np.full((len(misses), 1), -5, np.int32))[:, 0]
        found: Whole = np.where(misses >= 3, ending, cost)
        return found

    def _first(self, player: int, dice: Whole) -> tuple[Whole, Whole]:
        """The cross of a player who does not throw, (n,) row and cell, -1 to pass."""
        return _pick(self._white(player, dice), np.zeros(len(dice), np.int32))

    def _first_of_two(self, player: int, dice: Whole) -> tuple[Whole, Whole]:
        """The first cross of the active player, who looks ahead to action 2."""
        tables, arrays = self.tables, self.arrays
        first = self._white(player, dice)
        base, crosses = self._next()[:, player], tables.crosses[:, player]
        pad = tables.pads[:, player]
        second = self._colour(player, dice, base, crosses).value.max(1)
        passing = np.maximum(second, self._miss(player))
        values = np.empty_like(first.value)
        games = np.arange(len(dice))
        for option in range(first.value.shape[1]):
            row, cell = first.row[:, option], np.maximum(first.cell[:, option], 0)
            following, more = base.copy(), crosses.copy()
            is_last = cell >= arrays.first_closing
            following[games, row] = np.where(is_last, arrays.size, cell + 1)
            more[games, row] = np.minimum(more[games, row] + arrays.gain[pad, row, cell], arrays.most)
            second = self._colour(player, dice, following, more).value.max(1)
            second = np.where(first.ends[:, option], 0, np.maximum(second, 0))
            own = first.value[:, option]
            values[:, option] = np.where(own == NEVER, NEVER, own + second)
        return _pick(Choices(first.row, first.cell, values, first.ends), passing)

    def _second(self, player: int, dice: Whole, marked: Flags) -> tuple[Whole, Whole]:
        """The cross of action 2."""
        tables = self.tables
        rows = self._next()[:, player], tables.crosses[:, player]
        passing = np.where(marked, 0, self._miss(player))
        return _pick(self._colour(player, dice, *rows), passing)


def _pick(choices: Choices, passing: Whole) -> tuple[Whole, Whole]:
    """(n,) the row and the cell of the best option, -1 if passing is better."""
    best = choices.value.argmax(1)[:, None]
    value = np.take_along_axis(choices.value, best, 1)[:, 0]
    row, cell = (np.take_along_axis(part, best, 1)[:, 0] for part in (choices.row, choices.cell))
    passes = (value <= passing) | (value == NEVER)
    return np.where(passes, -1, row).astype(np.int32), np.where(passes, -1, cell).astype(np.int32)
