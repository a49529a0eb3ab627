"""Games on the pads of the first games, played to their ends by greedy players: compiled.

The player is that of `companion.advisor.greedy`. All games are played one after the other; the dice of a
game come of the seed and its number alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from companion.advisor.greedy import evolved, ingredients
from companion.advisor.grid import grid
from companion.advisor.simulator import LUCKY_PAIRS
from companion.advisor.training.compiled import compiled
from companion.advisor.training.dice_stream import begin_stream, draw, throw
from companion.advisor.training.game_rules import (
    HAS_LUCKY_NUMBERS,
    LUCKY,
    MISS_BITS,
    OTHER_LUCKY,
    REST,
    ROW,
    ROW_BITS,
    ROWS,
    SIDES,
    GameTables,
    Whole,
    close,
    colour_options,
    game_tables,
    is_over,
    locks,
    no_options,
    score,
    white_options,
)
from sheets.pad import Pad

Floats = npt.NDArray[np.float32]
PAIRS = np.array(LUCKY_PAIRS, np.int64)


class Greedy(NamedTuple):
    """`rows` (4, 2**size): what the crosses of a row are worth. `miss`: what a miss costs."""

    rows: Floats
    miss: np.float32


class Room(NamedTuple):
    """Room to work in, so that compiled functions make nothing anew: the options of each action; `rows` and
    `rests` of the sheets of a table, and `made_rows`, `made_rests` of those that action 1 makes, (players,)
    each; the dice, and the stream that they come from."""

    first: Whole
    second: Whole
    rows: Whole
    rests: Whole
    made_rows: Whole
    made_rests: Whole
    dice: Whole
    stream: Whole


def greedy_player(pad: Pad, weights: Sequence[float] | None = None) -> Greedy:
    """The greedy player of a pad: `weights` as in `companion.advisor.greedy.GreedyPlayer`."""
    progress, misses, concentration, skipped = weights or evolved(pad.name)
    parts = np.array([1, progress, concentration, -skipped], np.float32)
    return Greedy(np.ascontiguousarray(ingredients(grid(pad)) @ parts), np.float32(misses))


def make_room(players: int) -> Room:
    """Room for so many players."""
    rows, rests, made_rows, made_rests = np.zeros((4, players), np.int64)
    dice, stream = np.zeros(6, np.int64), np.zeros(1, np.int64)
    return Room(no_options(), no_options(), rows, rests, made_rows, made_rests, dice, stream)


@compiled
def greedy_value(player: Greedy, rows: int, rest: int) -> np.float32:
    """What a sheet is worth to a greedy player."""
    value = player.rows[0, rows & ROW]
    for row in range(1, 4):
        value += player.rows[row, rows >> ROW_BITS * row & ROW]
    return np.float32(value - player.miss * np.float32(rest & MISS_BITS))


@compiled
def choose_white(
    tables: GameTables, player: Greedy, rows: int, rest: int, closed: int, is_active: bool, room: Room
) -> int:
    """The place of what a greedy player decides in action 1 among the options, which are left in
    `room.first`. The active player looks at the best action 2 of each."""
    options = room.first
    count = white_options(tables, rows, rest, closed, room.dice[0] + room.dice[1], options)
    best, chosen = np.float32(-1e9), 0
    for option in range(count):
        after, its = options[option, ROWS], options[option, REST]
        if is_active:
            value = _best_second(tables, player, after, its, closed, option == 0, room)
        else:
            value = greedy_value(player, after, its)
        if value > best:
            best, chosen = value, option
    return chosen


@compiled
def _best_second(
    tables: GameTables, player: Greedy, rows: int, rest: int, closed: int, passed: bool, room: Room
) -> np.float32:
    """What a sheet after action 1 is worth to the active player with the best action 2."""
    closed |= locks(tables, rows)
    value = greedy_value(player, rows, rest + 1 if passed else rest)
    if not closed & (closed - 1):
        options = room.second
        count = colour_options(tables, rows, rest, closed, room.dice, options)
        for option in range(1, count):
            value = max(value, greedy_value(player, options[option, ROWS], options[option, REST]))
    return value


@compiled
def choose_colour(
    tables: GameTables, player: Greedy, rows: int, rest: int, closed: int, has_marked: bool, room: Room
) -> int:
    """The place of what the active player decides in action 2 among the options, which are left in
    `room.second`; who has marked nothing takes a miss by passing."""
    options = room.second
    count = colour_options(tables, rows, rest, closed, room.dice, options)
    if not has_marked:
        options[0, REST] += 1
    best, chosen = np.float32(-1e9), 0
    for option in range(count):
        value = greedy_value(player, options[option, ROWS], options[option, REST])
        if value > best:
            best, chosen = value, option
    return chosen


@compiled
def play_out(
    tables: GameTables,
    players: tuple[Greedy, ...],
    closed: int,
    seat: int,
    room: Room,
) -> int:
    """Play a game from between two turns to its end; gives how many turns that took. The sheets of `room`
    are those of the beginning, and become those of the end. `seat`: who throws first."""
    rows, rests, count = room.rows, room.rests, len(players)
    turns, over = 0, is_over(rests, closed)
    while not over:
        throw(room.stream, tables.numbers[SIDES], room.dice)
        has_marked = False
        for who in range(count):
            option = choose_white(tables, players[who], rows[who], rests[who], closed, who == seat, room)
            room.made_rows[who], room.made_rests[who] = room.first[option, ROWS], room.first[option, REST]
            has_marked |= who == seat and option > 0
        for who in range(count):
            rows[who], rests[who] = room.made_rows[who], room.made_rests[who]
        closed = close(tables, rows, rests, closed)
        if not closed & (closed - 1):
            option = choose_colour(tables, players[seat], rows[seat], rests[seat], closed, has_marked, room)
            rows[seat], rests[seat] = room.second[option, ROWS], room.second[option, REST]
            closed = close(tables, rows, rests, closed)
        over = is_over(rests, closed)
        seat = (seat + 1) % count
        turns += 1
    return turns


@compiled
def _play_games(
    tables: GameTables,
    players: tuple[Greedy, ...],
    pairs: Whole,
    seed: int,
    room: Room,
    points: Whole,
    turns: Whole,
) -> None:
    """Fill in `points` (games, players) and `turns` (games,)."""
    rows, rests = room.rows, room.rests
    for game in range(len(points)):
        begin_stream(room.stream, seed, game)
        for who in range(len(players)):
            rows[who] = rests[who] = 0
            if tables.numbers[HAS_LUCKY_NUMBERS]:
                pair = draw(room.stream) * len(pairs) >> 32
                rests[who] = pairs[pair, 0] << LUCKY | pairs[pair, 1] << OTHER_LUCKY
        turns[game] = play_out(tables, players, 0, 0, room)
        for who in range(len(players)):
            points[game, who] = score(tables, rows[who], rests[who])


def play_games(pad: Pad, players: Sequence[Greedy], games: int, seed: int) -> tuple[Whole, Whole]:
    """Points (games, players) and turns (games,) of games from the beginning; the same seed throws the same
    dice, whoever plays."""
    points, turns = np.zeros((games, len(players)), np.int64), np.zeros(games, np.int64)
    room = make_room(len(players))
    _play_games(game_tables(pad), tuple(players), PAIRS, seed, room, points, turns)
    return points, turns
