"""Plays many games on one pad at the same time, with one computer player for each seat.

All games of a batch are in the same turn; finished games drop out. The dice of a game depend only on the seed
and the game's index, not on the players.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from companion.advisor.encoder import Sheets
from companion.advisor.tables import LUCKY, MISSES, PAD_INDEX, PLACES, PadTables, Whole
from training.advice.compiled import compiled
from training.advice.dice_stream import begin_stream, draw, throw
from training.advice.engine import close, has_ended, is_over, locks, remove_dice
from training.advice.options import NOTHING, Options, colour_options, first_mark, options_room, white_options

Floats = npt.NDArray[np.float32]

LUCKY_PAIRS = ((4, 9), (5, 10), (6, 11), (7, 12), (8, 13), (9, 14))
"""The pairs of lucky numbers that are printed on sheets of the game Longo."""
PAIRS = np.array(LUCKY_PAIRS, np.int64)
MOST_AFTERSTATES = 40_000
"""Largest number of sheets that are valued at once. One game never has more options than this."""
MAX_TURNS = 400
"""Limit on turns. No game takes so many, because the active player adds a cross or a miss in every turn."""


class Games(NamedTuple):
    """The state of n games."""

    sheets: Whole  # (n, players, PLACES)
    after_white: Whole  # (n, players, PLACES): the sheets after action 1 (white sum)
    closed: Whole  # (n,): the closed rows, as bits
    dice: Whole  # (n, 6)
    first_mark: Whole  # (n,): the active player's mark in action 1, packed by `first_mark`
    streams: Whole  # (n, 1): the states of the dice's random streams


class Branches(NamedTuple):
    """The m sheets that a player's decisions can lead to at the end of a turn, in many games."""

    sheets: Whole  # (m, PLACES)
    closed: Whole  # (m,): the closed rows and those that the sheet locks, as bits
    game: Whole  # (m,): the index of the game
    option: Whole  # (m,): the index of the decision among the game's options

    def first(self, count: int) -> Branches:
        return Branches(*(part[:count] for part in self))


class Workspace(NamedTuple):
    """Buffers that compiled functions reuse."""

    options: Options  # of the action to decide
    second: Options  # of action 2, while action 1 is decided
    dice: Whole  # the dice left for action 2


@dataclass(frozen=True, slots=True, eq=False)
class Afterstates:
    """The sheets that the player at `seat` can reach in `games`; the player at seat `thrower` rolls next."""

    games: Games
    seat: int
    thrower: int
    branches: Branches

    def tables(self) -> Whole:
        """Return the sheets of all players after each decision, in turn order from `seat`.

        The shape is (decisions, players, PLACES).
        """
        players = self.games.sheets.shape[1]
        order = (self.seat + np.arange(players)) % players
        out = self.games.sheets[self.branches.game][:, order]
        out[:, 0] = self.branches.sheets
        return out


class Player(Protocol):
    """Chooses the decision that leads to the sheet with the highest value."""

    def evaluate(self, after: Afterstates) -> Floats:
        """Return the value of each of the m sheets in `after`, (m,); more is better."""


Observer = Callable[[Games, npt.NDArray[np.intp], int], None]
"""Called after each turn with the games, the indices of the unfinished ones, and the seat that rolls next."""


@dataclass(frozen=True, slots=True, eq=False)
class GameResults:
    """The final points and the number of turns of games."""

    points: Whole  # (games, players)
    turns: Whole  # (games,)

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """Return each player's share of the win, (games, players): 1 for the winner, 1/k if k players tie."""
        best = self.points == self.points.max(1, keepdims=True)
        return np.asarray(best / best.sum(1, keepdims=True), np.float64)


