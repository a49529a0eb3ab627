"""Play: many games of one pad side by side, each seat by a player; the engine lists what may be decided.

All games of a batch are in the same turn; games that are over leave it. The dice of a game come of the seed
and its number alone, whoever plays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from companion.advisor.encoder import Sheets
from companion.advisor.tables import LUCKY, MISSES, PLACES, WHICH, PadTables, Whole
from training.advice.compiled import compiled
from training.advice.dice_stream import begin_stream, draw, throw
from training.advice.engine import close, has_ended, is_over, locks, remove_dice
from training.advice.offers import NOTHING, Options, colour_options, first_mark, options_room, white_options

Floats = npt.NDArray[np.float32]

LUCKY_PAIRS = ((4, 9), (5, 10), (6, 11), (7, 12), (8, 13), (9, 14))
"""The lucky numbers of printed sheets (pads.md)."""
PAIRS = np.array(LUCKY_PAIRS, np.int64)
MOST_AFTERSTATES = 40_000
"""Most sheets that are valued at once; one decision never leads to more."""
MAX_TURNS = 400
"""No game takes so many turns: four misses end it."""


class Games(NamedTuple):
    """n games: `sheets` and `made`, those that action 1 makes, (n, players, PLACES); `closed` (n,) bits;
    `dice` (n, 6); `first` (n,): `first_mark` of the active player's mark in action 1; `streams` (n, 1): where
    the dice come from."""

    sheets: Whole
    made: Whole
    closed: Whole
    dice: Whole
    first: Whole
    streams: Whole


class Branches(NamedTuple):
    """Sheets that decisions lead to, at the end of the turn: `sheets` (m, PLACES), `closed` (m,) with the
    rows that they lock, `game` (m,), `option` (m,): the place of the mark of this action."""

    sheets: Whole
    closed: Whole
    game: Whole
    option: Whole

    def first(self, count: int) -> Branches:
        return Branches(*(part[:count] for part in self))


class Workspace(NamedTuple):
    """Buffers that compiled functions reuse: the options of either action, and dice."""

    options: Options
    second: Options
    dice: Whole


@dataclass(frozen=True, slots=True, eq=False)
class Afterstates:
    """What the player at `seat` may bring about in `games`; `thrower` throws next."""

    games: Games
    seat: int
    thrower: int
    found: Branches

    def tables(self) -> Whole:
        """Return the sheets of each table, (m, players, PLACES), the player's own first, in turn order."""
        players = self.games.sheets.shape[1]
        order = (self.seat + np.arange(players)) % players
        out = self.games.sheets[self.found.game][:, order]
        out[:, 0] = self.found.sheets
        return out


class Player(Protocol):
    """Decides by the value of what a decision leads to."""

    def evaluate(self, after: Afterstates) -> Floats:
        """Return the value of each sheet, (m,); more is better."""


