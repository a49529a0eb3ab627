"""Which die is which: colours assigned jointly, because the set is known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.reading import COLOURS, Colour

COLOUR_ORDER: tuple[Colour, ...] = ("white", "red", "yellow", "green", "blue", "other")
"""Colours in the order of the network's answers."""

ABSENT_LOG_PROBABILITY = float(np.log(0.01))
"""Log-probability that a die of the set is not seen."""
MIN_COLOUR_PROBABILITY = 0.02
"""A die takes no place whose colour is less likely than this: a third white die is not the red one."""
MIN_SURPLUS_PROBABILITY = 0.02
"""Least probability that a die belongs to no place of the set."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """`places[i]`: the colour die i has in the set, or None. `shares`: dice x 6, the probability of each
    colour in the set (at `other`: of having no place in it), over all assignments. `missing`: colours of
    places left empty. `alone`: dice x 6, the probability of each colour for the die by itself."""

    places: tuple[Colour | None, ...]
    shares: NDArray[np.float64]
    missing: tuple[Colour, ...]
    alone: NDArray[np.float64]


def expected_dice(removed: tuple[str, ...] = ()) -> tuple[Colour, ...]:
    """The dice of the set: two white, one of each other colour, less those removed."""
    rest = [c for c in COLOURS if c != "white" and c not in removed]
    return ("white", "white", *(c for c in COLOUR_ORDER if c in rest))


def assign(
    log_colours: NDArray[np.float64], places: tuple[Colour, ...], chances: NDArray[np.float64] | None = None
) -> Assignment:
    """Give each place of the set at most one die, and each die at most one place, as is most likely together.

    `log_colours`: dice x 6, log-probabilities in COLOUR_ORDER; `chances`: the probability that each is
    a die at all, 1 when not given. Sums over all assignments by going through the dice with the set of filled
    places (2^places states), forwards and backwards.
    """
    n, m = len(log_colours), len(places)
    real = np.ones(n) if chances is None else np.clip(chances, 1e-6, 1.0)
    alone = np.exp(log_colours)
    log_colours = np.where(log_colours < np.log(MIN_COLOUR_PROBABILITY), -40.0, log_colours)
    column = [COLOUR_ORDER.index(c) for c in places]
    none = np.log(
        1
        - real
        + real * np.maximum(np.exp(log_colours[:, COLOUR_ORDER.index("other")]), MIN_SURPLUS_PROBABILITY)
    )
    log_colours = log_colours + np.log(real)[:, None]
    every = np.arange(1 << m)
    empty = ABSENT_LOG_PROBABILITY * (m - np.array([state.bit_count() for state in range(1 << m)]))
    has = every[:, None] >> np.arange(m) & 1 == 1  # states x places
    without, having = every[:, None] & ~(1 << np.arange(m)), every[:, None] | 1 << np.arange(m)
    forward = np.full((n + 1, 1 << m), -np.inf)
    best = np.full((n + 1, 1 << m), -np.inf)
    forward[0, 0] = best[0, 0] = 0.0
    came = np.zeros((n + 1, 1 << m), np.intp)
    # die i takes no place (column 0), or one that was free
    steps = np.column_stack([none, log_colours[:, column]])
    for i in range(n):
        ways = np.column_stack([forward[i], np.where(has, forward[i, without], -np.inf)]) + steps[i]
        forward[i + 1] = np.logaddexp.reduce(ways, 1)
        ways = np.column_stack([best[i], np.where(has, best[i, without], -np.inf)]) + steps[i]
        came[i + 1] = ways.argmax(1)
        best[i + 1] = ways.max(1)
    total = np.logaddexp.reduce(forward[n] + empty)
    shares = np.zeros((n, len(COLOUR_ORDER)))
    backward = empty
    for i in range(n - 1, -1, -1):
        later = np.column_stack([backward, np.where(has, -np.inf, backward[having])])
        mass = np.exp(np.logaddexp.reduce(forward[i][:, None] + later, 0) + steps[i] - total)
        np.add.at(shares[i], [COLOUR_ORDER.index("other"), *column], mass)
        backward = np.logaddexp.reduce(later + steps[i], 1)
    state = int(np.argmax(best[n] + empty))
    missing = tuple(places[p] for p in range(m) if not state >> p & 1)
    mine: list[Colour | None] = []
    for i in range(n, 0, -1):
        p = int(came[i, state]) - 1
        mine.append(None if p < 0 else places[p])
        if p >= 0:
            state &= ~(1 << p)
    return Assignment(tuple(reversed(mine)), shares, missing, alone)
