"""Engine: what may be marked on any pad with tables, and what it leads to: compiled, for millions of games.

The same rules as `companion.rules` under the default rulings; tests hold the two against each other, mark for
mark. Dice are six numbers, two white, red, yellow, green, blue; 0 for one that has left. A mark is four
numbers: its kind, its row (of round cells: which one), its cell, and its field between numbers (of a cell
whose bonus marks the weakest row: the row chosen where several are).
"""

from typing import NamedTuple

import numpy as np

from companion.advisor.tables import (
    BAR,
    EACH_ROW,
    EARNED,
    EXCHANGED,
    FIELDS,
    LUCKY,
    MISSES,
    PLACES,
    ROUND,
    SECONDS,
    TRACK,
    WHICH,
    PadTables,
    Whole,
)
from companion.advisor.training.compiled import compiled

NOTHING, CELL, SECOND, EXCHANGE, ROUND_CELL, FIFTEEN, FIELD, CELL_FIELD, FIELD_CELL, LUCKY_CELL = range(10)
"""Kinds of marks: to pass, a cell, a second cross, an exchange, a round cell, the track, a field between
numbers, a cell and then a field, a field and then a cell, a cell by a lucky number."""
MOST_OPTIONS = 256
"""No action offers so many marks."""


class Options(NamedTuple):
    """What may be decided in one action: `marks` (MOST_OPTIONS, 4), `sheets` after them, (MOST_OPTIONS,
    PLACES)."""

    marks: Whole
    sheets: Whole


@compiled
def order_length(tables: PadTables, sheet: Whole, row: int) -> int:
    """The index of the first cell of a row that may still be marked in order (connect-left-to-right)."""
    return int(max(tables.length[sheet[row]], tables.field_length[row, sheet[FIELDS]]))


@compiled
def lock_marks(tables: PadTables, sheet: Whole, row: int) -> int:
    """The crosses of a row that count towards its lock (double-lock-seven, connect-not-for-lock)."""
    own = tables.lock_crosses[sheet[WHICH], row, sheet[row]]
    return int(own + tables.crosses[sheet[SECONDS + row]])


@compiled
def is_locked(tables: PadTables, sheet: Whole, row: int) -> bool:
    """Tell whether a last cell of a row is crossed."""
    return bool(sheet[row] >> tables.first_closing)


@compiled
def cell_allowed(tables: PadTables, sheet: Whole, row: int, cell: int, closed: int) -> bool:
    """Tell whether a cross may stand there whatever the dice show (left-to-right, row-closed, the lock)."""
    if closed >> row & 1 or is_locked(tables, sheet, row) or sheet[row] >> cell & 1:
        return False
    if cell < order_length(tables, sheet, row):
        return False
    return cell < tables.first_closing or lock_marks(tables, sheet, row) >= tables.lock_needs


@compiled
def second_allowed(tables: PadTables, sheet: Whole, row: int, cell: int, closed: int) -> bool:
    """Tell whether a cell may be crossed once more (double-frontier)."""
    if closed >> row & 1 or is_locked(tables, sheet, row) or tables.length[sheet[row]] != cell + 1:
        return False
    again = tables.seconds[sheet[WHICH], row] & ~sheet[SECONDS + row]
    return bool(again >> cell & 1)


@compiled
def field_allowed(tables: PadTables, sheet: Whole, field: int, closed: int) -> bool:
    """Tell whether a field between numbers may be crossed whatever the dice show."""
    row, cell = tables.field_row[field], tables.field_index[field]
    if closed >> row & 1 or is_locked(tables, sheet, row) or tables.length[sheet[row]] > cell + 1:
        return False
    return bool(tables.field_length[row, sheet[FIELDS]] <= cell)


@compiled
def weakest(tables: PadTables, sheet: Whole) -> int:
    """The rows with the fewest marks, locks included, one bit each."""
    least, tied = 99, 0
    for row in range(4):
        count = tables.crosses[sheet[row]] + is_locked(tables, sheet, row)
        if count < least:
            least, tied = count, 0
        if count == least:
            tied |= 1 << row
    return tied


