"""The Duel, compiled for millions of games: what a throw allows, and the greedy player.

The same rules as `mechanisms.stones.rules` under the default rulings; a test holds the two against each
other. A state is one of `companion.advisor.duel_value`, as the player sees it who moves. Dice are six
numbers: two white, red, yellow, green, blue.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from companion.advisor.duel_value import (
    CELLS,
    MOST_MARKS,
    OTHER_MISSES,
    OWN_MISSES,
    ROW,
    STONES,
    WIDTH,
    States,
)
from companion.advisor.training.compiled import compiled

Whole = npt.NDArray[np.int64]

MOST_ENDS = 64
"""No throw leads to so many states: at most five marks in action 1, and nine after each."""
NO_CELL = -1
GREEDY_SKIP = 0.25
"""Points that a skipped cell costs the greedy player. Fitted: the best of a grid from 0 to 2 against the
others."""


@compiled
def stones(state: States, row: int, sign: int) -> int:
    """The stones of a player (1, or -1 for the other) in a row, those in towers and on the lock too."""
    count = 0
    for place in range(ROW):
        if state[row * ROW + place] * sign > 0:
            count += state[row * ROW + place] * sign
    return count


@compiled
def lead(state: States) -> int:
    """By how many points the player leads."""
    found = -5 * (int(state[OWN_MISSES]) - int(state[OTHER_MISSES]))
    for row in range(4):
        own, other = min(stones(state, row, 1), MOST_MARKS), min(stones(state, row, -1), MOST_MARKS)
        found += own * (own + 1) // 2 - other * (other + 1) // 2
    return found


@compiled
def is_over(state: States) -> bool:
    """Tell whether two rows are closed, four misses are taken, or somebody has no stone left."""
    locks = own = other = 0
    for row in range(4):
        locks += state[row * ROW + CELLS] != 0
        own += stones(state, row, 1)
        other += stones(state, row, -1)
    if locks >= 2 or state[OWN_MISSES] + state[OTHER_MISSES] >= 4:
        return True
    return bool(own + state[OWN_MISSES] >= STONES or other + state[OTHER_MISSES] >= STONES)


@compiled
def allowed(state: States, row: int, cell: int, first: int) -> bool:
    """Tell whether a stone may be laid there; `first`: the place laid on in this turn, or NO_CELL."""
    base = row * ROW
    if state[base + CELLS] != 0:
        return False
    own_right = right = -1
    for place in range(CELLS):
        if state[base + place] != 0:
            right = place
            if state[base + place] > 0:
                own_right = place
    here = state[base + cell]
    if here == 0:
        if cell <= own_right:
            return False
    elif cell != right or here < -1 or first == base + cell:
        return False
    return bool(cell < CELLS - 1 or stones(state, row, 1) >= 5)


@compiled
def lay(state: States, row: int, cell: int) -> int:
    """Lay a stone there; how many cells were skipped by it."""
    base, own_right = row * ROW, -1
    for place in range(CELLS):
        if state[base + place] > 0:
            own_right = place
    state[base + cell] = max(state[base + cell], 0) + 1
    if cell == CELLS - 1:
        state[base + CELLS] = 1
    return int(max(0, cell - own_right - 1))


@compiled
def cell_of(row: int, number: int) -> int:
    """The index of a number from 2 to 12 in a row, from the left."""
    return number - 2 if row < 2 else 12 - number


@compiled
def copy(state: States, to: States) -> None:
    """Write a state over another."""
    for place in range(WIDTH):
        to[place] = state[place]


@compiled
def ends_of_turn(state: States, dice: Whole, middle: States, ends: States, skipped: Whole) -> int:
    """All states at the end of the turn into `ends` (MOST_ENDS, WIDTH) and the cells skipped; their number.

    `middle` (WIDTH,): room for a state.
    """
    count = 0
    for first_row in range(-1, 4):
        copy(state, middle)
        cost, first = 0, NO_CELL
        if first_row >= 0:
            cell = cell_of(first_row, dice[0] + dice[1])
            if not allowed(state, first_row, cell, NO_CELL):
                continue
            cost, first = lay(middle, first_row, cell), first_row * ROW + cell
        for second in range(1 if first_row >= 0 and is_over(middle) else 9):
            row, white = (second - 1) // 2, (second - 1) % 2
            if second:
                if white and dice[0] == dice[1]:
                    continue
                cell = cell_of(row, dice[white] + dice[2 + row])
                if not allowed(middle, row, cell, first):
                    continue
            copy(middle, ends[count])
            skipped[count] = cost
            if second:
                skipped[count] += lay(ends[count], row, cell)
            elif first == NO_CELL:
                ends[count, OWN_MISSES] += 1
            count += 1
    return count


@compiled
def turn_boards(states: States, over: Whole) -> None:
    """Turn boards around, in place, to how the other player sees them; `over` (n,): 1 for games that end."""
    for n in range(len(states)):
        over[n] = is_over(states[n])
        for place in range(4 * ROW):
            states[n, place] = -states[n, place]
        own = states[n, OWN_MISSES]
        states[n, OWN_MISSES] = states[n, OTHER_MISSES]
        states[n, OTHER_MISSES] = own


@compiled
def greedy_choice(ends: States, skipped: Whole, count: int, skip_cost: float) -> int:
    """The end with the best lead, less what was skipped."""
    best, choice = -1e9, 0
    for n in range(count):
        value = lead(ends[n]) - skip_cost * skipped[n]
        if value > best:
            best, choice = value, n
    return choice


@compiled
def greedy_choices(ends: States, skipped: Whole, counts: Whole, skip_cost: float, chosen: Whole) -> None:
    """`greedy_choice` of many games into `chosen` (n,)."""
    at = 0
    for n in range(len(counts)):
        chosen[n] = greedy_choice(ends[at:], skipped[at:], counts[n], skip_cost)
        at += counts[n]


@compiled
def all_ends(states: States, dice: Whole, middle: States, ends: States, skipped: Whole, counts: Whole) -> int:
    """`ends_of_turn` of many games, one after another in `ends`; `counts` (n,) of each; all together."""
    total = 0
    for n in range(len(states)):
        counts[n] = ends_of_turn(states[n], dice[n], middle, ends[total:], skipped[total:])
        total += counts[n]
    return total
