"""Compiled functions that list a player's options: the marks that the dice allow on any pad.

A mark is four numbers: kind, row, cell and field. For a round cell, the row is the index among the rows of
round cells. If the player chooses the row that a bonus marks, the fourth number is that row. Dice and closed
rows have the form described in `training.advice.engine`. A function that takes `count` adds options from that
index on and returns the new count.
"""

from typing import NamedTuple

import numpy as np

from companion.advisor.tables import (
    EXCHANGED,
    FIELDS,
    LUCKY,
    PLACES,
    ROUND,
    SECOND_CROSSES,
    TRACK,
    PadTables,
    Whole,
)
from training.advice.compiled import compiled
from training.advice.engine import cell_allowed, field_allowed, mark_cell, second_allowed, weakest

NOTHING, CELL, SECOND, EXCHANGE, ROUND_CELL, FIFTEEN, FIELD, CELL_FIELD, FIELD_CELL, LUCKY_CELL = range(10)
"""Kinds of marks: none, a cell, a second cross, an exchange, a round cell, the track of fifteens, a field
between two cells, a cell and then a field, a field and then a cell, a cell by a lucky number."""
KINDS = 16
"""Base for packing a kind with other numbers (`first_mark`); larger than every kind."""
MOST_OPTIONS = 256
"""Capacity of Options; no action has so many options."""


class Options(NamedTuple):
    """The marks that a player may choose from in one action, and the sheet after each."""

    marks: Whole  # (MOST_OPTIONS, 4): kind, row, cell, field
    sheets: Whole  # (MOST_OPTIONS, PLACES)


@compiled
def _add_option(
    options: Options, count: int, sheet: Whole, kind: int, row: int, cell: int, field: int
) -> int:
    """Add an option: this mark, and a copy of `sheet` for the caller to change. Return `count` + 1."""
    options.marks[count, 0], options.marks[count, 1], options.marks[count, 2], options.marks[count, 3] = (
        kind,
        row,
        cell,
        field,
    )
    for place in range(PLACES):
        options.sheets[count, place] = sheet[place]
    return count + 1


@compiled
def _add_crossed(
    tables: PadTables, sheet: Whole, closed: int, kind: int, row: int, cell: int, options: Options,
    count: int,
) -> int:  # fmt: skip
    """Add the cross of a cell to `options`; return the new count.

    If the player chooses the row that a bonus marks, add each choice that leads to a different sheet.
    """
    begin = count
    count = _add_option(options, count, sheet, kind, row, cell, -1)
    tied = mark_cell(tables, options.sheets[begin], row, cell, closed, -1)
    if not tied:
        return count
    count = begin
    for choice in range(4):
        if tied >> choice & 1:
            _add_option(options, count, sheet, kind, row, cell, choice)
            mark_cell(tables, options.sheets[count], row, cell, closed, choice)
            is_new = True
            for other in range(begin, count):
                is_same = True
                for place in range(PLACES):
                    is_same = is_same and options.sheets[other, place] == options.sheets[count, place]
                is_new = is_new and not is_same
            count += is_new
    if count == begin + 1:
        options.marks[begin, 3] = -1  # whatever is chosen, it is the same
    return count


@compiled
def first_mark(mark: Whole) -> int:
    """Pack a mark of action 1 into one number: its kind and, if this is CELL, also its row and cell."""
    if mark[0] == CELL:
        return int(KINDS * (16 * mark[1] + mark[2]) + CELL)
    return int(mark[0])


@compiled
def _is_new(row: int, cell: int, first: int) -> bool:
    """Return True if the cell was crossed in action 1 of this turn.

    In action 2, such a cross allows neither a second cross nor a round cell. `first`: the mark of action 1,
    packed by `first_mark`.
    """
    return first % KINDS == CELL and first // KINDS == 16 * row + cell