@compiled
def mark_cell(tables: PadTables, sheet: Whole, row: int, cell: int, closed: int, choice: int) -> int:
    """Cross a cell with all that it brings: its partner in a chain (chain-forced), boxes, bonuses.

    `choice`: the row to take where the weakest tie, -1 for the topmost that can take a cross. Gives the rows
    that tied, one bit each.
    """
    sheet[row] |= 1 << cell
    partner = tables.partner[sheet[WHICH], row, cell]
    if partner >= 0:
        sheet[partner >> 4] |= 1 << (partner & 15)
    if len(tables.bar_row):
        _follow_bar(tables, sheet, row, cell, closed)
    if tables.pair_kind[row, cell] >= 0:
        return _follow_pairs(tables, sheet, row, cell, closed, choice)
    return 0


@compiled
def _follow_bar(tables: PadTables, sheet: Whole, row: int, cell: int, closed: int) -> None:
    """A chain goes on while it meets bonus cells (rules.md: bonus-bar, bonus-chain, bonus-lock)."""
    while True:
        if cell >= tables.first_closing:
            sheet[BAR] |= tables.boxes[row]
        box = 0
        while sheet[BAR] >> box & 1:
            box += 1
        if not tables.bonus_cells[row] >> cell & 1 or box >= len(tables.bar_row):
            return
        sheet[BAR] |= 1 << box
        row = tables.bar_row[box]
        cell = tables.length[sheet[row]]
        if not cell_allowed(tables, sheet, row, cell, closed):
            return
        sheet[row] |= 1 << cell


@compiled
def _follow_pairs(tables: PadTables, sheet: Whole, row: int, cell: int, closed: int, choice: int) -> int:
    """Bonuses in the order in which they are earned, each finished before the next (bonus-two-weakest,
    bonus-each-row); at most two of them mark cells. Gives the rows that tied, one bit each."""
    waiting, asked = _earn(tables, sheet, row, cell, 0), 0
    while waiting:
        kind = (waiting & 3) - 1
        waiting >>= 2
        if kind == EACH_ROW:
            for number in range(4):
                waiting = _cross_next(tables, sheet, number, closed, waiting)
            continue
        tied = weakest(tables, sheet)
        chosen, able = -1, -1
        for number in range(4):
            if tied >> number & 1:
                chosen = number if chosen < 0 else chosen
                if able < 0 and cell_allowed(tables, sheet, number, tables.length[sheet[number]], closed):
                    able = number
        chosen = able if able >= 0 else chosen
        if tied & (tied - 1):
            asked = tied
            chosen = choice if choice >= 0 else chosen
        for _ in range(2):
            waiting = _cross_next(tables, sheet, chosen, closed, waiting)
    return asked


@compiled
def _cross_next(tables: PadTables, sheet: Whole, row: int, closed: int, waiting: int) -> int:
    """Cross the next cell of a row if that is legal; gives the bonuses that wait then."""
    cell = tables.length[sheet[row]]
    if cell_allowed(tables, sheet, row, cell, closed):
        sheet[row] |= 1 << cell
        waiting = _earn(tables, sheet, row, cell, waiting)
    return waiting


@compiled
def _earn(tables: PadTables, sheet: Whole, row: int, cell: int, waiting: int) -> int:
    """Note the bonus that a cross earns; gives the bonuses that wait to mark cells, two bits each, the next
    one lowest."""
    kind = tables.pair_kind[row, cell]
    if kind < 0 or sheet[EARNED] >> kind & 1:
        return waiting
    for which in range(2):
        if not sheet[tables.pair_row[kind, which]] & tables.pair_bit[kind, which]:
            return waiting
    sheet[EARNED] |= 1 << kind
    if kind > EACH_ROW:
        return waiting
    return int(waiting | (kind + 1) << 2 if waiting else kind + 1)


@compiled
def _offer(options: Options, count: int, sheet: Whole, kind: int, row: int, cell: int, field: int) -> int:
    """Write down a mark and the sheet as it was; gives how many there are now."""
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
def _offer_crossed(
    tables: PadTables, sheet: Whole, closed: int, kind: int, row: int, cell: int, options: Options,
    count: int,
) -> int:  # fmt: skip
    """A legal cross of a cell, once for each choice that changes what its bonuses bring."""
    begin = count
    count = _offer(options, count, sheet, kind, row, cell, -1)
    tied = mark_cell(tables, options.sheets[begin], row, cell, closed, -1)
    if not tied:
        return count
    count = begin
    for choice in range(4):
        if tied >> choice & 1:
            _offer(options, count, sheet, kind, row, cell, choice)
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
def _offer_cell(
    tables: PadTables, sheet: Whole, closed: int, row: int, cell: int, options: Options, count: int
) -> int:
    """A cell whose number the dice show: crossed, or crossed once more."""
    if cell_allowed(tables, sheet, row, cell, closed):
        count = _offer_crossed(tables, sheet, closed, CELL, row, cell, options, count)
    elif second_allowed(tables, sheet, row, cell, closed):
        count = _offer(options, count, sheet, SECOND, row, cell, -1)
        options.sheets[count - 1, SECONDS + row] |= 1 << cell
    return count


