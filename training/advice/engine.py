"""Engine: what may be crossed on any pad with tables, and what it leads to: compiled, for millions of games.

The same rules as `companion.rules` under the default rulings; tests hold the two against each other, mark for
mark. Dice are six numbers, two white, red, yellow, green, blue; 0 for one that has left.
"""

from companion.advisor.tables import BAR, EACH_ROW, EARNED, FIELDS, MISSES, SECONDS, WHICH, PadTables, Whole
from training.advice.compiled import compiled


@compiled
def order_length(tables: PadTables, sheet: Whole, row: int) -> int:
    """Return the index of a row's first cell that may still be marked in order (connect-left-to-right)."""
    return int(max(tables.length[sheet[row]], tables.field_length[row, sheet[FIELDS]]))


@compiled
def lock_marks(tables: PadTables, sheet: Whole, row: int) -> int:
    """Return the crosses of a row that count towards its lock (double-lock-seven, connect-not-for-lock)."""
    own = tables.lock_crosses[sheet[WHICH], row, sheet[row]]
    return int(own + tables.crosses[sheet[SECONDS + row]])


@compiled
def is_locked(tables: PadTables, sheet: Whole, row: int) -> bool:
    """Return True if a last cell of a row is crossed."""
    return bool(sheet[row] >> tables.first_closing)


@compiled
def cell_allowed(tables: PadTables, sheet: Whole, row: int, cell: int, closed: int) -> bool:
    """Return True if a cross is allowed there whatever the dice (left-to-right, row-closed, the lock)."""
    if closed >> row & 1 or is_locked(tables, sheet, row) or sheet[row] >> cell & 1:
        return False
    if cell < order_length(tables, sheet, row):
        return False
    return cell < tables.first_closing or lock_marks(tables, sheet, row) >= tables.lock_needs


@compiled
def second_allowed(tables: PadTables, sheet: Whole, row: int, cell: int, closed: int) -> bool:
    """Return True if a cell may be crossed once more (double-frontier)."""
    if closed >> row & 1 or is_locked(tables, sheet, row) or tables.length[sheet[row]] != cell + 1:
        return False
    again = tables.seconds[sheet[WHICH], row] & ~sheet[SECONDS + row]
    return bool(again >> cell & 1)


@compiled
def field_allowed(tables: PadTables, sheet: Whole, field: int, closed: int) -> bool:
    """Return True if a field between numbers may be crossed whatever the dice show."""
    row, cell = tables.field_row[field], tables.field_index[field]
    if closed >> row & 1 or is_locked(tables, sheet, row) or tables.length[sheet[row]] > cell + 1:
        return False
    return bool(tables.field_length[row, sheet[FIELDS]] <= cell)


@compiled
def weakest(tables: PadTables, sheet: Whole) -> int:
    """Return the rows with the fewest marks, locks included, one bit each."""
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
    """Follow a chain while it meets bonus cells (rules.md: bonus-bar, bonus-chain, bonus-lock)."""
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
    """Apply bonuses in the order in which they are earned; return the rows that tied, one bit each.

    Each is finished before the next (bonus-two-weakest, bonus-each-row); at most two of them mark cells.
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
def locks(tables: PadTables, sheet: Whole) -> int:
    """Return the rows locked on a sheet, one bit each."""
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
    """End an action for the sheets of a table, (players, PLACES); return the closed rows, one bit each.

    Rows close, and the boxes of dice that leave are crossed (rules.md, Simultaneity).
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
    """Return True if two rows are closed."""
    return bool(closed & (closed - 1))


@compiled
def is_over(sheets: Whole, closed: int) -> bool:
    """Return True if a table has two closed rows or someone's fourth penalty."""
    most = 0
    for seat in range(len(sheets)):
        most = max(most, sheets[seat, MISSES])
    return most >= 4 or has_ended(closed)
