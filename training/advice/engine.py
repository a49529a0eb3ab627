"""Compiled rules for millions of games: which marks are legal, and how they change a sheet.

The rules are those of `companion.rules` with the default rulings; tests check that both agree. Sheets are
arrays (`companion.advisor.tables`). Dice are six numbers: two white, red, yellow, green and blue, with 0
for a die that was removed. Closed rows are bits. Names in parentheses are rules in docs/rules.md.
"""

from companion.advisor.tables import (
    BAR,
    EACH_ROW,
    EARNED,
    FIELDS,
    MISSES,
    PAD_INDEX,
    SECOND_CROSSES,
    PadTables,
    Whole,
)
from training.advice.compiled import compiled


@compiled
def order_length(tables: PadTables, sheet: Whole, row: int) -> int:
    """Return the index of the first cell of a row that the left-to-right order still allows."""
    return int(max(tables.length[sheet[row]], tables.field_length[row, sheet[FIELDS]]))


@compiled
def lock_marks(tables: PadTables, sheet: Whole, row: int) -> int:
    """Return how many crosses of a row count towards its lock (double-lock-seven, connect-not-for-lock)."""
    own = tables.lock_crosses[sheet[PAD_INDEX], row, sheet[row]]
    return int(own + tables.crosses[sheet[SECOND_CROSSES + row]])


@compiled
def is_locked(tables: PadTables, sheet: Whole, row: int) -> bool:
    """Return True if a cell that closes the row is crossed."""
    return bool(sheet[row] >> tables.first_closing)


@compiled
def cell_allowed(tables: PadTables, sheet: Whole, row: int, cell: int, closed: int) -> bool:
    """Return True if the order, closed rows and the lock rule allow a cross in a cell; dice are ignored."""
    if closed >> row & 1 or is_locked(tables, sheet, row) or sheet[row] >> cell & 1:
        return False
    if cell < order_length(tables, sheet, row):
        return False
    return cell < tables.first_closing or lock_marks(tables, sheet, row) >= tables.lock_needs


@compiled
def second_allowed(tables: PadTables, sheet: Whole, row: int, cell: int, closed: int) -> bool:
    """Return True if a cell may get its second cross: only the last crossed cell of an open row may."""
    if closed >> row & 1 or is_locked(tables, sheet, row) or tables.length[sheet[row]] != cell + 1:
        return False
    again = tables.seconds[sheet[PAD_INDEX], row] & ~sheet[SECOND_CROSSES + row]
    return bool(again >> cell & 1)


@compiled
def field_allowed(tables: PadTables, sheet: Whole, field: int, closed: int) -> bool:
    """Return True if the order and closed rows allow a cross in a field between cells; dice are ignored."""
    row, cell = tables.field_row[field], tables.field_index[field]
    if closed >> row & 1 or is_locked(tables, sheet, row) or tables.length[sheet[row]] > cell + 1:
        return False
    return bool(tables.field_length[row, sheet[FIELDS]] <= cell)


@compiled
def weakest(tables: PadTables, sheet: Whole) -> int:
    """Return the rows with the fewest marks, as bits; a lock counts as one more mark."""
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
    """Cross a cell and apply what follows: the other cell of its chain, the bonus bar, bonuses.

    Return the rows that tied for the fewest marks when a bonus needed one of them, as bits. `choice`: the
    tied row to take; -1 for the topmost that can take a cross.
    """
    sheet[row] |= 1 << cell
    partner = tables.partner[sheet[PAD_INDEX], row, cell]
    if partner >= 0:
        sheet[partner >> 4] |= 1 << (partner & 15)
    if len(tables.bar_row):
        _follow_bar(tables, sheet, row, cell, closed)
    if tables.pair_kind[row, cell] >= 0:
        return _follow_pairs(tables, sheet, row, cell, closed, choice)
    return 0


@compiled
def _follow_bar(tables: PadTables, sheet: Whole, row: int, cell: int, closed: int) -> None:
    """If the crossed cell is a bonus cell, cross the next box of the bonus bar, and a cell of the box's row.

    If that cell is a bonus cell too, do the same for it, and so on.
    """
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
    """Apply the bonus that a cross earns, then the bonuses that the added crosses earn, one after the other.

    Return the rows that tied for the fewest marks, as bits. `choice`: as in `mark_cell`.
    """
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
    """Cross the next cell of a row if that is legal; return `waiting` with the earned bonus (`_earn`)."""
    cell = tables.length[sheet[row]]
    if cell_allowed(tables, sheet, row, cell, closed):
        sheet[row] |= 1 << cell
        waiting = _earn(tables, sheet, row, cell, waiting)
    return waiting


@compiled
def _earn(tables: PadTables, sheet: Whole, row: int, cell: int, waiting: int) -> int:
    """Record the bonus that a cross earns. Return `waiting`, to which the bonus is added if it gives crosses.

    `waiting`: bonuses still to apply, two bits each; the first is in the lowest bits.
    """
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
def locks(tables: PadTables, sheet: Whole) -> int:
    """Return the rows that are locked on a sheet, as bits."""
    found = 0
    for row in range(4):
        found |= is_locked(tables, sheet, row) << row
    return found


@compiled
def remove_dice(tables: PadTables, closed: int, dice: Whole) -> None:
    """Set the dice of closed rows to 0."""
    for row in range(4):
        if closed >> row & 1:
            dice[2 + tables.die_of[row]] = 0


@compiled
def close(tables: PadTables, sheets: Whole, closed: int) -> int:
    """Close the rows that a player locked in this action; return all closed rows, as bits.

    `sheets` (players, PLACES): the bonus-bar boxes of closed rows are crossed on each sheet, too.
    """
    for seat in range(len(sheets)):
        closed |= locks(tables, sheets[seat])
    for row in range(4):
        if closed >> row & 1:
            for seat in range(len(sheets)):
                sheets[seat, BAR] |= tables.boxes[row]
    return closed


@compiled
def has_ended(closed: int) -> bool:
    """Return True if at least two rows are closed. `closed`: one bit per row."""
    return bool(closed & (closed - 1))


@compiled
def is_over(sheets: Whole, closed: int) -> bool:
    """Return True if two rows are closed or a player has four misses."""
    most = 0
    for seat in range(len(sheets)):
        most = max(most, sheets[seat, MISSES])
    return most >= 4 or has_ended(closed)