@compiled
def _offer_fields(
    tables: PadTables, sheet: Whole, closed: int, dice: Whole, options: Options, count: int
) -> int:
    """Fields between numbers alone, and with each of the cells on offer (connect-one-five)."""
    if not len(tables.field_row):
        return count
    rows = one_five_rows(tables, dice)
    cells = count
    for field in range(len(tables.field_row)):
        if not rows >> tables.field_row[field] & 1 or not field_allowed(tables, sheet, field, closed):
            continue
        count = _offer(options, count, sheet, FIELD, tables.field_row[field], -1, field)
        options.sheets[count - 1, FIELDS] |= 1 << field
        alone = count - 1
        for other in range(1, cells):
            if options.marks[other, 0] != CELL:
                continue
            row, cell = options.marks[other, 1], options.marks[other, 2]
            if cell_allowed(tables, options.sheets[alone], row, cell, closed):
                count = _offer(options, count, options.sheets[alone], FIELD_CELL, row, cell, field)
                mark_cell(tables, options.sheets[count - 1], row, cell, closed, -1)
            elif field_allowed(tables, options.sheets[other], field, closed):
                count = _offer(options, count, options.sheets[other], CELL_FIELD, row, cell, field)
                options.sheets[count - 1, FIELDS] |= 1 << field
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
                for cell in range(tables.size):
                    colour = tables.colour_at[row, cell] + 2
                    if colour in (one, other):
                        rows |= 1 << row
    return rows


@compiled
def white_options(
    tables: PadTables, sheet: Whole, closed: int, dice: Whole, is_active: bool, options: Options
) -> int:
    """Action 1 of one player: the marks, to pass first, and the sheets after them; gives how many."""
    total = dice[0] + dice[1]
    count = _offer(options, 0, sheet, NOTHING, -1, -1, -1)
    for row in range(4):
        cell = tables.index_of[row, total]
        if cell >= 0:
            count = _offer_cell(tables, sheet, closed, row, cell, options, count)
    if tables.lucky and (sheet[LUCKY] == total or sheet[LUCKY + 1] == total):
        count = _offer_lucky(tables, sheet, closed, options, count)
    count = _offer_fields(tables, sheet, closed, dice, options, count)
    count = _offer_exchanges(tables, sheet, closed, total, options, count)
    for k in range(len(tables.round_upper)):
        place = tables.round_index[k, total]
        if place >= 0 and round_allowed(tables, sheet, dice, k, place, True):
            count = _offer_round(sheet, k, place, options, count)
    if is_active and sheet[TRACK] < len(tables.track) - 1 and shows_fifteen(dice):
        count = _offer(options, count, sheet, FIFTEEN, -1, -1, -1)
        options.sheets[count - 1, TRACK] += 1
    return count


@compiled
def shows_fifteen(dice: Whole) -> bool:
    """Tell whether both white dice and a coloured one make fifteen."""
    found = False
    for die in range(2, 6):
        found = found or (dice[die] > 0 and dice[0] + dice[1] + dice[die] == 15)
    return found


@compiled
def round_allowed(tables: PadTables, sheet: Whole, dice: Whole, k: int, place: int, is_white: bool) -> bool:
    """Tell whether a round cell may be crossed: in order, and with its number crossed in a row beside it; in
    action 2 the die of that cell makes the number with a white one (bp-neighbour, bp-left-to-right)."""
    if sheet[ROUND + k] >> place:
        return False
    number = tables.round_number[k, place]
    for row in range(tables.round_upper[k], tables.round_upper[k] + 2):
        cell = tables.index_of[row, number]
        if cell < 0 or not sheet[row] >> cell & 1:
            continue
        die = dice[2 + tables.colour_at[row, cell]]
        if is_white or (die and (die + dice[0] == number or die + dice[1] == number)):
            return True
    return False


