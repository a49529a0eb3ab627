"""What may be marked on the pads of the first games, and what it leads to: compiled, for millions of games.

The same rules as `companion.rules` under the default rulings; tests hold the two against each other. A sheet
is two whole numbers, so that nothing is copied: `rows` has the bits of its
four rows, ROW_BITS each, row a lowest; `rest` its misses, the bits of its bonus bar and of its bonuses
earned, and its two lucky numbers. Dice are six numbers, two white, red, yellow, green, blue. A mark is one
number (`mark_number`), 0 if the player passes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from companion.advisor.grid import grid
from companion.advisor.training.compiled import compiled
from sheets.pad import Pad

Whole = npt.NDArray[np.int64]

ROW_BITS, ROW = 16, 0xFFFF
"""Bits of a row of a sheet, and those of row a."""
BAR, EARNED, LUCKY, OTHER_LUCKY = 4, 20, 28, 36
"""Where the parts of `rest` begin; its misses are the lowest bits."""
MISS_BITS, LUCKY_BITS = 0xF, 0xFF
MOST_OPTIONS = 48
"""No action offers so many marks."""
MARK, ROWS, REST = range(3)
"""Of an option: the mark, and the sheet after it."""
TWO_WEAKEST, EACH_ROW, DOUBLE_WEAKEST, THIRTEEN, NO_MISSES = range(5)
"""The bonuses of Bonus B, by their places in BONUS_TYPES; the first two mark cells."""
NEXT_CELL, COUNT = 16, 24
"""Where these begin in a number of `GameTables.state`, whose lowest bits are the cells that may be marked."""


SIDES, FIRST_CLOSING, HAS_LUCKY_NUMBERS, HAS_PAIRS, BOX_COUNT = range(5)
"""Single numbers of `GameTables.numbers`: of a die; the first cell that closes a row; 1 or 0; 1 or 0; of the
bonus bar."""
EARNS, BAR_ROWS, BOXES, REMOVED = 8, 16, 32, 36
"""Where these begin there. EARNS: the cells that earn a bonus of BONUS_TYPES, as bits of `rows`. BAR_ROWS:
the row of each box. BOXES: by row, the boxes of the colour that its lock takes out, as bits. REMOVED: by the
bits of closed rows, the dice that have left, as bits."""
BONUS, WHITE, COLOUR, END = 64, 128, 256, 384
"""Where these begin there, -1 standing for none. BONUS, 16 cells a row: the place in BONUS_TYPES of the bonus
of a cell, on Bonus A 0 for a bonus cell. WHITE, 32 numbers a row: the cell with a number. COLOUR, 32 numbers
a colour: 16 times the row of the cell with a number, plus the cell."""


class GameTables(NamedTuple):
    """One pad, in two arrays because compiled functions are called faster with few.

    `state` (2**size,): of a row with those bits, the cells that may be marked next, as bits; from NEXT_CELL
    on the cell right of its last mark; from COUNT on its marks, a lock included. `numbers` (END,): the rest.
    """

    state: Whole
    numbers: Whole


@lru_cache(maxsize=16)
def game_tables(pad: Pad) -> GameTables:
    """The tables of a pad. Raises ValueError for one whose cells do not all differ (`Grid`)."""
    found = grid(pad)
    state = found.markable.astype(np.int64)
    state |= found.next_cell.astype(np.int64) << NEXT_CELL | found.count.astype(np.int64) << COUNT
    numbers = np.zeros(END, np.int64)
    numbers[SIDES], numbers[FIRST_CLOSING] = found.sides, found.first_closing
    numbers[HAS_LUCKY_NUMBERS], numbers[HAS_PAIRS] = pad.lucky, len(found.pairs) > 0
    numbers[BOX_COUNT] = len(found.bar)
    numbers[BONUS:END] = -1
    for number, cells in enumerate(found.pairs):
        for row, bit in cells:
            numbers[BONUS + 16 * row + int(bit).bit_length() - 1] = number
            numbers[EARNS + number] |= int(bit) << ROW_BITS * int(row)
    numbers[BAR_ROWS : BAR_ROWS + len(found.bar)] = found.bar
    numbers[BOXES : BOXES + 4] = found.boxes[found.closing_colour]
    numbers[REMOVED : REMOVED + 16] = found.removed_by_locks
    sums = found.white.shape[1]
    for row in range(4):
        if len(found.bar):
            bonus_cells = found.bonus_cells[row] >> np.arange(found.size) & 1
            numbers[BONUS + 16 * row :][: found.size] = bonus_cells - 1
        numbers[WHITE + 32 * row :][:sums] = found.white[row]
        rows, cells = found.colour[row].T
        numbers[COLOUR + 32 * row :][:sums] = np.where(cells >= 0, 16 * rows + cells, -1)
    return GameTables(state, numbers)


@compiled
def mark_number(row: int, cell: int, lucky: int, choice: int) -> int:
    """A mark as one number. `lucky`: 1 if it is meant as a lucky one. `choice`: the row named where the
    weakest tie, -1 for none."""
    return 1 + (row | cell << 2 | lucky << 6 | (choice + 1) << 7)


@compiled
def row_state(tables: GameTables, rows: int, row: int) -> int:
    """The state of a row, as in `GameTables.state`."""
    return int(tables.state[rows >> ROW_BITS * row & ROW])


@compiled
def is_allowed(state: int, cell: int, is_closed: int) -> bool:
    """Whether a cross may stand at a cell of a row: right of all marks, the row open, a last cell with its
    marks (rules.md: left-to-right, row-closed, lock-needs-five, lock-needs-six)."""
    return bool(state >> cell & 1 and not is_closed)


@compiled
def next_cell(state: int) -> int:
    """The cell right of a row's last mark."""
    return state >> NEXT_CELL & 0xFF


