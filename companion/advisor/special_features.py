"""What a value network reads of a table of a game with special cells.

Some of it are indices into the network's table of vectors, which are added up: the states of rows, pairs of
rows, how far both sides are, what may still be had on special cells. The rest are numbers from about -1 to 1.
The functions are written for whole numbers alone, so that the training compiles the very same ones.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from companion.advisor.special_tables import (
    EXCHANGED,
    FIELDS,
    MISSES,
    ROUND,
    SECONDS,
    SIZE,
    TRACK,
    WHICH,
    PadTables,
    Whole,
)

Floats = npt.NDArray[np.float32]

NUMBERS = 34
"""Numbers beside the indices."""
MOST_INDICES = 128
"""No table has so many indices."""
LEVELS = 8
"""How a row stands towards its lock: closed, ready (three stages), out of reach, one, two, more to go."""
MOST_PLAYERS = 5
SHARED_VECTORS = 4 * LEVELS * LEVELS + 16 + MOST_PLAYERS + (MOST_PLAYERS + 1)
"""Vectors for what both sides and the table are: rows of both, closed rows, who throws next, players."""


def order_length(tables: PadTables, sheet: Whole, row: int) -> int:
    """The index of the first cell of a row that may still be marked in order (connect-left-to-right)."""
    length = tables.length[sheet[row]]
    for field in range(len(tables.field_row)):
        if tables.field_row[field] == row and sheet[FIELDS] >> field & 1:
            length = max(length, tables.field_index[field] + 1)
    return int(length)


def lock_marks(tables: PadTables, sheet: Whole, row: int) -> int:
    """The crosses of a row that count towards its lock (double-lock-seven, connect-not-for-lock)."""
    bits = sheet[row]
    doubles = tables.doubles[sheet[WHICH]][row]
    count = tables.crosses[bits] + tables.crosses[sheet[SECONDS + row]] + tables.crosses[bits & doubles]
    return int(count)


def row_crosses(tables: PadTables, sheet: Whole, row: int) -> int:
    """The crosses of a row that score, its lock included (bp-score, double-two, connect-not-for-lock)."""
    count = lock_marks(tables, sheet, row) + (sheet[row] >> (SIZE - 1))
    for k in range(len(tables.round_upper)):
        upper = tables.round_upper[k]
        if row in (upper, upper + 1):
            count += tables.crosses[sheet[ROUND + k]]
    for field in range(len(tables.field_row)):
        if tables.field_row[field] == row:
            count += sheet[FIELDS] >> field & 1
    return int(min(count, tables.most_marks))


def steps_crossed(tables: PadTables, sheet: Whole) -> int:
    """The cells of the frame that are crossed (steps-score)."""
    count = 0
    for row in range(4):
        count += tables.crosses[sheet[row] & tables.steps[sheet[WHICH]][row]]
    return count


def score(tables: PadTables, sheet: Whole) -> int:
    """The points of a sheet, as if the game ended now."""
    total = 0
    for row in range(4):
        count = row_crosses(tables, sheet, row)
        total += count * (count + 1) // 2
    steps = steps_crossed(tables, sheet)
    total += steps * (steps + 1) // 2 + tables.track[sheet[TRACK]] - 5 * sheet[MISSES]
    return int(total)


def lock_level(tables: PadTables, sheet: Whole, row: int, closed: int) -> int:
    """How a row stands towards its lock, 0 to LEVELS - 1."""
    bits = sheet[row]
    if closed >> row & 1 or bits >> (SIZE - 1):
        return 0
    lacks = tables.lock_needs - lock_marks(tables, sheet, row)
    start = order_length(tables, sheet, row)
    if lacks <= 0:
        return 1 if start <= 6 else 2 if start <= 8 else 3
    right = ((1 << (SIZE - 1)) - 1) >> start << start
    which = sheet[WHICH]
    room = (
        SIZE - 1 - start + tables.crosses[(tables.doubles[which][row] | tables.seconds[which][row]) & right]
    )
    if bits and tables.seconds[which][row] & ~sheet[SECONDS + row] & (1 << (tables.length[bits] - 1)):
        room += 1
    if lacks > room:
        return 4
    return 5 if lacks == 1 else 6 if lacks == 2 else 7


def side_size(tables: PadTables) -> int:
    """How many vectors describe one sheet."""
    size = 4 * (1 + (SIZE + 1) * (_most(tables) + 1)) + 2 * (SIZE + 1) * (SIZE + 1) + 5
    size += 4 * (SIZE + 1)  # second crosses
    size += 5 * (SIZE + 1)  # steps: how many are crossed, and the next one of each row
    size += 4 * (SIZE + 1) + 4 * 4  # chains
    size += len(tables.round_upper) * (SIZE + 1 + SIZE)
    return size + tables.exchanges + 1 + len(tables.track) + 4 * 8


def vector_count(tables: PadTables) -> int:
    """Vectors in the network's table."""
    return 2 * side_size(tables) + SHARED_VECTORS


