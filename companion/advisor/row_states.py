"""Numbers the states of a row of eleven cells, whose last cell closes the row, from 0 to 56.

A state combines the next cell (0 to 10) and the number of crosses; a closed row has the state CLOSED.
"""

from functools import cache

CLOSED = 56
"""The state of a closed row."""
LOCK_NEEDS = 5
"""The last cell may be marked only if the row has at least this many crosses."""


def row_state(bits: int) -> int:
    """Return the state of a row. `bits`: its crossed cells, as in `Sheet.rows`.

    >>> [row_state(0), row_state(0b1), row_state(0b10), row_state(0b11), row_state(0b11111000001)]
    [0, 1, 2, 3, 56]
    """
    cell, count = bits.bit_length(), bits.bit_count()
    return CLOSED if cell > 10 else cell * (cell - 1) // 2 + count


@cache
def row_numbers() -> tuple[tuple[int, int], ...]:
    """Return (next cell, crosses) for each state; (11, 0) for CLOSED."""
    return ((0, 0), *((cell, count) for cell in range(1, 11) for count in range(1, cell + 1)), (11, 0))


@cache
def mark_cell(state: int, cell: int) -> tuple[int, int] | None:
    """Return the state after marking a cell (0 to 10), and the points gained; None if the mark is illegal."""
    next_cell, count = row_numbers()[state]
    if state == CLOSED or cell < next_cell or (cell == 10 and count < LOCK_NEEDS):
        return None
    if cell == 10:
        return CLOSED, 2 * count + 3
    return (cell + 1) * cell // 2 + count + 1, count + 1