@compiled
def _add_cell(
    tables: PadTables, sheet: Whole, closed: int, row: int, cell: int, first: int, options: Options,
    count: int,
) -> int:  # fmt: skip
    """Add the cross of a cell or its second cross to `options`, if one is legal; return the new count.

    `first`: the mark of action 1, packed by `first_mark`.
    """
    if cell_allowed(tables, sheet, row, cell, closed):
        count = _add_crossed(tables, sheet, closed, CELL, row, cell, options, count)
    elif second_allowed(tables, sheet, row, cell, closed) and not _is_new(row, cell, first):
        count = _add_option(options, count, sheet, SECOND, row, cell, -1)
        options.sheets[count - 1, SECOND_CROSSES + row] |= 1 << cell
    return count


@compiled
def _add_fields(
    tables: PadTables, sheet: Whole, closed: int, dice: Whole, options: Options, count: int
) -> int:
    """Add each legal field between two cells to `options`, alone and with each CELL option listed so far.

    Return the new count.
    """
    if not len(tables.field_row):
        return count
    rows = one_five_rows(tables, dice)
    cells = count
    for field in range(len(tables.field_row)):
        if not rows >> tables.field_row[field] & 1 or not field_allowed(tables, sheet, field, closed):
            continue
        count = _add_option(options, count, sheet, FIELD, tables.field_row[field], -1, field)
        options.sheets[count - 1, FIELDS] |= 1 << field
        alone = count - 1
        for other in range(1, cells):
            if options.marks[other, 0] != CELL:
                continue
            row, cell = options.marks[other, 1], options.marks[other, 2]
            if cell_allowed(tables, options.sheets[alone], row, cell, closed):
                count = _add_option(options, count, options.sheets[alone], FIELD_CELL, row, cell, field)
                mark_cell(tables, options.sheets[count - 1], row, cell, closed, -1)
            elif field_allowed(tables, options.sheets[other], field, closed):
                count = _add_option(options, count, options.sheets[other], CELL_FIELD, row, cell, field)
                options.sheets[count - 1, FIELDS] |= 1 << field
    return count


@compiled
def one_five_rows(tables: PadTables, dice: Whole) -> int:
    """Return the rows, as bits, in which dice that show 1 and 5 allow a field between two cells."""
    rows = 0
    for one in range(6):
        for other in range(one + 1, 6):
            if dice[one] + dice[other] != 6 or dice[one] * dice[other] != 5:
                continue
            if other == 1:
                return 15
            for row in range(4):
                for cell in range(tables.size):
                    colour = tables.colour_at[row, cell] + 2
                    if colour in (one, other):
                        rows |= 1 << row
    return rows


@compiled
def white_options(
    tables: PadTables, sheet: Whole, closed: int, dice: Whole, is_active: bool, options: Options
) -> int:
    """Write a player's options in action 1 (white sum) to `options`, a pass first; return their number."""
    total = dice[0] + dice[1]
    count = _add_option(options, 0, sheet, NOTHING, -1, -1, -1)
    for row in range(4):
        cell = tables.index_of[row, total]
        if cell >= 0:
            count = _add_cell(tables, sheet, closed, row, cell, NOTHING, options, count)
    if tables.lucky and (sheet[LUCKY] == total or sheet[LUCKY + 1] == total):
        count = _add_lucky_cells(tables, sheet, closed, options, count)
    count = _add_fields(tables, sheet, closed, dice, options, count)
    count = _add_exchanges(tables, sheet, closed, total, options, count)
    for k in range(len(tables.round_upper)):
        place = tables.round_index[k, total]
        if place >= 0 and round_allowed(tables, sheet, dice, k, place, True, NOTHING):
            count = _add_round_cell(sheet, k, place, options, count)
    if is_active and sheet[TRACK] < len(tables.track) - 1 and shows_fifteen(dice):
        count = _add_option(options, count, sheet, FIFTEEN, -1, -1, -1)
        options.sheets[count - 1, TRACK] += 1
    return count


