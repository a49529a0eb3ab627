"""Simulator: thousands of games of one pad at once, turn by turn, each seat played by a player.

All games of a batch have the same number of players and are in the same turn; games that are over leave it.
Rules as in `companion.rules` with the default rulings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from companion.advisor.grid import Grid
from companion.advisor.simulator_options import Floats, Index, Options, options_on
from companion.advisor.simulator_sheets import Sheets, Truths, locked
from companion.advisor.states import Integers, States

LUCKY_PAIRS = ((4, 9), (5, 10), (6, 11), (7, 12), (8, 13), (9, 14))
"""The lucky numbers of printed sheets (pads.md)."""
MAX_TURNS = 400
"""Turns after which a batch is given up: no game takes that long, four misses a player end it."""


@dataclass(slots=True, eq=False)
class GameBatch:
    """The games of a batch: `sheets[p]` of seat p, `closed`, `removed`, `game` (n,): its number in the batch.

    `seat`: whose turn it is. `turn` counts from 0.
    """

    grid: Grid
    sheets: list[Sheets]
    closed: Integers
    removed: Integers
    game: Index
    seat: int = 0
    turn: int = 0

    @classmethod
    def start(cls, grid: Grid, players: int, games: int, rng: np.random.Generator) -> GameBatch:
        """Empty sheets; on Longo with lucky numbers drawn from those that are printed."""
        pad, sheets = grid.pad, []
        for _ in range(players):
            lucky = np.zeros((2, games), np.int32)
            if pad.lucky:
                lucky = np.array(LUCKY_PAIRS, np.int32)[rng.integers(0, 6, games)].T.copy()
            sheets.append(Sheets.empty(games, lucky, bool(pad.lucky or pad.bar or pad.pairs)))
        zeros = np.zeros(games, np.int32)
        return cls(grid, sheets, zeros, zeros.copy(), np.arange(games))

    def __len__(self) -> int:
        return len(self.closed)

    @property
    def players(self) -> int:
        """How many seats."""
        return len(self.sheets)

    def take(self, which: Truths) -> GameBatch:
        """The games of a mask."""
        sheets = [sheet.take(which) for sheet in self.sheets]
        return GameBatch(
            self.grid, sheets, self.closed[which], self.removed[which], self.game[which], self.seat, self.turn
        )

    def going_on(self, over: Truths) -> GameBatch:
        """The games that are not over, in their next turn."""
        left = self.take(~over) if over.any() else replace(self)
        left.turn += 1
        left.seat = (left.seat + 1) % left.players
        return left

    def points(self) -> Integers:
        """(players, n) totals as if the games ended now."""
        return np.array([self.grid.points(s.rows.T, s.misses, s.earned) for s in self.sheets], np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Afterstates:
    """Sheets that a player may bring about: m of them, of seat `seat`, in games `game` of `table` at the
    end of this turn, with `closed` and `removed` as they would be."""

    table: GameBatch
    seat: int
    game: Index
    sheets: Sheets
    closed: Integers
    removed: Integers

    def take(self, which: Truths) -> Afterstates:
        """The sheets of a mask."""
        sheets = self.sheets.take(which)
        return Afterstates(
            self.table, self.seat, self.game[which], sheets, self.closed[which], self.removed[which]
        )

    def states(self) -> States:
        """As a network is told: the other sheets as they stand, the next player to throw."""
        table, seat, game = self.table, self.seat, self.game
        players = table.players
        others = [table.sheets[(seat + k) % players] for k in range(1, players)]

        def side(part: str) -> Integers:
            own = getattr(self.sheets, part)
            return np.stack([own, *(getattr(sheet, part)[..., game] for sheet in others)], axis=-1)

        after = (table.seat + 1 - seat) % players
        return States(
            side("rows").transpose(1, 2, 0),
            side("misses"),
            side("bar"),
            side("earned"),
            side("lucky").transpose(1, 2, 0),
            self.closed,
            self.removed,
            np.full(len(game), after, np.int32),
        )


class Player(Protocol):
    """Who decides: by the worth of what a decision leads to."""

    def worth(self, view: Afterstates) -> Floats:
        """(m,) of each sheet; more is better."""


class TurnObserver(Protocol):
    """Told of the course of a batch, for training and proof."""

    def __call__(self, table: GameBatch, over: Truths, dice: Integers) -> None:
        """After each turn, with the games that have ended still at the table; `dice`: (6, n)."""


DecisionObserver = Callable[[str, int, Index, Options, Integers], None]
"""Told of each decision: action, seat, the number of the game of each sheet, the options, the slots taken."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """`points`: (games, players). `turns`: (games,). `by_rows`: (games,) ended with a second closed row."""

    points: Integers
    turns: Integers
    by_rows: Truths

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """(games, players): 1 for the winner, shared by those who tie (rules.md: winner)."""
        return shares(self.points)


def shares(points: Integers) -> npt.NDArray[np.float64]:
    """(games, players) of points -> the same of the win: 1, or its part where several tie."""
    best = points == points.max(1, keepdims=True)
    parts: npt.NDArray[np.float64] = best / best.sum(1, keepdims=True)
    return parts


def play(
    grid: Grid,
    players: Sequence[Player],
    games: int,
    seed: int,
    watch: TurnObserver | None = None,
    decided: DecisionObserver | None = None,
    copies: int = 1,
) -> Outcome:
    """Play a batch to its end. The same seed gives the same dice in every turn, whoever plays.

    `copies`: into how many equal parts the batch falls, each with the same dice as the first.
    """
    rng = np.random.default_rng(seed)
    table = GameBatch.start(grid, len(players), games, rng)
    points = np.zeros((games, len(players)), np.int32)
    turns = np.zeros(games, np.int32)
    by_rows = np.zeros(games, bool)
    while len(table):
        if table.turn >= MAX_TURNS:
            raise RuntimeError(
                f"{len(table)} games of {grid.pad.name} are still going on in turn {table.turn}."
            )
        dice = rng.integers(1, grid.faces + 1, (6, games // copies), dtype=np.int8).astype(np.int32)
        dice = np.tile(dice, copies)
        dice = dice[:, table.game]
        over = Turn(table, players, dice, decided).run()
        if watch is not None:
            watch(table, over, dice)
        if over.any():
            done = table.game[over]
            points[done] = table.points().T[over]
            turns[done] = table.turn + 1
            by_rows[done] = np.bitwise_count(table.closed[over]) >= 2
        table = table.going_on(over)
    return Outcome(points, turns, by_rows)


class Turn:
    """One turn of all games of a table. `dice`: (6, n): two white, red, yellow, green, blue."""

    def __init__(
        self,
        table: GameBatch,
        players: Sequence[Player],
        dice: Integers,
        decided: DecisionObserver | None = None,
    ) -> None:
        self.table = table
        self.grid = table.grid
        self.players = players
        self.dice = dice
        self.decided = decided

    def run(self) -> Truths:
        """Play it; gives the games that are over."""
        table = self.table
        chosen = [self.first(seat) for seat in range(table.players)]
        busy = chosen[table.seat].row >= 0
        for sheets, options in zip(table.sheets, chosen, strict=True):
            sheets.put(options.game, options.sheets)
        self._close()
        over: Truths = np.bitwise_count(table.closed) >= 2
        still = np.flatnonzero(~over)
        if len(still):
            taken = self.second(still, busy[still])
            active = table.sheets[table.seat]
            active.put(still[taken.game], taken.sheets)
            self._close()
            over |= (np.bitwise_count(table.closed) >= 2) | (active.misses >= 4)
        return over

    def first(self, seat: int) -> Options:
        """What one seat decides in action 1, in each game."""
        options, player = self.white(seat), self.players[seat]
        ahead = seat == self.table.seat
        worth = self._ahead(player, options) if ahead else self._worth(player, seat, options)
        return self._choose("white", seat, options, worth)

    def second(self, still: Index, busy: Truths) -> Options:
        """What the active player decides in action 2 of the games `still` going on; `busy`: marked before."""
        active = self.table.seat
        options = self.offered(still, busy)
        worth = self._worth(self.players[active], active, options, still)
        return self._choose("colour", active, options, worth, still)

    def offered(self, still: Index, busy: Truths) -> Options:
        """Action 2 of the active player in the games `still` going on, with the miss of who marks nothing."""
        table = self.table
        own = table.sheets[table.seat].take(still)
        options = self.colour(own, table.closed[still], table.removed[still], still)
        options.sheets.misses += ~busy[options.game] & (options.row < 0)
        return options

    def white(self, seat: int) -> Options:
        """Action 1 of one seat, in all games: pass, the white sum in each row, on Longo the lucky cells."""
        table, grid = self.table, self.grid
        sheets = table.sheets[seat]
        total = self.dice[0] + self.dice[1]
        rows = np.arange(4, dtype=np.int32)[:, None]
        cells = [grid.white[r, total] for r in range(4)]
        if grid.pad.lucky:
            count = grid.count[sheets.rows]
            weakest = (count == count.min(0)) & (sheets.lucky == total).any(0)
            rows = np.concatenate([rows, rows])
            cells += [np.where(weakest[r], grid.place[sheets.rows[r]], -1).astype(np.int32) for r in range(4)]
        return options_on(grid, sheets, rows, np.array(cells), table.closed, lucky=4)

    def colour(self, sheets: Sheets, closed: Integers, removed: Integers, game: Index) -> Options:
        """Action 2 of the active seat from k sheets, of games `game`: pass, each coloured die with each
        white."""
        grid = self.grid
        dice = self.dice[:, game]
        colours = np.arange(4)[:, None, None]
        place = grid.colour[colours, dice[2:, None] + dice[:2]].reshape(8, len(game), 2)
        out = (removed >> colours & 1 != 0) | np.stack([np.zeros(len(game), bool), dice[0] == dice[1]])
        cells = np.where(out.reshape(8, len(game)), -1, place[..., 1])
        rows = place[..., 0] if grid.pad.mixed else np.repeat(np.arange(4, dtype=np.int32), 2)[:, None]
        return options_on(grid, sheets, rows, cells, closed)

    def _worth(self, player: Player, seat: int, options: Options, games: Index | None = None) -> Floats:
        table = self.table
        game = options.game if games is None else games[options.game]
        closed, removed = self._after(options.sheets, table.closed[game], table.removed[game])
        view = Afterstates(table, seat, game, options.sheets, closed, removed)
        return options.spread(player.worth(view), len(table) if games is None else len(games))

    def _ahead(self, player: Player, options: Options) -> Floats:
        """The worth of each mark of action 1 with the best that action 2 may add."""
        table = self.table
        closed, removed = self._after(options.sheets, table.closed[options.game], table.removed[options.game])
        ended = np.bitwise_count(closed) >= 2
        then = self.colour(options.sheets, closed, np.where(ended, 15, removed), options.game)
        first = then.game
        then.sheets.misses += (options.row[first] < 0) & (then.row < 0)
        view_closed, view_removed = self._after(then.sheets, closed[first], removed[first])
        view = Afterstates(table, table.seat, options.game[first], then.sheets, view_closed, view_removed)
        best = then.spread(player.worth(view), len(options.game)).max(0)
        return options.spread(best, len(table))

    def _after(self, sheets: Sheets, closed: Integers, removed: Integers) -> tuple[Integers, Integers]:
        """Rows closed and dice gone once these sheets have closed what they lock."""
        locks = locked(self.grid, sheets.rows)
        return closed | locks, removed | self.grid.leaving[locks]

    def _close(self) -> None:
        """The end of an action: rows close, dice leave, boxes are crossed (rules.md, Simultaneity)."""
        table, grid = self.table, self.grid
        for sheets in table.sheets:
            table.closed, table.removed = self._after(sheets, table.closed, table.removed)
        for colour in range(4 if len(grid.bar) else 0):
            boxes = np.where(table.removed >> colour & 1, grid.boxes[colour], 0).astype(np.int32)
            for sheets in table.sheets:
                sheets.bar |= boxes

    def _choose(
        self, action: str, seat: int, options: Options, worth: Floats, games: Index | None = None
    ) -> Options:
        """The best option of each sheet."""
        slot = worth.argmax(0)
        if self.decided is not None:
            numbers = self.table.game if games is None else self.table.game[games]
            self.decided(action, seat, numbers, options, slot.astype(np.int32))
        at = np.zeros(worth.shape, np.intp)
        at[options.slot, options.game] = np.arange(len(options.game))
        which = at[slot, np.arange(worth.shape[1])]
        return options.take(which)