@compiled
def _offer_round(sheet: Whole, k: int, place: int, options: Options, count: int) -> int:
    """A round cell."""
    count = _offer(options, count, sheet, ROUND_CELL, k, place, -1)
    options.sheets[count - 1, ROUND + k] |= 1 << place
    return count


@compiled
def _offer_lucky(tables: PadTables, sheet: Whole, closed: int, options: Options, count: int) -> int:
    """The next cells of the rows with the fewest marks (longo-lucky)."""
    rows = weakest(tables, sheet)
    for row in range(4):
        cell = tables.length[sheet[row]]
        if rows >> row & 1 and cell_allowed(tables, sheet, row, cell, closed):
            count = _offer_crossed(tables, sheet, closed, LUCKY_CELL, row, cell, options, count)
    return count


@compiled
def _offer_exchanges(
    tables: PadTables, sheet: Whole, closed: int, total: int, options: Options, count: int
) -> int:
    """The cells that the strip offers for the white sum (exchange-left-to-right)."""
    for number in range(2, 13 if tables.exchanges else 2):
        field = tables.exchange[total, number]
        if field < 0 or sheet[EXCHANGED] >> field:
            continue
        for row in range(4):
            cell = tables.index_of[row, number]
            if cell >= 0 and cell_allowed(tables, sheet, row, cell, closed):
                count = _offer_crossed(tables, sheet, closed, EXCHANGE, row, cell, options, count)
                options.sheets[count - 1, EXCHANGED] |= 1 << field
    return count


@compiled
def colour_options(
    tables: PadTables, sheet: Whole, closed: int, dice: Whole, first: int, options: Options
) -> int:
    """Action 2 of the active player, as `white_options`. `first`: the kind of the mark of action 1."""
    count = _offer(options, 0, sheet, NOTHING, -1, -1, -1)
    if first == FIFTEEN:
        return count
    for die in range(2, 6):
        for white in range(2 if dice[0] != dice[1] else 1):
            face = tables.face_at[die - 2, dice[die] + dice[white]]
            if dice[die] and face >= 0:
                count = _offer_cell(tables, sheet, closed, face >> 4, face & 15, options, count)
    if first not in (FIELD, CELL_FIELD, FIELD_CELL):
        count = _offer_fields(tables, sheet, closed, dice, options, count)
    for k in range(len(tables.round_upper)):
        for place in range(tables.size):
            if round_allowed(tables, sheet, dice, k, place, False):
                count = _offer_round(sheet, k, place, options, count)
    return count


@compiled
def locks(tables: PadTables, sheet: Whole) -> int:
    """The rows locked on a sheet, one bit each."""
    found = 0
    for row in range(4):
        found |= is_locked(tables, sheet, row) << row
    return found


@compiled
def remove_dice(tables: PadTables, closed: int, dice: Whole) -> None:
    """Take the dice of closed rows out of a roll (die-removed)."""
    for row in range(4):
        if closed >> row & 1:
            dice[2 + tables.die_of[row]] = 0


@compiled
def close(tables: PadTables, sheets: Whole, closed: int) -> int:
    """The end of an action for the sheets of a table, (players, PLACES): rows close, and the boxes of dice
    that leave are crossed; gives the closed rows, one bit each (rules.md, Simultaneity)."""
    for seat in range(len(sheets)):
        closed |= locks(tables, sheets[seat])
    for row in range(4):
        if closed >> row & 1:
            for seat in range(len(sheets)):
                sheets[seat, BAR] |= tables.boxes[row]
    return closed


@compiled
def has_ended(closed: int) -> bool:
    """Tell whether two rows are closed."""
    return bool(closed & (closed - 1))


@compiled
def is_over(sheets: Whole, closed: int) -> bool:
    """Tell whether a table has two closed rows or somebody's fourth miss."""
    most = 0
    for seat in range(len(sheets)):
        most = max(most, sheets[seat, MISSES])
    return most >= 4 or has_ended(closed)


def options_room() -> Options:
    """Room for the options of one action."""
    return Options(np.zeros((MOST_OPTIONS, 4), np.int64), np.zeros((MOST_OPTIONS, PLACES), np.int64))
