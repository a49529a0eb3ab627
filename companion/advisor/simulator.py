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
"""No game takes so many turns: four misses end it. A batch that does is a fault."""


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

    @property
    def over(self) -> Truths:
        """(n,) the games that are over between two turns: two rows are closed, or a seat has four misses."""
        over: Truths = np.bitwise_count(self.closed) >= 2
        for sheets in self.sheets:
            over |= sheets.misses >= 4
        return over

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
    """Sheets that a player may bring about: m of them, of seat `seat`, in games `game` of `batch` at the
    end of this turn, with `closed` and `removed` as they would be."""

    batch: GameBatch
    seat: int
    game: Index
    sheets: Sheets
    closed: Integers
    removed: Integers

    def take(self, which: Truths) -> Afterstates:
        """The sheets of a mask."""
        sheets = self.sheets.take(which)
        return Afterstates(
            self.batch, self.seat, self.game[which], sheets, self.closed[which], self.removed[which]
        )

    def states(self) -> States:
        """As a network reads them: the other sheets as they stand, the next player to throw."""
        batch, seat, game = self.batch, self.seat, self.game
        players = batch.players
        others = [batch.sheets[(seat + k) % players] for k in range(1, players)]

        def side(part: str) -> Integers:
            own = getattr(self.sheets, part)
            return np.stack([own, *(getattr(sheet, part)[..., game] for sheet in others)], axis=-1)

        after = (batch.seat + 1 - seat) % players
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
    """Decides by the value of what a decision leads to."""

    def evaluate(self, after: Afterstates) -> Floats:
        """(m,) the value of each sheet; more is better."""


class TurnObserver(Protocol):
    """Sees the turns of a batch, for training and tests."""

    def __call__(self, batch: GameBatch, over: Truths, dice: Integers) -> None:
        """After each turn, with the games that have ended still in the batch; `dice`: (6, n)."""


