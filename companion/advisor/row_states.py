"""Row states: a row of eleven cells with one last cell as its next cell and its crosses, numbered 0 to 56.

The further gain of such a row depends only on the next cell (0 to 10), the crosses made, or that it is
closed.
"""

from functools import cache

CLOSED = 56
"""The state of a closed row."""
LOCK_NEEDS = 5
"""Crosses that a row needs before its last cell may be marked."""


def row_state(bits: int) -> int:
    """Return the state of a row with these crosses, as in `Sheet.rows`.

    >>> [row_state(0), row_state(0b1), row_state(0b10), row_state(0b11), row_state(0b11111000001)]
    [0, 1, 2, 3, 56]
    """
    cell, count = bits.bit_length(), bits.bit_count()
    return CLOSED if cell > 10 else cell * (cell - 1) // 2 + count


@cache
def row_numbers() -> tuple[tuple[int, int], ...]:
    """Return (next cell, crosses) of each state; a closed row is (11, 0)."""
    return ((0, 0), *((cell, count) for cell in range(1, 11) for count in range(1, cell + 1)), (11, 0))


@cache
def mark_cell(state: int, cell: int) -> tuple[int, int] | None:
    """Return the state after marking a cell (0 to 10) and the points gained, or None if it is illegal."""
    next_cell, count = row_numbers()[state]
    if state == CLOSED or cell < next_cell or (cell == 10 and count < LOCK_NEEDS):
        return None
    if cell == 10:
        return CLOSED, 2 * count + 3
    return (cell + 1) * cell // 2 + count + 1, count + 1