Observer = Callable[[Games, npt.NDArray[np.intp], int], None]
"""Sees the games after each turn: the numbers of those that go on, and who throws next."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """`points`: (games, players). `turns`: (games,)."""

    points: Whole
    turns: Whole

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """Return (games, players): 1 for the winner, shared by those who tie (rules.md: winner)."""
        best = self.points == self.points.max(1, keepdims=True)
        return np.asarray(best / best.sum(1, keepdims=True), np.float64)


@compiled
def _begin(tables: PadTables, games: Games, pairs: Whole, seed: int) -> None:
    """Empty sheets; players get different ones if the pad has several, on Longo lucky numbers that are
    printed."""
    for game in range(len(games.closed)):
        stream = games.streams[game]
        begin_stream(stream, seed, game)
        deal = draw(stream) % 120
        for seat in range(games.sheets.shape[1]):
            sheet = games.sheets[game, seat]
            sheet[WHICH] = (deal + seat * (1 + deal // 5 % 4)) % 5 % len(tables.seconds)
            if tables.lucky:
                pair = draw(stream) * len(pairs) >> 32
                sheet[LUCKY], sheet[LUCKY + 1] = pairs[pair, 0], pairs[pair, 1]


@compiled
def _throw(tables: PadTables, games: Games, going: Whole) -> None:
    for game in going:
        throw(games.streams[game], tables.sides, games.dice[game])
        remove_dice(tables, games.closed[game], games.dice[game])


@compiled
def _add(found: Branches, count: int, sheet: Whole, closed: int, game: int, option: int) -> int:
    """Write down a sheet, if there is room; gives how many there would be."""
    if count < len(found.game):
        for place in range(PLACES):
            found.sheets[count, place] = sheet[place]
        found.closed[count], found.game[count], found.option[count] = closed, game, option
    return count + 1


@compiled
def _list_first(
    tables: PadTables,
    games: Games,
    going: Whole,
    who: int,
    is_active: bool,
    room: Workspace,
    found: Branches,
) -> tuple[int, int]:
    """List the sheets after action 1 for as many games as fit; return (games, sheets).

    For the active player these are also the sheets after each action 2.
    """
    count = 0
    for number in range(len(going)):
        game, begin = going[number], count
        sheet, closed, dice = games.sheets[game, who], games.closed[game], games.dice[game]
        options = white_options(tables, sheet, closed, dice, is_active, room.options)
        for option in range(options):
            made, first = room.options.sheets[option], first_mark(room.options.marks[option])
            now = closed | locks(tables, made)
            if not is_active or has_ended(now):
                count = _add(found, count, made, now, game, option)
                continue
            for die in range(6):
                room.dice[die] = dice[die]
            remove_dice(tables, now, room.dice)
            more = colour_options(tables, made, now, room.dice, first, room.second)
            if first == NOTHING:
                room.second.sheets[0, MISSES] += 1
            for second in range(more):
                after = room.second.sheets[second]
                count = _add(found, count, after, now | locks(tables, after), game, option)
        if count > len(found.game):
            return number, begin
    return len(going), count


@compiled
def _list_second(
    tables: PadTables, games: Games, going: Whole, who: int, room: Workspace, found: Branches
) -> tuple[int, int]:
    """List the results of action 2 of the active player."""
    count = 0
    for number in range(len(going)):
        game, begin = going[number], count
        sheet, closed, first = games.sheets[game, who], games.closed[game], games.first[game]
        options = colour_options(tables, sheet, closed, games.dice[game], first, room.options)
        if first == NOTHING:
            room.options.sheets[0, MISSES] += 1
        for option in range(options):
            made = room.options.sheets[option]
            count = _add(found, count, made, closed | locks(tables, made), game, option)
        if count > len(found.game):
            return number, begin
    return len(going), count


@compiled
def _best(values: Floats, game: Whole, chosen: Whole) -> int:
    """Fill in the place of the best sheet of each game, which stand together; gives how many games."""
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
    found: Branches,
    chosen: Whole,
) -> None:
    """Make the marks of action 1 that were chosen."""
    for place in chosen:
        game, option = found.game[place], found.option[place]
        sheet, closed, dice = games.sheets[game, who], games.closed[game], games.dice[game]
        white_options(tables, sheet, closed, dice, is_active, room.options)
        for part in range(PLACES):
            games.made[game, who, part] = room.options.sheets[option, part]
        if is_active:
            games.first[game] = first_mark(room.options.marks[option])


@compiled
def _end_action(tables: PadTables, games: Games, going: Whole, over: Whole) -> None:
    """End an action: close rows, remove dice; fill in (m,) if the games `going` are over."""
    for number in range(len(going)):
        game = going[number]
        games.closed[game] = close(tables, games.sheets[game], games.closed[game])
        remove_dice(tables, games.closed[game], games.dice[game])
        over[number] = is_over(games.sheets[game], games.closed[game])


class Batch:
    """Games of `players` on the pad of `tables`, from the beginning."""

    def __init__(self, tables: PadTables, players: Sequence[Player], games: int, seed: int) -> None:
        self.tables, self.players = tables, players
        sheets, made = np.zeros((2, games, len(players), PLACES), np.int64)
        closed, first = np.zeros((2, games), np.int64)
        dice, streams = np.zeros((games, 6), np.int64), np.zeros((games, 1), np.int64)
        self.games = Games(sheets, made, closed, dice, first, streams)
        self.room = Workspace(options_room(), options_room(), np.zeros(6, np.int64))
        found = np.zeros((MOST_AFTERSTATES, PLACES), np.int64), *np.zeros((3, MOST_AFTERSTATES), np.int64)
        self.found = Branches(*found)
        self.chosen = np.zeros(games, np.int64)
        _begin(tables, self.games, PAIRS, seed)

    def turn(self, going: Whole, seat: int) -> Whole:
        """Play one turn of the games `going`; return those that continue. `seat`: who throws."""
        games, over = self.games, np.zeros(len(going), np.int64)
        _throw(self.tables, games, going)
        for who in range(len(self.players)):
            self._decide(going, who, seat, True)
        games.sheets[going] = games.made[going]
        _end_action(self.tables, games, going, over)
        still = going[over == 0]
        self._decide(still, seat, seat, False)
        over = np.zeros(len(still), np.int64)
        _end_action(self.tables, games, still, over)
        goes_on: Whole = still[over == 0]
        return goes_on

    def _decide(self, going: Whole, who: int, seat: int, is_first: bool) -> None:
        """Decide one action of one player in the games `going`, a part of them at a time."""
        thrower = (seat + 1) % len(self.players)
        while len(going):
            if is_first:
                told = _list_first(self.tables, self.games, going, who, who == seat, self.room, self.found)
            else:
                told = _list_second(self.tables, self.games, going, who, self.room, self.found)
            done, count = told
            found = self.found.first(count)
            values = self.players[who].evaluate(Afterstates(self.games, who, thrower, found))
            chosen = self.chosen[: _best(values, found.game, self.chosen)]
            if is_first:
                _mark_first(self.tables, self.games, who, who == seat, self.room, found, chosen)
            else:
                self.games.sheets[found.game[chosen], who] = found.sheets[chosen]
            going = going[done:]


def play(
    tables: PadTables, players: Sequence[Player], games: int, seed: int, observe: Observer | None = None
) -> Outcome:
    """Play games to their ends; the same seed throws the same dice, whoever plays."""
    batch = Batch(tables, players, games, seed)
    going, turn, turns = np.arange(games), 0, np.zeros(games, np.int64)
    while len(going):
        if turn >= MAX_TURNS:
            raise RuntimeError(f"{len(going)} games are still going on in turn {turn}.")
        turns[going] += 1
        going = batch.turn(going, turn % len(players))
        turn += 1
        if observe is not None and len(going):
            observe(batch.games, going, turn % len(players))
    sheets = np.ascontiguousarray(batch.games.sheets.transpose(2, 0, 1))
    return Outcome(Sheets(tables, sheets, batch.games.closed[:, None]).points, turns)


def match(
    tables: PadTables, player: Player, rival: Player, seats: int, games: int, seed: int
) -> npt.NDArray[np.float64]:
    """Return one player's share of the win in each seat on the same dice, (games // seats, seats)."""
    found = []
    for seat in range(seats):
        players = [rival] * seats
        players[seat] = player
        found.append(play(tables, players, max(1, games // seats), seed).shares[:, seat])
    return np.stack(found, axis=1)