@compiled
def shows_fifteen(dice: Whole) -> bool:
    """Return True if the two white dice and a coloured die add up to fifteen."""
    found = False
    for die in range(2, 6):
        found = found or (dice[die] > 0 and dice[0] + dice[1] + dice[die] == 15)
    return found


@compiled
def round_allowed(
    tables: PadTables, sheet: Whole, dice: Whole, k: int, place: int, is_white: bool, first: int
) -> bool:
    """Return True if round cell `place` in row `k` of round cells may be crossed.

    All crosses in row `k` must be to its left, and a cell with its number must be crossed in one of the two
    rows beside `k`. In action 2 (`is_white` is False), the die in that cell's colour and a white die must add
    up to the number.
    """
    if sheet[ROUND + k] >> place:
        return False
    number = tables.round_number[k, place]
    for row in range(tables.round_upper[k], tables.round_upper[k] + 2):
        cell = tables.index_of[row, number]
        if cell < 0 or not sheet[row] >> cell & 1 or _is_new(row, cell, first):
            continue
        die = dice[2 + tables.colour_at[row, cell]]
        if is_white or (die and (die + dice[0] == number or die + dice[1] == number)):
            return True
    return False


@compiled
def _add_round_cell(sheet: Whole, k: int, place: int, options: Options, count: int) -> int:
    count = _add_option(options, count, sheet, ROUND_CELL, k, place, -1)
    options.sheets[count - 1, ROUND + k] |= 1 << place
    return count


@compiled
def _add_lucky_cells(tables: PadTables, sheet: Whole, closed: int, options: Options, count: int) -> int:
    """Add to `options` the cells that a lucky number allows: the next cell of each row with the fewest marks.

    Return the new count.
    """
    rows = weakest(tables, sheet)
    for row in range(4):
        cell = tables.length[sheet[row]]
        if rows >> row & 1 and cell_allowed(tables, sheet, row, cell, closed):
            count = _add_crossed(tables, sheet, closed, LUCKY_CELL, row, cell, options, count)
    return count


@compiled
def _add_exchanges(
    tables: PadTables, sheet: Whole, closed: int, total: int, options: Options, count: int
) -> int:
    """Add the cells whose number the exchange strip gives for the white sum `total`; return the new count."""
    for number in range(2, 13 if tables.exchanges else 2):
        field = tables.exchange[total, number]
        if field < 0 or sheet[EXCHANGED] >> field:
            continue
        for row in range(4):
            cell = tables.index_of[row, number]
            if cell >= 0 and cell_allowed(tables, sheet, row, cell, closed):
                count = _add_crossed(tables, sheet, closed, EXCHANGE, row, cell, options, count)
                options.sheets[count - 1, EXCHANGED] |= 1 << field
    return count


@compiled
def colour_options(
    tables: PadTables, sheet: Whole, closed: int, dice: Whole, first: int, options: Options
) -> int:
    """Write the active player's options in action 2 (colour sum) to `options`, a pass first.

    Return their number. `first`: the player's mark in action 1, packed by `first_mark`.
    """
    count = _add_option(options, 0, sheet, NOTHING, -1, -1, -1)
    if first == FIFTEEN:
        return count
    for die in range(2, 6):
        for white in range(2 if dice[0] != dice[1] else 1):
            face = tables.face_at[die - 2, dice[die] + dice[white]]
            if dice[die] and face >= 0:
                count = _add_cell(tables, sheet, closed, face >> 4, face & 15, first, options, count)
    if first not in (FIELD, CELL_FIELD, FIELD_CELL):
        count = _add_fields(tables, sheet, closed, dice, options, count)
    for k in range(len(tables.round_upper)):
        for place in range(tables.size):
            if round_allowed(tables, sheet, dice, k, place, False, first):
                count = _add_round_cell(sheet, k, place, options, count)
    return count


def options_room() -> Options:
    """Return empty arrays for the options of one action."""
    return Options(np.zeros((MOST_OPTIONS, 4), np.int64), np.zeros((MOST_OPTIONS, PLACES), np.int64))