@compiled
def locks(tables: GameTables, rows: int) -> int:
    """The rows locked on a sheet, one bit each."""
    found = 0
    for row in range(4):
        if (rows >> ROW_BITS * row & ROW) >> tables.numbers[FIRST_CLOSING]:
            found |= 1 << row
    return found


@compiled
def mark(
    tables: GameTables, rows: int, rest: int, row: int, cell: int, closed: int, choice: int
) -> tuple[int, int, int]:
    """A sheet after a legal cross and every bonus that it brings, and the rows that tied, one bit each.

    `choice`: the row to take where the weakest tie, -1 for the topmost that can take a cross.
    """
    rows |= 1 << cell << ROW_BITS * row
    if tables.numbers[BOX_COUNT]:
        rows, rest = _follow_bar(tables, rows, rest, row, cell, closed)
    elif tables.numbers[HAS_PAIRS] and tables.numbers[BONUS + 16 * row + cell] >= 0:
        return _follow_pairs(tables, rows, rest, row, cell, closed, choice)
    return rows, rest, 0


@compiled
def _follow_bar(
    tables: GameTables, rows: int, rest: int, row: int, cell: int, closed: int
) -> tuple[int, int]:
    """A chain goes on while it meets bonus cells (rules.md: bonus-bar, bonus-chain, bonus-lock)."""
    while True:
        if cell >= tables.numbers[FIRST_CLOSING]:
            rest |= tables.numbers[BOXES + row] << BAR
        box = 0
        while rest >> BAR + box & 1:
            box += 1
        if tables.numbers[BONUS + 16 * row + cell] < 0 or box >= tables.numbers[BOX_COUNT]:
            return rows, rest
        rest |= 1 << BAR + box
        row = tables.numbers[BAR_ROWS + box]
        state = row_state(tables, rows, row)
        cell = next_cell(state)
        if not is_allowed(state, cell, closed >> row & 1):
            return rows, rest
        rows |= 1 << cell << ROW_BITS * row