DecisionObserver = Callable[[str, int, Index, Options, Integers], None]
"""Sees each decision: action, seat, the number of the game of each sheet, the options, the slots taken."""


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
    observe_turn: TurnObserver | None = None,
    observe_decision: DecisionObserver | None = None,
    copies: int = 1,
) -> Outcome:
    """Play a batch to its end. The same seed gives the same dice in every turn, whoever plays.

    `copies`: into how many equal parts the batch falls, each with the same dice as the first.
    """
    rng = np.random.default_rng(seed)
    batch = GameBatch.start(grid, len(players), games, rng)
    points = np.zeros((games, len(players)), np.int32)
    turns = np.zeros(games, np.int32)
    by_rows = np.zeros(games, bool)
    while len(batch):
        if batch.turn >= MAX_TURNS:
            raise RuntimeError(
                f"{len(batch)} games of {grid.pad.name} are still going on in turn {batch.turn}."
            )
        dice = rng.integers(1, grid.sides + 1, (6, games // copies), dtype=np.int8).astype(np.int32)
        dice = np.tile(dice, copies)
        dice = dice[:, batch.game]
        over = Turn(batch, players, dice, observe_decision).run()
        if observe_turn is not None:
            observe_turn(batch, over, dice)
        if over.any():
            done = batch.game[over]
            points[done] = batch.points().T[over]
            turns[done] = batch.turn + 1
            by_rows[done] = np.bitwise_count(batch.closed[over]) >= 2
        batch = batch.going_on(over)
    return Outcome(points, turns, by_rows)


class Turn:
    """One turn of all games of a batch. `dice`: (6, n): two white, red, yellow, green, blue."""

    def __init__(
        self,
        batch: GameBatch,
        players: Sequence[Player],
        dice: Integers,
        observe_decision: DecisionObserver | None = None,
    ) -> None:
        self.batch = batch
        self.grid = batch.grid
        self.players = players
        self.dice = dice
        self.observe_decision = observe_decision

    def run(self) -> Truths:
        """Play it; gives the games that are over."""
        batch = self.batch
        chosen = [self.first(seat) for seat in range(batch.players)]
        marked = chosen[batch.seat].row >= 0
        for sheets, options in zip(batch.sheets, chosen, strict=True):
            sheets.put(options.game, options.sheets)
        self._close()
        over: Truths = np.bitwise_count(batch.closed) >= 2
        still = np.flatnonzero(~over)
        if len(still):
            taken = self.second(still, marked[still])
            active = batch.sheets[batch.seat]
            active.put(still[taken.game], taken.sheets)
            self._close()
            over |= (np.bitwise_count(batch.closed) >= 2) | (active.misses >= 4)
        return over

    def first(self, seat: int) -> Options:
        """What one seat decides in action 1, in each game."""
        options = self.white(seat)
        looks_on = seat == self.batch.seat
        values = self._evaluate_with_second(options) if looks_on else self.evaluate(seat, options)
        return self._choose("white", seat, options, values)

    def second(self, still: Index, marked: Truths) -> Options:
        """What the active player decides in action 2 of the games `still` going on.

        `marked`: in which of them this player has marked something in action 1.
        """
        active = self.batch.seat
        options = self.offered(still, marked)
        values = self.evaluate(active, options, still)
        return self._choose("colour", active, options, values, still)

    def offered(self, still: Index, marked: Truths) -> Options:
        """Action 2 of the active player in the games `still` going on; who marks nothing takes a miss."""
        batch = self.batch
        own = batch.sheets[batch.seat].take(still)
        options = self.colour(own, batch.closed[still], batch.removed[still], still)
        options.sheets.misses += ~marked[options.game] & (options.row < 0)
        return options

    def white(self, seat: int) -> Options:
        """Action 1 of one seat, in all games: pass, the white sum in each row, on Longo the lucky cells."""
        batch, grid = self.batch, self.grid
        sheets = batch.sheets[seat]
        total = self.dice[0] + self.dice[1]
        rows = np.arange(4, dtype=np.int32)[:, None]
        cells = [grid.white[r, total] for r in range(4)]
        if grid.pad.lucky:
            count = grid.count[sheets.rows]
            weakest = (count == count.min(0)) & (sheets.lucky == total).any(0)
            rows = np.concatenate([rows, rows])
            cells += [
                np.where(weakest[r], grid.next_cell[sheets.rows[r]], -1).astype(np.int32) for r in range(4)
            ]
        return options_on(grid, sheets, rows, np.array(cells), batch.closed, lucky=4)

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

    def evaluate(self, seat: int, options: Options, games: Index | None = None) -> Floats:
        """(slots, n) the value of each option to the player at `seat`.

        `games`: those that the sheets of `options` belong to; None: all of the batch.
        """
        batch = self.batch
        game = options.game if games is None else games[options.game]
        closed, removed = self.closed_by(options.sheets, batch.closed[game], batch.removed[game])
        after = Afterstates(batch, seat, game, options.sheets, closed, removed)
        return options.spread(self.players[seat].evaluate(after), len(batch) if games is None else len(games))

    def _evaluate_with_second(self, options: Options) -> Floats:
        """(slots, n) the value of each mark of action 1 to the active player, with the best action 2."""
        batch = self.batch
        player, game = self.players[batch.seat], options.game
        closed, removed = self.closed_by(options.sheets, batch.closed[game], batch.removed[game])
        ended = np.bitwise_count(closed) >= 2
        second = self.colour(options.sheets, closed, np.where(ended, 15, removed), game)
        first = second.game
        second.sheets.misses += (options.row[first] < 0) & (second.row < 0)
        closed, removed = self.closed_by(second.sheets, closed[first], removed[first])
        after = Afterstates(batch, batch.seat, game[first], second.sheets, closed, removed)
        best = second.spread(player.evaluate(after), len(game)).max(0)
        return options.spread(best, len(batch))

    def closed_by(self, sheets: Sheets, closed: Integers, removed: Integers) -> tuple[Integers, Integers]:
        """Rows closed and dice removed once these sheets have closed what they lock."""
        locks = locked(self.grid, sheets.rows)
        return closed | locks, removed | self.grid.removed_by_locks[locks]

    def _close(self) -> None:
        """The end of an action: rows close, dice leave, boxes are crossed (rules.md, Simultaneity)."""
        batch, grid = self.batch, self.grid
        for sheets in batch.sheets:
            batch.closed, batch.removed = self.closed_by(sheets, batch.closed, batch.removed)
        for colour in range(4 if len(grid.bar) else 0):
            boxes = np.where(batch.removed >> colour & 1, grid.boxes[colour], 0).astype(np.int32)
            for sheets in batch.sheets:
                sheets.bar |= boxes

    def _choose(
        self, action: str, seat: int, options: Options, values: Floats, games: Index | None = None
    ) -> Options:
        """The best option of each sheet."""
        slot = values.argmax(0)
        if self.observe_decision is not None:
            numbers = self.batch.game if games is None else self.batch.game[games]
            self.observe_decision(action, seat, numbers, options, slot.astype(np.int32))
        at = np.zeros(values.shape, np.intp)
        at[options.slot, options.game] = np.arange(len(options.game))
        which = at[slot, np.arange(values.shape[1])]
        return options.take(which)
