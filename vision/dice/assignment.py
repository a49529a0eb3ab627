"""Which die is which: colours assigned jointly, because the set is known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.reading import COLOURS, Colour

F64 = NDArray[np.float64]

COLOUR_ORDER: tuple[Colour, ...] = ("white", "red", "yellow", "green", "blue", "other")
"""Colours in the order of the reader's answers."""

ABSENT_LOG_PROBABILITY = float(np.log(0.01))
"""That a die of the set is not found."""
MIN_COLOUR_PROBABILITY = 0.02
"""A die fills no place whose colour is less probable than this: a third white die is not the red one."""
MIN_SURPLUS_PROBABILITY = 0.02
"""The least probability that a die belongs to no place of the set."""
_IMPOSSIBLE = -40.0
"""A log-probability that no other can outweigh."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """Which of N dice fills which place of the set.

    `places[i]`: the colour of the place that die i fills, None for no place. `shares`: N x 6, the probability
    of each colour of the set over all assignments (at `other`: of filling no place). `missing`: the places
    left empty. `alone`: N x 6, the probability of each colour for the die by itself. Columns are in
    COLOUR_ORDER.
    """

    places: tuple[Colour | None, ...]
    shares: F64
    missing: tuple[Colour, ...]
    alone: F64


def expected_dice(removed: tuple[str, ...] = ()) -> tuple[Colour, ...]:
    """The dice of the set, two white and one of each other colour, without those removed from the game."""
    rest = [c for c in COLOURS if c != "white" and c not in removed]
    return ("white", "white", *(c for c in COLOUR_ORDER if c in rest))


def assign(log_colours: F64, places: tuple[Colour, ...], chances: F64 | None = None) -> Assignment:
    """The likeliest way to give each place at most one die and each die at most one place, and the share of
    each way.

    `log_colours`: N x 6, log-probabilities in COLOUR_ORDER; `chances`: N, the probability that each is a die
    at all, 1 if not given.

    Dynamic programming over the sets of filled places (2^places states), die by die, forwards and backwards.
    """
    n, m = len(log_colours), len(places)
    real = np.ones(n) if chances is None else np.clip(chances, 1e-6, 1.0)
    steps = _steps(log_colours, places, real)
    columns = [COLOUR_ORDER.index("other"), *(COLOUR_ORDER.index(c) for c in places)]
    states = np.arange(1 << m)
    filled = states[:, None] >> np.arange(m) & 1 == 1  # states x places
    without, having = states[:, None] & ~(1 << np.arange(m)), states[:, None] | 1 << np.arange(m)
    empty = ABSENT_LOG_PROBABILITY * (m - np.array([state.bit_count() for state in range(1 << m)]))

    forward = np.full((n + 1, 1 << m), -np.inf)
    best = np.full((n + 1, 1 << m), -np.inf)
    forward[0, 0] = best[0, 0] = 0.0
    came = np.zeros((n + 1, 1 << m), np.intp)
    for i in range(n):
        ways = np.column_stack([forward[i], np.where(filled, forward[i, without], -np.inf)]) + steps[i]
        forward[i + 1] = np.logaddexp.reduce(ways, 1)
        ways = np.column_stack([best[i], np.where(filled, best[i, without], -np.inf)]) + steps[i]
        came[i + 1] = ways.argmax(1)
        best[i + 1] = ways.max(1)
    total = np.logaddexp.reduce(forward[n] + empty)

    shares = np.zeros((n, len(COLOUR_ORDER)))
    backward = empty
    for i in range(n - 1, -1, -1):
        later = np.column_stack([backward, np.where(filled, -np.inf, backward[having])])
        mass = np.exp(np.logaddexp.reduce(forward[i][:, None] + later, 0) + steps[i] - total)
        np.add.at(shares[i], columns, mass)
        backward = np.logaddexp.reduce(later + steps[i], 1)

    end = int(np.argmax(best[n] + empty))
    missing = tuple(place for p, place in enumerate(places) if not end >> p & 1)
    return Assignment(_way_back(came, end, places), shares, missing, np.exp(log_colours))


def _steps(log_colours: F64, places: tuple[Colour, ...], real: F64) -> F64:
    """N x (1 + places): the log-probability that each die fills no place (column 0), or each of the
    places."""
    possible = np.where(log_colours < np.log(MIN_COLOUR_PROBABILITY), _IMPOSSIBLE, log_colours)
    other = np.maximum(np.exp(possible[:, COLOUR_ORDER.index("other")]), MIN_SURPLUS_PROBABILITY)
    none = np.log(1 - real + real * other)
    fills = (possible + np.log(real)[:, None])[:, [COLOUR_ORDER.index(c) for c in places]]
    return np.column_stack([none, fills])


def _way_back(came: NDArray[np.intp], state: int, places: tuple[Colour, ...]) -> tuple[Colour | None, ...]:
    """The place of each die on the best way to the last state. `came`: N + 1 x states, the step taken into
    each."""
    found: list[Colour | None] = []
    for steps in came[:0:-1]:
        p = int(steps[state]) - 1
        found.append(None if p < 0 else places[p])
        if p >= 0:
            state &= ~(1 << p)
    return tuple(reversed(found))