@compiled
def _follow_pairs(
    tables: GameTables, rows: int, rest: int, row: int, cell: int, closed: int, choice: int
) -> tuple[int, int, int]:
    """Bonuses in the order in which they are earned, each finished before the next (bonus-two-weakest,
    bonus-each-row); at most two of them mark cells. Gives the sheet and the rows that tied."""
    rest, waiting = _earn(tables, rows, rest, row, cell, 0)
    asked = 0
    while waiting:
        kind = (waiting & 3) - 1
        waiting >>= 2
        if kind == EACH_ROW:
            for number in range(4):
                rows, rest, waiting = _cross_next(tables, rows, rest, number, closed, waiting)
            continue
        tied = weakest(tables, rows)
        chosen, able = -1, -1
        for number in range(4):
            if tied >> number & 1:
                chosen = number if chosen < 0 else chosen
                state = row_state(tables, rows, number)
                if able < 0 and is_allowed(state, next_cell(state), closed >> number & 1):
                    able = number
        chosen = able if able >= 0 else chosen
        if tied & (tied - 1):
            asked = tied
            chosen = choice if choice >= 0 else chosen
        for _ in range(2):
            rows, rest, waiting = _cross_next(tables, rows, rest, chosen, closed, waiting)
    return rows, rest, asked


@compiled
def weakest(tables: GameTables, rows: int) -> int:
    """The rows with the fewest marks, one bit each."""
    least, tied = 99, 0
    for row in range(4):
        count = row_state(tables, rows, row) >> COUNT
        if count < least:
            least, tied = count, 0
        if count == least:
            tied |= 1 << row
    return tied


@compiled
def _cross_next(
    tables: GameTables, rows: int, rest: int, row: int, closed: int, waiting: int
) -> tuple[int, int, int]:
    """Cross the next cell of a row if that is legal; gives the sheet and the bonuses that wait then."""
    state = row_state(tables, rows, row)
    cell = next_cell(state)
    if is_allowed(state, cell, closed >> row & 1):
        rows |= 1 << cell << ROW_BITS * row
        rest, waiting = _earn(tables, rows, rest, row, cell, waiting)
    return rows, rest, waiting


@compiled
def _earn(tables: GameTables, rows: int, rest: int, row: int, cell: int, waiting: int) -> tuple[int, int]:
    """Note the bonus that a cross earns; gives `rest`, and the bonuses that wait to mark cells, two bits
    each, the next one lowest."""
    kind = tables.numbers[BONUS + 16 * row + cell]
    if (
        kind < 0
        or rest >> EARNED + kind & 1
        or rows & tables.numbers[EARNS + kind] != tables.numbers[EARNS + kind]
    ):
        return rest, waiting
    rest |= 1 << EARNED + kind
    if kind > EACH_ROW:
        return rest, waiting
    return rest, waiting | (kind + 1) << 2 if waiting else kind + 1


def no_options() -> Whole:
    """Room for what may be decided, (MOST_OPTIONS, 3): a MARK, and ROWS and REST of the sheet after it."""
    return np.zeros((MOST_OPTIONS, 3), np.int64)


@compiled
def _offer(
    tables: GameTables,
    rows: int,
    rest: int,
    row: int,
    cell: int,
    lucky: int,
    closed: int,
    options: Whole,
    count: int,
) -> int:
    """Write down a legal mark and the sheet after it, once for each choice that changes the result; gives
    how many options there are now."""
    after, its, tied = mark(tables, rows, rest, row, cell, closed, -1)
    options[count, ROWS], options[count, REST] = after, its
    options[count, MARK] = mark_number(row, cell, lucky, -1)
    if not tied:
        return count + 1
    found = count
    for choice in range(4):
        if not tied >> choice & 1:
            continue
        after, its, _ = mark(tables, rows, rest, row, cell, closed, choice)
        is_new = True
        for other in range(count, found):
            is_new = is_new and (options[other, ROWS] != after or options[other, REST] != its)
        if is_new:
            options[found, ROWS], options[found, REST] = after, its
            options[found, MARK] = mark_number(row, cell, lucky, choice)
            found += 1
    if found - count > 1:
        return found
    options[count, MARK] = mark_number(row, cell, lucky, -1)  # whatever is chosen, it is the same
    return count + 1


