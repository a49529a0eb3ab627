"""Games on pads with special cells, played by the greedy player or a network: compiled.

A player is GREEDY, by four weights, or LEARNED, by a network. All games are played one after the other; the
dice of a game come of the seed and its number alone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from companion.advisor.special_features import (
    MOST_INDICES,
    NUMBERS,
    lock_marks,
    rank_opponents,
    score,
    table_ids,
    table_numbers,
)
from companion.advisor.special_tables import (
    FIELDS,
    MISSES,
    PLACES,
    ROUND,
    SIZE,
    TRACK,
    WHICH,
    PadTables,
    Whole,
)
from companion.advisor.training.compiled import compiled
from companion.advisor.training.dice_stream import begin_stream, draw, throw
from companion.advisor.training.special_rules import (
    MOST_OPTIONS,
    NOTHING,
    close,
    colour_options,
    locks,
    white_options,
)

Floats = npt.NDArray[np.float32]

GREEDY, LEARNED = 0, 1
"""Kinds of players."""
MOST_PLAYERS = 5
LEAD_UNIT_WIN = 0.02
"""What one unit of the lead is worth in chances to win, so that decisions that win alike go by the lead."""
LEAD_UNIT_POINTS = 50.0
"""Points of lead that make one unit."""


class Network(NamedTuple):
    """`table` (vectors, h), `w1` (NUMBERS, h), `b1` (h,), `w2` (h, k), `b2` (k,), `w3` (k, 2), `b3` (2,)."""

    table: Floats
    w1: Floats
    b1: Floats
    w2: Floats
    b2: Floats
    w3: Floats
    b3: Floats


class Room(NamedTuple):
    """Room to work in: compiled functions make no arrays. `sheets_now`, `sheets_made` (MOST_PLAYERS, PLACES):
    of a table before and after action 1."""

    marks: Whole
    sheets: Whole
    second_marks: Whole
    second_sheets: Whole
    before: Whole
    sheets_now: Whole
    sheets_made: Whole
    dice: Whole
    dice_left: Whole
    stream: Whole
    noises: Whole
    ids: Whole
    order: Whole
    points: Whole
    numbers: Floats
    h1: Floats
    h2: Floats
    out: Floats


def make_room(hidden: int, second: int) -> Room:
    """Room for decisions by networks of that many hidden units."""
    marks, sheets = (np.zeros((2, MOST_OPTIONS, width), np.int64) for width in (4, PLACES))
    return Room(
        *(marks[0], sheets[0], marks[1], sheets[1]),
        before=np.zeros(PLACES, np.int64),
        sheets_now=np.zeros((MOST_PLAYERS, PLACES), np.int64),
        sheets_made=np.zeros((MOST_PLAYERS, PLACES), np.int64),
        dice=np.zeros(6, np.int64),
        dice_left=np.zeros(6, np.int64),
        stream=np.zeros(1, np.int64),
        noises=np.zeros(1, np.int64),
        ids=np.zeros(MOST_INDICES, np.int64),
        order=np.zeros(4, np.int64),
        points=np.zeros(MOST_PLAYERS, np.int64),
        numbers=np.zeros(NUMBERS, np.float32),
        h1=np.zeros(hidden, np.float32),
        h2=np.zeros(second, np.float32),
        out=np.zeros(2, np.float32),
    )


@compiled
def put(sheet: Whole, other: Whole) -> None:
    """Make one sheet like another."""
    for place in range(PLACES):
        sheet[place] = other[place]


@compiled
def add_layers(
    network: Network, ids: npt.NDArray[np.integer], count: int, numbers: Floats, h1: Floats, h2: Floats
) -> None:
    """Fill in both hidden layers before max(0, x), of a sample with so many indices."""
    for j in range(len(h1)):
        h1[j] = network.b1[j]
    for i in range(count):
        vector = network.table[ids[i]]
        for j in range(len(h1)):
            h1[j] += vector[j]
    for i in range(NUMBERS):
        value = numbers[i]
        if value != 0:
            for j in range(len(h1)):
                h1[j] += value * network.w1[i, j]
    for j in range(len(h2)):
        h2[j] = network.b2[j]
    for i in range(len(h1)):
        value = h1[i]
        if value > 0:
            for j in range(len(h2)):
                h2[j] += value * network.w2[i, j]


@compiled
def forward(network: Network, ids: Whole, count: int, room: Room) -> None:
    """`room.out`: the logit of the chance to win, and the lead in units of LEAD_UNIT_POINTS."""
    add_layers(network, ids, count, room.numbers, room.h1, room.h2)
    win, lead = network.b3[0], network.b3[1]
    for j in range(len(room.h2)):
        value = room.h2[j]
        if value > 0:
            win += value * network.w3[j, 0]
            lead += value * network.w3[j, 1]
    room.out[0], room.out[1] = win, lead


@compiled
def see(tables: PadTables, sheets: Whole, seat: int, closed: int, thrower: int, room: Room) -> int:
    """Write down what the player at `seat` sees of a table between two turns; gives the indices' count.

    `sheets`: (players, PLACES). `thrower`: the seat that throws next.
    """
    players = len(sheets)
    points = room.points[:players]
    for other in range(players):
        points[other] = score(tables, sheets[other])
    rank_opponents(points, seat, room.order)
    following = (thrower - seat) % players
    count = table_ids(tables, sheets[seat], sheets[room.order[0]], closed, following, players, room.ids)
    table_numbers(tables, sheets, seat, room.order, points, closed, following, room.numbers)
    return count


@compiled
def learned_value(
    tables: PadTables, network: Network, sheets: Whole, seat: int, closed: int, thrower: int, room: Room
) -> float:
    """The chance to win of the player at `seat`, with a little of the lead; exact if the game is over."""
    players = len(sheets)
    if bin_count(closed) >= 2 or sheets[seat, MISSES] >= 4:
        own, best, ties = score(tables, sheets[seat]), -1000, 1
        for other in range(players):
            if other != seat:
                its = score(tables, sheets[other])
                best = max(best, its)
                ties += its == own
        win = 1.0 if own > best else 1.0 / ties if own == best else 0.0
        return float(win + LEAD_UNIT_WIN * (own - best) / LEAD_UNIT_POINTS)
    count = see(tables, sheets, seat, closed, thrower, room)
    forward(network, room.ids, count, room)
    return float(1 / (1 + np.exp(-room.out[0])) + LEAD_UNIT_WIN * room.out[1])


@compiled
def bin_count(closed: int) -> int:
    """How many rows are closed."""
    return (closed & 1) + (closed >> 1 & 1) + (closed >> 2 & 1) + (closed >> 3 & 1)


@compiled
def greedy_value(
    tables: PadTables, progress: npt.NDArray[np.float64], weights: Floats, sheet: Whole
) -> float:
    """Crosses, expected progress, concentration, cells skipped and misses of one sheet, weighed.

    As the greedy player of the other games: every cross counts one, wherever it stands, and nothing is known
    of what special cells bring. `progress[r, i]`: the chances of the cells of row r from i on. `weights`:
    progress, misses, concentration, skipped.
    """
    value = sheet[TRACK] - weights[1] * sheet[MISSES]
    for row in range(4):
        bits = sheet[row]
        count = lock_marks(tables, sheet, row) + (bits >> (SIZE - 1))
        value += count + weights[2] * count * (count - 1) / 2
        if not bits >> (SIZE - 1):
            start = tables.length[bits]
            value += weights[0] * progress[row, start] - weights[3] * (start - tables.crosses[bits])
    for k in range(len(tables.round_upper)):
        value += tables.crosses[sheet[ROUND + k]]
    for field in range(len(tables.field_row)):
        value += sheet[FIELDS] >> field & 1
    return float(value)


@compiled
def value_of(
    tables: PadTables,
    kind: int,
    progress: npt.NDArray[np.float64],
    weights: Floats,
    network: Network,
    sheets: Whole,
    seat: int,
    closed: int,
    thrower: int,
    room: Room,
) -> float:
    """What a table at the end of a turn is worth to a player."""
    if kind == GREEDY:
        return greedy_value(tables, progress, weights, sheets[seat])
    return learned_value(tables, network, sheets, seat, closed, thrower, room)


@compiled
def choose_white(
    tables: PadTables,
    kind: int,
    progress: npt.NDArray[np.float64],
    weights: Floats,
    network: Network,
    sheets: Whole,
    seat: int,
    closed: int,
    thrower: int,
    dice: Whole,
    noise: float,
    stream: Whole,
    room: Room,
) -> int:
    """The place among the options of action 1, which are left in `room`, that a player decides on."""
    active, players = seat == thrower, len(sheets)
    after = (thrower + 1) % players
    count = white_options(tables, sheets[seat], closed, dice, active, room.marks, room.sheets)
    if count == 1:
        return 0
    best, chosen = -1e9, 0
    before = room.before
    put(before, sheets[seat])
    left = room.dice_left
    for option in range(count):
        put(sheets[seat], room.sheets[option])
        now = closed | locks(sheets[seat])
        value = -1e9
        if active and bin_count(now) < 2:
            for die in range(6):
                left[die] = dice[die]
            close(tables, now, left)
            kinds = room.marks[option, 0]
            more = colour_options(
                tables, room.sheets[option], now, left, kinds, room.second_marks, room.second_sheets
            )
            for second in range(more):
                put(sheets[seat], room.second_sheets[second])
                if kinds == NOTHING and second == 0:
                    sheets[seat, MISSES] += 1
                then = now | locks(sheets[seat])
                found = value_of(tables, kind, progress, weights, network, sheets, seat, then, after, room)
                value = max(value, found)
        else:
            value = value_of(tables, kind, progress, weights, network, sheets, seat, now, after, room)
        if noise > 0:
            value += noise * ((draw(stream) + draw(stream) + draw(stream)) / 2147483648.0 - 3.0)
        if value > best:
            best, chosen = value, option
    put(sheets[seat], before)
    return chosen


@compiled
def choose_colour(
    tables: PadTables,
    kind: int,
    progress: npt.NDArray[np.float64],
    weights: Floats,
    network: Network,
    sheets: Whole,
    seat: int,
    closed: int,
    dice: Whole,
    first: int,
    noise: float,
    stream: Whole,
    room: Room,
) -> int:
    """The place among the options of action 2, left in `room`, that the active player decides on."""
    after = (seat + 1) % len(sheets)
    count = colour_options(tables, sheets[seat], closed, dice, first, room.marks, room.sheets)
    if first == NOTHING:
        room.sheets[0, MISSES] += 1
    if count == 1:
        return 0
    best, chosen = -1e9, 0
    before = room.before
    put(before, sheets[seat])
    for option in range(count):
        put(sheets[seat], room.sheets[option])
        then = closed | locks(sheets[seat])
        value = value_of(tables, kind, progress, weights, network, sheets, seat, then, after, room)
        if noise > 0:
            value += noise * ((draw(stream) + draw(stream) + draw(stream)) / 2147483648.0 - 3.0)
        if value > best:
            best, chosen = value, option
    put(sheets[seat], before)
    return chosen


class Samples(NamedTuple):
    """What was seen between turns: `ids` (n, MOST_INDICES), -1 at the end; `numbers` (n, NUMBERS); `seats`
    (n,): by whom; `targets` (n, 2): the chance to win and the lead in units of LEAD_UNIT_POINTS."""

    ids: npt.NDArray[np.int16]
    numbers: Floats
    seats: npt.NDArray[np.int8]
    targets: Floats

    @classmethod
    def empty(cls, count: int) -> Samples:
        """Room for so many."""
        return cls(
            np.zeros((count, MOST_INDICES), np.int16),
            np.zeros((count, NUMBERS), np.float32),
            np.zeros(count, np.int8),
            np.zeros((count, 2), np.float32),
        )

    def first(self, count: int) -> Samples:
        """The first so many."""
        return Samples(self.ids[:count], self.numbers[:count], self.seats[:count], self.targets[:count])


@compiled
def play_games(
    tables: PadTables,
    kinds: Whole,
    progress: npt.NDArray[np.float64],
    weights: Floats,
    networks: tuple[Network, ...],
    games: int,
    seed: int,
    noise: float,
    td_lambda: float,
    recorded: Whole,
    samples: Samples,
    room: Room,
    points: Whole,
    turns: Whole,
) -> int:
    """Play games to their ends; gives how many samples were written down.

    `kinds` (players,), `weights` (players, 4), `networks`: of each seat. The same seed throws the same dice,
    whoever plays. `recorded` (players,): whose views become samples, as long as there is room for a game.
    `points` (games, players) and `turns` (games,) are filled in.
    """
    players, sheet_count = len(kinds), len(tables.seconds)
    sheets, made = room.sheets_now[:players], room.sheets_made[:players]
    dice, stream, noises = room.dice, room.stream, room.noises
    written = 0
    for game in range(games):
        begin_stream(stream, seed, game)
        begin_stream(noises, seed + 77, game)
        sheets[:] = 0
        deal = draw(stream) % 120
        for seat in range(players):  # players have different sheets, if the pad has several
            sheets[seat, WHICH] = (deal + seat * (1 + deal // 5 % 4)) % 5 % sheet_count
        closed, seat, turn, first_sample = 0, 0, 0, written
        over = False
        while not over:
            throw(stream, 6, dice)
            close(tables, closed, dice)
            first = 0
            for who in range(players):
                option = choose_white(
                    tables, kinds[who], progress, weights[who], networks[who], sheets, who, closed, seat,
                    dice, noise, noises, room,
                )  # fmt: skip
                put(made[who], room.sheets[option])
                if who == seat:
                    first = room.marks[option, 0]
            for who in range(players):
                put(sheets[who], made[who])
                closed |= locks(sheets[who])
            over = bin_count(closed) >= 2
            if not over:
                close(tables, closed, dice)
                option = choose_colour(
                    tables, kinds[seat], progress, weights[seat], networks[seat], sheets, seat, closed,
                    dice, first, noise, noises, room,
                )  # fmt: skip
                put(sheets[seat], room.sheets[option])
                closed |= locks(sheets[seat])
                over = bin_count(closed) >= 2 or sheets[seat, MISSES] >= 4
            seat = (seat + 1) % players
            turn += 1
            if not over:
                for who in range(players):
                    if recorded[who] and written < len(samples.ids):
                        count = see(tables, sheets, who, closed, seat, room)
                        for i in range(count):
                            samples.ids[written, i] = room.ids[i]
                        samples.ids[written, count] = -1
                        for i in range(NUMBERS):
                            samples.numbers[written, i] = room.numbers[i]
                        samples.seats[written] = who
                        written += 1
        turns[game] = turn
        for who in range(players):
            points[game, who] = score(tables, sheets[who])
        for who in range(players):
            if recorded[who]:
                _set_targets(
                    networks[who], kinds[who] == LEARNED, points[game, :players], who, samples, first_sample,
                    written, td_lambda, room,
                )  # fmt: skip
    return written


@compiled
def _set_targets(
    network: Network,
    has_network: bool,
    points: Whole,
    who: int,
    samples: Samples,
    first: int,
    last: int,
    td_lambda: float,
    room: Room,
) -> None:
    """TD(lambda) over the samples of one player in one game, from the end backwards."""
    best, ties = -1000, 1
    for other in range(len(points)):
        if other != who:
            best = max(best, points[other])
            ties += points[other] == points[who]
    win = 1.0 if points[who] > best else 1.0 / ties if points[who] == best else 0.0
    lead = (points[who] - best) / LEAD_UNIT_POINTS
    for sample in range(last - 1, first - 1, -1):
        if samples.seats[sample] != who:
            continue
        for i in range(NUMBERS):
            room.numbers[i] = samples.numbers[sample, i]
        count = 0
        while samples.ids[sample, count] >= 0:
            room.ids[count] = samples.ids[sample, count]
            count += 1
        samples.targets[sample, 0], samples.targets[sample, 1] = win, lead
        if has_network:
            forward(network, room.ids, count, room)
            win = td_lambda * win + (1 - td_lambda) / (1 + np.exp(-room.out[0]))
            lead = td_lambda * lead + (1 - td_lambda) * room.out[1]