def _most(tables: PadTables) -> int:
    return min(tables.most_marks, 16)


def is_open(sheet: Whole, row: int, closed: int) -> bool:
    """Whether crosses may still be made in a row."""
    return not (closed >> row & 1 or sheet[row] >> (SIZE - 1))


def side_ids(tables: PadTables, sheet: Whole, closed: int, base: int, ids: Whole, at: int) -> int:
    """Write down the indices of one sheet, from `ids[at]` on, counted from `base`; gives where they end."""
    most = _most(tables)
    states = 1 + (SIZE + 1) * (most + 1)
    pairs = base + 4 * states
    reach = pairs + 2 * (SIZE + 1) * (SIZE + 1) + 5
    before = SIZE
    for row in range(4):
        start, state = SIZE, 0
        if is_open(sheet, row, closed):
            start = order_length(tables, sheet, row)
            state = 1 + start * (most + 1) + min(row_crosses(tables, sheet, row), most)
            at = _reach_ids(tables, sheet, row, start, reach, ids, at)
        ids[at] = base + row * states + state
        at += 1
        if row % 2:
            ids[at] = pairs + (row // 2) * (SIZE + 1) * (SIZE + 1) + before * (SIZE + 1) + start
            at += 1
        before = start
        at = _forced_ids(tables, sheet, row, start, reach + 9 * (SIZE + 1), ids, at)
    ids[at] = reach - 5 + min(sheet[MISSES], 4)
    ids[at + 1] = reach + 4 * (SIZE + 1) + steps_crossed(tables, sheet)
    at = _round_ids(tables, sheet, reach + 13 * (SIZE + 1) + 16, ids, at + 2)
    base = reach + 13 * (SIZE + 1) + 16 + len(tables.round_upper) * (SIZE + 1 + SIZE)
    return _strip_ids(tables, sheet, closed, base, ids, at)


def _reach_ids(tables: PadTables, sheet: Whole, row: int, start: int, base: int, ids: Whole, at: int) -> int:
    """Of an open row: a second cross that may be made, and the next step of the frame."""
    bits, which = sheet[row], sheet[WHICH]
    again = tables.seconds[which][row] & ~sheet[SECONDS + row]
    if bits and again >> (tables.length[bits] - 1) & 1:
        ids[at] = base + row * (SIZE + 1) + tables.length[bits]
        at += 1
    steps = tables.steps[which][row] >> start
    if steps:
        ids[at] = base + 5 * (SIZE + 1) + row * (SIZE + 1) + start + tables.length[steps & -steps] - 1
        at += 1
    return at


def _forced_ids(tables: PadTables, sheet: Whole, row: int, start: int, base: int, ids: Whole, at: int) -> int:
    """Chains that are not crossed: the next cell of a row that brings a cross, and how many cells of it left
    of `start` only another row can bring."""
    left = found = 0
    for cell in range(SIZE):
        partner = tables.partner[sheet[WHICH]][row][cell]
        if partner < 0 or sheet[row] >> cell & 1 or sheet[partner >> 4] >> (partner & 15) & 1:
            continue
        if cell < start:
            left += 1
        elif not found:
            found = cell + 1
    if found:
        ids[at] = base + row * (SIZE + 1) + found
        at += 1
    if left:
        ids[at] = base + 4 * (SIZE + 1) + row * 4 + min(left, 3)
        at += 1
    return at


def _round_ids(tables: PadTables, sheet: Whole, base: int, ids: Whole, at: int) -> int:
    """Rows of round cells: how far they are crossed, and which cells further right have their number."""
    for k in range(len(tables.round_upper)):
        crossed = tables.length[sheet[ROUND + k]]
        ids[at] = base + crossed
        at += 1
        for place in range(crossed, SIZE):
            number = tables.round_number[k][place]
            for row in range(tables.round_upper[k], tables.round_upper[k] + 2):
                cell = tables.index_of[row][number]
                if cell >= 0 and sheet[row] >> cell & 1:
                    ids[at] = base + SIZE + 1 + place
                    at += 1
                    break
        base += SIZE + 1 + SIZE
    return at


def _strip_ids(tables: PadTables, sheet: Whole, closed: int, base: int, ids: Whole, at: int) -> int:
    """How far strip and track are used, and the fields between numbers that are in reach."""
    if tables.exchanges:
        ids[at] = base + tables.length[sheet[EXCHANGED]]
        at += 1
    base += tables.exchanges + 1
    if len(tables.track) > 1:
        ids[at] = base + sheet[TRACK]
        at += 1
    base += len(tables.track)
    if not len(tables.field_row):
        return at
    for row in range(4):
        start = order_length(tables, sheet, row)
        reach = number = 0
        for field in range(len(tables.field_row)):
            if tables.field_row[field] != row:
                continue
            crossed = sheet[FIELDS] >> field & 1
            if not crossed and tables.field_index[field] + 1 >= start and is_open(sheet, row, closed):
                reach |= 1 << min(number, 2)
            number += 1
        ids[at] = base + row * 8 + reach
        at += 1
    return at


def table_ids(
    tables: PadTables, own: Whole, other: Whole, closed: int, following: int, players: int, ids: Whole
) -> int:
    """Write down the indices of a table seen by the owner of `own`, `other` being the best opponent's sheet.

    `following`: who throws next, 0 the viewer, 1 the player after. Gives how many indices there are.
    """
    side = side_size(tables)
    at = side_ids(tables, own, closed, 0, ids, 0)
    at = side_ids(tables, other, closed, side, ids, at)
    base = 2 * side
    for row in range(4):
        mine, its = lock_level(tables, own, row, closed), lock_level(tables, other, row, closed)
        ids[at] = base + (row * LEVELS + mine) * LEVELS + its
        at += 1
    base += 4 * LEVELS * LEVELS
    ids[at] = base + closed
    ids[at + 1] = base + 16 + following
    ids[at + 2] = base + 16 + 5 + players
    return at + 3


def ready_rows(tables: PadTables, sheet: Whole, closed: int) -> int:
    """How many rows of a sheet may be locked."""
    count = 0
    for row in range(4):
        count += 1 <= lock_level(tables, sheet, row, closed) <= 3
    return count


def table_numbers(
    tables: PadTables,
    sheets: Whole,
    seat: int,
    order: Whole,
    points: Whole,
    closed: int,
    following: int,
    out: Floats,
) -> None:
    """Write down the numbers of a table.

    `sheets`: one a seat. `order`: the seats of the opponents, the best first. `points`: of each seat.
    """
    players = len(sheets)
    for place in range(NUMBERS):
        out[place] = 0.0
    lead = points[seat] - points[order[0]]
    out[0] = lead / 50
    out[1] = max(-1.0, min(1.0, lead / 10))
    out[2] = points[seat] / 100
    out[3] = points[order[0]] / 100
    out[4] = ready_rows(tables, sheets[seat], closed) / 2
    out[5] = ready_rows(tables, sheets[order[0]], closed) / 2
    for rank in range(players - 1):
        other, at = order[rank], 6 + 7 * rank
        lead = points[seat] - points[other]
        out[at] = 1.0
        out[at + 1] = lead / 50
        out[at + 2] = max(-1.0, min(1.0, lead / 10))
        out[at + 3] = sheets[other][MISSES] / 4
        out[at + 4] = ready_rows(tables, sheets[other], closed) / 2
        out[at + 5] = ((other - seat - following) % players) / 4
        most = 0
        for row in range(4):
            if not closed >> row & 1:
                most = max(most, row_crosses(tables, sheets[other], row))
        out[at + 6] = most / 10


def rank_opponents(points: Whole, seat: int, order: Whole) -> None:
    """Write down the seats of the opponents, the one with most points first, ties in the order of turns."""
    players = len(points)
    for place in range(players - 1):
        order[place] = (seat + 1 + place) % players
    for place in range(1, players - 1):
        moved = order[place]
        before = place - 1
        while before >= 0 and points[order[before]] < points[moved]:
            order[before + 1] = order[before]
            before -= 1
        order[before + 1] = moved
