"""What may be marked on pads with special cells, and what it leads to: compiled, for millions of games.

The same rules as `companion.rules` under the default rulings; tests hold the two against each other.
Dice are six numbers, two white, red, yellow, green, blue; 0 for one that has left. A mark is four numbers:
its kind, its row (of round cells: which one), its cell, and its field between numbers.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from companion.advisor import special_features
from companion.advisor.special_features import lock_marks, order_length
from companion.advisor.special_tables import (
    EXCHANGED,
    FIELDS,
    PLACES,
    ROUND,
    SECONDS,
    SIZE,
    TRACK,
    WHICH,
    PadTables,
    Whole,
)
from companion.advisor.training.compiled import callable_when_compiled, compiled

callable_when_compiled(special_features)

NOTHING, CELL, SECOND, EXCHANGE, ROUND_CELL, FIFTEEN, FIELD, CELL_FIELD, FIELD_CELL = range(9)
"""Kinds of marks: to pass, a cell, a second cross, an exchange, a round cell, the track, a field between
numbers, a cell and then a field, a field and then a cell."""
MOST_OPTIONS = 256
"""No action offers so many marks."""


@compiled
def cell_allowed(tables: PadTables, sheet: Whole, row: int, cell: int, closed: int) -> bool:
    """Whether a cross may stand there whatever the dice show (left-to-right, row-closed, the lock)."""
    bits = sheet[row]
    if closed >> row & 1 or bits >> (SIZE - 1) or bits >> cell & 1:
        return False
    if cell < order_length(tables, sheet, row):
        return False
    return cell < SIZE - 1 or lock_marks(tables, sheet, row) >= tables.lock_needs


@compiled
def second_allowed(tables: PadTables, sheet: Whole, row: int, cell: int, closed: int) -> bool:
    """Whether a cell may be crossed once more (double-frontier)."""
    bits = sheet[row]
    if closed >> row & 1 or bits >> (SIZE - 1) or tables.length[bits] != cell + 1:
        return False
    again = tables.seconds[sheet[WHICH], row] & ~sheet[SECONDS + row]
    return bool(again >> cell & 1)


@compiled
def field_allowed(tables: PadTables, sheet: Whole, field: int, closed: int) -> bool:
    """Whether a field between numbers may be crossed whatever the dice show."""
    row, cell = tables.field_row[field], tables.field_index[field]
    if closed >> row & 1 or sheet[row] >> (SIZE - 1) or tables.length[sheet[row]] > cell + 1:
        return False
    for other in range(len(tables.field_row)):
        crossed = sheet[FIELDS] >> other & 1
        if crossed and tables.field_row[other] == row and tables.field_index[other] >= cell:
            return False
    return True


@compiled
def mark_cell(tables: PadTables, sheet: Whole, row: int, cell: int) -> None:
    """Cross a cell, and its partner in a chain (chain-forced)."""
    sheet[row] |= 1 << cell
    partner = tables.partner[sheet[WHICH], row, cell]
    if partner >= 0:
        sheet[partner >> 4] |= 1 << (partner & 15)


@compiled
def _offer(
    marks: Whole, sheets: Whole, count: int, sheet: Whole, kind: int, row: int, cell: int, field: int
) -> int:
    """Write down a mark and the sheet as it was; gives how many there are now."""
    marks[count, 0], marks[count, 1], marks[count, 2], marks[count, 3] = kind, row, cell, field
    for place in range(PLACES):
        sheets[count, place] = sheet[place]
    return count + 1


@compiled
def _offer_cell(
    tables: PadTables, sheet: Whole, closed: int, row: int, cell: int, marks: Whole, sheets: Whole, count: int
) -> int:
    """A cell whose number the dice show: crossed, or crossed once more."""
    if cell_allowed(tables, sheet, row, cell, closed):
        count = _offer(marks, sheets, count, sheet, CELL, row, cell, -1)
        mark_cell(tables, sheets[count - 1], row, cell)
    elif second_allowed(tables, sheet, row, cell, closed):
        count = _offer(marks, sheets, count, sheet, SECOND, row, cell, -1)
        sheets[count - 1, SECONDS + row] |= 1 << cell
    return count


@compiled
def _offer_fields(
    tables: PadTables, sheet: Whole, closed: int, dice: Whole, marks: Whole, sheets: Whole, count: int
) -> int:
    """Fields between numbers alone, and with each of the cells on offer (connect-one-five)."""
    if not len(tables.field_row):
        return count
    rows = one_five_rows(tables, dice)
    cells = count
    for field in range(len(tables.field_row)):
        if not rows >> tables.field_row[field] & 1 or not field_allowed(tables, sheet, field, closed):
            continue
        count = _offer(marks, sheets, count, sheet, FIELD, tables.field_row[field], -1, field)
        sheets[count - 1, FIELDS] |= 1 << field
        alone = count - 1
        for other in range(1, cells):
            if marks[other, 0] != CELL:
                continue
            row, cell = marks[other, 1], marks[other, 2]
            if cell_allowed(tables, sheets[alone], row, cell, closed):
                count = _offer(marks, sheets, count, sheets[alone], FIELD_CELL, row, cell, field)
                mark_cell(tables, sheets[count - 1], row, cell)
            elif field_allowed(tables, sheets[other], field, closed):
                count = _offer(marks, sheets, count, sheets[other], CELL_FIELD, row, cell, field)
                sheets[count - 1, FIELDS] |= 1 << field
    return count


@compiled
def one_five_rows(tables: PadTables, dice: Whole) -> int:
    """The rows that two dice showing 1 and 5 open, one bit each."""
    rows = 0
    for one in range(6):
        for other in range(one + 1, 6):
            if dice[one] + dice[other] != 6 or dice[one] * dice[other] != 5:
                continue
            if other == 1:
                return 15
            for row in range(4):
                for cell in range(SIZE):
                    colour = tables.colour_at[row, cell] + 2
                    if colour in (one, other):
                        rows |= 1 << row
    return rows


@compiled
def white_options(
    tables: PadTables, sheet: Whole, closed: int, dice: Whole, active: bool, marks: Whole, sheets: Whole
) -> int:
    """Action 1 of one player: the marks, to pass first, and the sheets after them; gives how many."""
    total = dice[0] + dice[1]
    count = _offer(marks, sheets, 0, sheet, NOTHING, -1, -1, -1)
    for row in range(4):
        cell = tables.index_of[row, total]
        if cell >= 0:
            count = _offer_cell(tables, sheet, closed, row, cell, marks, sheets, count)
    count = _offer_fields(tables, sheet, closed, dice, marks, sheets, count)
    if tables.exchanges:
        for number in range(2, 13):
            field = tables.exchange[total, number]
            if field < 0 or sheet[EXCHANGED] >> field:
                continue
            for row in range(4):
                cell = tables.index_of[row, number]
                if cell >= 0 and cell_allowed(tables, sheet, row, cell, closed):
                    count = _offer(marks, sheets, count, sheet, EXCHANGE, row, cell, -1)
                    mark_cell(tables, sheets[count - 1], row, cell)
                    sheets[count - 1, EXCHANGED] |= 1 << field
    for k in range(len(tables.round_upper)):
        place = tables.round_index[k, total]
        if place < 0 or sheet[ROUND + k] >> place:
            continue
        for row in range(tables.round_upper[k], tables.round_upper[k] + 2):
            cell = tables.index_of[row, total]
            if cell >= 0 and sheet[row] >> cell & 1:
                count = _offer(marks, sheets, count, sheet, ROUND_CELL, k, place, -1)
                sheets[count - 1, ROUND + k] |= 1 << place
                break
    if active and sheet[TRACK] < len(tables.track) - 1:
        for die in range(2, 6):
            if dice[die] and total + dice[die] == 15:
                count = _offer(marks, sheets, count, sheet, FIFTEEN, -1, -1, -1)
                sheets[count - 1, TRACK] += 1
                break
    return count


@compiled
def colour_options(
    tables: PadTables, sheet: Whole, closed: int, dice: Whole, first: int, marks: Whole, sheets: Whole
) -> int:
    """Action 2 of the active player, as `white_options`. `first`: the kind of the mark of action 1."""
    count = _offer(marks, sheets, 0, sheet, NOTHING, -1, -1, -1)
    if first == FIFTEEN:
        return count
    for row in range(4):
        for cell in range(SIZE):
            die = dice[2 + tables.colour_at[row, cell]]
            number = tables.number_at[row, cell]
            if die and (die + dice[0] == number or die + dice[1] == number):
                count = _offer_cell(tables, sheet, closed, row, cell, marks, sheets, count)
    if first not in (FIELD, CELL_FIELD, FIELD_CELL):
        count = _offer_fields(tables, sheet, closed, dice, marks, sheets, count)
    for k in range(len(tables.round_upper)):
        for place in range(SIZE):
            if sheet[ROUND + k] >> place:
                continue
            number = tables.round_number[k, place]
            for row in range(tables.round_upper[k], tables.round_upper[k] + 2):
                cell = tables.index_of[row, number]
                if cell < 0 or not sheet[row] >> cell & 1:
                    continue
                die = dice[2 + tables.colour_at[row, cell]]
                if die and (die + dice[0] == number or die + dice[1] == number):
                    count = _offer(marks, sheets, count, sheet, ROUND_CELL, k, place, -1)
                    sheets[count - 1, ROUND + k] |= 1 << place
                    break
    return count


@compiled
def locks(sheet: Whole) -> int:
    """The rows locked on a sheet, one bit each."""
    found = 0
    for row in range(4):
        found |= (sheet[row] >> (SIZE - 1) & 1) << row
    return found


@compiled
def close(tables: PadTables, closed: int, dice: Whole) -> None:
    """Take the dice of closed rows out of a roll (die-removed)."""
    for row in range(4):
        if closed >> row & 1:
            dice[2 + tables.colour_at[row, SIZE - 1]] = 0


def room() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Room for the marks and the sheets of one action."""
    return np.zeros((MOST_OPTIONS, 4), np.int64), np.zeros((MOST_OPTIONS, PLACES), np.int64)