@compiled
def _begin(tables: PadTables, games: Games, pairs: Whole, seed: int) -> None:
    """Start the dice streams, and give each player of a game a different pad if the game has several.

    On Longo, a random pair of lucky numbers from `pairs` goes to each sheet.
    """
    for game in range(len(games.closed)):
        stream = games.streams[game]
        begin_stream(stream, seed, game)
        deal = draw(stream) % 120
        for seat in range(games.sheets.shape[1]):
            sheet = games.sheets[game, seat]
            sheet[PAD_INDEX] = (deal + seat * (1 + deal // 5 % 4)) % 5 % len(tables.seconds)
            if tables.lucky:
                pair = draw(stream) * len(pairs) >> 32
                sheet[LUCKY], sheet[LUCKY + 1] = pairs[pair, 0], pairs[pair, 1]


@compiled
def _throw(tables: PadTables, games: Games, unfinished: Whole) -> None:
    for game in unfinished:
        throw(games.streams[game], tables.sides, games.dice[game])
        remove_dice(tables, games.closed[game], games.dice[game])


@compiled
def _add(branches: Branches, count: int, sheet: Whole, closed: int, game: int, option: int) -> int:
    """Write a sheet to index `count` of `branches`, if there is room; return `count` + 1 in any case."""
    if count < len(branches.game):
        for place in range(PLACES):
            branches.sheets[count, place] = sheet[place]
        branches.closed[count], branches.game[count], branches.option[count] = closed, game, option
    return count + 1


@compiled
def _list_first(
    tables: PadTables,
    games: Games,
    unfinished: Whole,
    who: int,
    is_active: bool,
    room: Workspace,
    branches: Branches,
) -> tuple[int, int]:
    """List in `branches` the sheets that a decision in action 1 can lead to, for as many games as fit.

    Return the numbers of games and of sheets. For the active player, list one sheet for each pair of
    decisions in action 1 and action 2.
    """
    count = 0
    for number in range(len(unfinished)):
        game, begin = unfinished[number], count
        sheet, closed, dice = games.sheets[game, who], games.closed[game], games.dice[game]
        options = white_options(tables, sheet, closed, dice, is_active, room.options)
        for option in range(options):
            made, first = room.options.sheets[option], first_mark(room.options.marks[option])
            now = closed | locks(tables, made)
            if not is_active or has_ended(now):
                count = _add(branches, count, made, now, game, option)
                continue
            for die in range(6):
                room.dice[die] = dice[die]
            remove_dice(tables, now, room.dice)
            more = colour_options(tables, made, now, room.dice, first, room.second)
            if first == NOTHING:
                room.second.sheets[0, MISSES] += 1
            for second in range(more):
                after = room.second.sheets[second]
                count = _add(branches, count, after, now | locks(tables, after), game, option)
        if count > len(branches.game):
            return number, begin
    return len(unfinished), count


@compiled
def _list_second(
    tables: PadTables, games: Games, unfinished: Whole, who: int, room: Workspace, branches: Branches
) -> tuple[int, int]:
    """List in `branches` the sheets after action 2 of the active player, for as many games as fit.

    Return the numbers of games and of sheets.
    """
    count = 0
    for number in range(len(unfinished)):
        game, begin = unfinished[number], count
        sheet, closed, first = games.sheets[game, who], games.closed[game], games.first_mark[game]
        options = colour_options(tables, sheet, closed, games.dice[game], first, room.options)
        if first == NOTHING:
            room.options.sheets[0, MISSES] += 1
        for option in range(options):
            made = room.options.sheets[option]
            count = _add(branches, count, made, closed | locks(tables, made), game, option)
        if count > len(branches.game):
            return number, begin
    return len(unfinished), count


@compiled
def _best(values: Floats, game: Whole, chosen: Whole) -> int:
    """Write the index of each game's best sheet to `chosen`; return the number of games.

    The sheets of a game are consecutive. `game`: the index of each sheet's game.
    """
    count = 0
    for place in range(len(values)):
        if place and game[place] == game[place - 1]:
            if values[place] > values[chosen[count - 1]]:
                chosen[count - 1] = place
        else:
            chosen[count] = place
            count += 1
    return count


@compiled
def _mark_first(
    tables: PadTables,
    games: Games,
    who: int,
    is_active: bool,
    room: Workspace,
    branches: Branches,
    chosen: Whole,
) -> None:
    """Apply the chosen decisions of action 1: write the new sheets to `games.after_white`, and the active
    player's packed marks to `games.first_mark`. `chosen`: indices in `branches`."""
    for place in chosen:
        game, option = branches.game[place], branches.option[place]
        sheet, closed, dice = games.sheets[game, who], games.closed[game], games.dice[game]
        white_options(tables, sheet, closed, dice, is_active, room.options)
        for part in range(PLACES):
            games.after_white[game, who, part] = room.options.sheets[option, part]
        if is_active:
            games.first_mark[game] = first_mark(room.options.marks[option])


@compiled
def _end_action(tables: PadTables, games: Games, unfinished: Whole, over: Whole) -> None:
    """Close rows and remove dice after an action in the games `unfinished`; write to `over` 1 for each game
    that has ended, otherwise 0."""
    for number in range(len(unfinished)):
        game = unfinished[number]
        games.closed[game] = close(tables, games.sheets[game], games.closed[game])
        remove_dice(tables, games.closed[game], games.dice[game])
        over[number] = is_over(games.sheets[game], games.closed[game])


class Batch:
    """New games of `players`, one per seat, on the pad of `tables`."""

    def __init__(self, tables: PadTables, players: Sequence[Player], games: int, seed: int) -> None:
        self.tables, self.players = tables, players
        sheets, made = np.zeros((2, games, len(players), PLACES), np.int64)
        closed, first = np.zeros((2, games), np.int64)
        dice, streams = np.zeros((games, 6), np.int64), np.zeros((games, 1), np.int64)
        self.games = Games(sheets, made, closed, dice, first, streams)
        self.room = Workspace(options_room(), options_room(), np.zeros(6, np.int64))
        branches = np.zeros((MOST_AFTERSTATES, PLACES), np.int64), *np.zeros((3, MOST_AFTERSTATES), np.int64)
        self.branches = Branches(*branches)
        self.chosen = np.zeros(games, np.int64)
        _begin(tables, self.games, PAIRS, seed)

    def turn(self, unfinished: Whole, seat: int) -> Whole:
        """Play one turn of the games with the indices `unfinished`. The player at `seat` rolls. Return the
        indices of the games that continue."""
        games, over = self.games, np.zeros(len(unfinished), np.int64)
        _throw(self.tables, games, unfinished)
        for who in range(len(self.players)):
            self._decide(unfinished, who, seat, True)
        games.sheets[unfinished] = games.after_white[unfinished]
        _end_action(self.tables, games, unfinished, over)
        still = unfinished[over == 0]
        self._decide(still, seat, seat, False)
        over = np.zeros(len(still), np.int64)
        _end_action(self.tables, games, still, over)
        goes_on: Whole = still[over == 0]
        return goes_on

    def _decide(self, unfinished: Whole, who: int, seat: int, is_first: bool) -> None:
        """Decide and apply one action of the player `who` in the games `unfinished`; `seat` has rolled."""
        thrower = (seat + 1) % len(self.players)
        while len(unfinished):
            if is_first:
                told = _list_first(
                    self.tables, self.games, unfinished, who, who == seat, self.room, self.branches
                )
            else:
                told = _list_second(self.tables, self.games, unfinished, who, self.room, self.branches)
            done, count = told
            branches = self.branches.first(count)
            values = self.players[who].evaluate(Afterstates(self.games, who, thrower, branches))
            chosen = self.chosen[: _best(values, branches.game, self.chosen)]
            if is_first:
                _mark_first(self.tables, self.games, who, who == seat, self.room, branches, chosen)
            else:
                self.games.sheets[branches.game[chosen], who] = branches.sheets[chosen]
            unfinished = unfinished[done:]


def play(
    tables: PadTables, players: Sequence[Player], games: int, seed: int, observe: Observer | None = None
) -> GameResults:
    """Play games to the end. The same seed gives the same dice, whoever plays."""
    batch = Batch(tables, players, games, seed)
    unfinished, turn, turns = np.arange(games), 0, np.zeros(games, np.int64)
    while len(unfinished):
        if turn >= MAX_TURNS:
            raise RuntimeError(f"{len(unfinished)} games are still going on in turn {turn}.")
        turns[unfinished] += 1
        unfinished = batch.turn(unfinished, turn % len(players))
        turn += 1
        if observe is not None and len(unfinished):
            observe(batch.games, unfinished, turn % len(players))
    sheets = np.ascontiguousarray(batch.games.sheets.transpose(2, 0, 1))
    return GameResults(Sheets(tables, sheets, batch.games.closed[:, None]).points, turns)


def match(
    tables: PadTables, player: Player, rival: Player, seats: int, games: int, seed: int
) -> npt.NDArray[np.float64]:
    """Play `player` against rivals from every seat, on the same dice; return its shares of the wins,
    (games // seats, seats)."""
    found = []
    for seat in range(seats):
        players = [rival] * seats
        players[seat] = player
        found.append(play(tables, players, max(1, games // seats), seed).shares[:, seat])
    return np.stack(found, axis=1)