@compiled
def white_options(tables: GameTables, rows: int, rest: int, closed: int, total: int, options: Whole) -> int:
    """Action 1 of one player, the white dice showing `total`: to pass, then the marks; gives how many."""
    options[0, MARK], options[0, ROWS], options[0, REST] = 0, rows, rest
    count = 1
    for row in range(4):
        cell = tables.numbers[WHITE + 32 * row + total]
        if cell >= 0 and is_allowed(row_state(tables, rows, row), cell, closed >> row & 1):
            count = _offer(tables, rows, rest, row, cell, 0, closed, options, count)
    is_lucky = rest >> LUCKY & LUCKY_BITS == total or rest >> OTHER_LUCKY & LUCKY_BITS == total
    if tables.numbers[HAS_LUCKY_NUMBERS] and is_lucky:
        tied = weakest(tables, rows)
        for row in range(4):
            state = row_state(tables, rows, row)
            if tied >> row & 1 and is_allowed(state, next_cell(state), closed >> row & 1):
                count = _offer(tables, rows, rest, row, next_cell(state), 1, closed, options, count)
    return count


@compiled
def colour_options(tables: GameTables, rows: int, rest: int, closed: int, dice: Whole, options: Whole) -> int:
    """Action 2 of the active player, as `white_options`."""
    options[0, MARK], options[0, ROWS], options[0, REST] = 0, rows, rest
    count, removed = 1, tables.numbers[REMOVED + closed]
    for colour in range(4):
        if removed >> colour & 1:
            continue
        for white in range(2 if dice[0] != dice[1] else 1):
            place = tables.numbers[COLOUR + 32 * colour + dice[2 + colour] + dice[white]]
            row, cell = place >> 4, place & 15
            if place >= 0 and is_allowed(row_state(tables, rows, row), cell, closed >> row & 1):
                count = _offer(tables, rows, rest, row, cell, 0, closed, options, count)
    return count


@compiled
def score(tables: GameTables, rows: int, rest: int) -> int:
    """The total of a sheet as if the game ended now."""
    total, least = 0, 1000
    for row in range(4):
        count = row_state(tables, rows, row) >> COUNT
        points = count * (count + 1) // 2
        total += points
        least = min(least, points)
    lost = 5 * (rest & MISS_BITS)
    if tables.numbers[HAS_PAIRS]:
        if rest >> EARNED + DOUBLE_WEAKEST & 1:
            total += least
        if rest >> EARNED + THIRTEEN & 1:
            total += 13
        if rest >> EARNED + NO_MISSES & 1:
            lost = 0
    return total - lost


@compiled
def close(tables: GameTables, rows: Whole, rests: Whole, closed: int) -> int:
    """The end of an action for the sheets of a table: rows close, and on Bonus A the boxes of dice that leave
    are crossed; gives the closed rows, one bit each (rules.md, Simultaneity)."""
    for seat in range(len(rows)):
        closed |= locks(tables, rows[seat])
    if tables.numbers[BOX_COUNT]:
        for row in range(4):
            if closed >> row & 1:
                for seat in range(len(rests)):
                    rests[seat] |= tables.numbers[BOXES + row] << BAR
    return closed


@compiled
def is_over(rests: Whole, closed: int) -> bool:
    """Whether a table has two closed rows or somebody's fourth miss."""
    most = 0
    for seat in range(len(rests)):
        most = max(most, rests[seat] & MISS_BITS)
    return most >= 4 or bool(closed & (closed - 1))
