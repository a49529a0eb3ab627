"""Assigning colours jointly, against counting every assignment."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.dice.assignment import (
    ABSENT_LOG_PROBABILITY,
    COLOUR_ORDER,
    MIN_COLOUR_PROBABILITY,
    MIN_SURPLUS_PROBABILITY,
    assign,
    expected_dice,
)
from vision.reading import Colour


def every_assignment(
    logs: NDArray[np.float64], places: tuple[Colour, ...], real: NDArray[np.float64]
) -> tuple[float, NDArray[np.float64]]:
    """Best log score, and each die's share of colours, by going through all. `real`: chances to be dice."""
    n, m = len(logs), len(places)
    none = np.log(1 - real + real * np.maximum(np.exp(logs[:, 5]), MIN_SURPLUS_PROBABILITY))
    logs = logs + np.log(real)[:, None]
    best, total, shares = -np.inf, 0.0, np.zeros((n, 6))
    for pick in product(range(-1, m), repeat=n):
        taken = [p for p in pick if p >= 0]
        if len(set(taken)) < len(taken):
            continue
        score = ABSENT_LOG_PROBABILITY * (m - len(taken))
        for i, p in enumerate(pick):
            score += none[i] if p < 0 else logs[i, COLOUR_ORDER.index(places[p])]
        best = max(best, score)
        total += np.exp(score)
        for i, p in enumerate(pick):
            shares[i, 5 if p < 0 else COLOUR_ORDER.index(places[p])] += np.exp(score)
    return best, shares / total


@given(st.integers(0, 10**6), st.integers(0, 4), st.sampled_from([(), ("red",), ("red", "blue")]))
def test_joint_assignment_is_exact(seed: int, n: int, removed: tuple[str, ...]) -> None:
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.full(6, 0.4), n).reshape(n, 6)
    logs = np.where(p < MIN_COLOUR_PROBABILITY, -40.0, np.log(np.maximum(p, 1e-6)))
    places = expected_dice(removed)
    real = rng.uniform(0.05, 1, n) if seed % 2 else np.ones(n)
    found = assign(logs, places, real) if seed % 2 else assign(logs, places)
    best, shares = every_assignment(logs, places, real)
    assert np.allclose(found.shares, shares, atol=1e-9)
    none = np.log(1 - real + real * np.maximum(p[:, 5], MIN_SURPLUS_PROBABILITY))
    score = ABSENT_LOG_PROBABILITY * len(found.missing)
    for i, place in enumerate(found.places):
        score += none[i] if place is None else logs[i, COLOUR_ORDER.index(place)] + np.log(real[i])
    assert np.isclose(score, best)
    taken = [c for c in found.places if c is not None]
    assert sorted([*taken, *found.missing]) == sorted(places)


def test_the_set_decides_between_red_and_orange_that_look_alike() -> None:
    p = np.full((6, 6), 0.004)
    for i, name in enumerate(expected_dice()):
        p[i, COLOUR_ORDER.index(name)] = 0.98
    red = expected_dice().index("red")
    p[red] = [0.004, 0.5, 0.004, 0.004, 0.004, 0.484]
    found = assign(np.log(p), expected_dice())
    assert found.places == expected_dice()
    assert found.shares[red, COLOUR_ORDER.index("red")] > 0.97


def test_a_third_white_die_takes_no_place() -> None:
    p = np.full((3, 6), 0.002)
    p[:, 0] = 0.99
    found = assign(np.log(p), expected_dice())
    assert sorted(found.places, key=str) == [None, "white", "white"]


def test_what_is_hardly_a_die_leaves_the_place_to_one_that_is() -> None:
    p = np.full((2, 6), 0.002)
    p[:, 1] = 0.99
    found = assign(np.log(p), ("red",), np.array([0.2, 0.95]))
    assert found.places == (None, "red")
    assert found.shares[1, 1] > 0.9
    alone = assign(np.log(p[:1]), ("red",), np.array([0.2]))
    assert alone.places == ("red",), "where the place is empty, it is asked about rather than missing"


def test_expected_dice() -> None:
    assert expected_dice() == ("white", "white", "red", "yellow", "green", "blue")
    assert expected_dice(("red", "blue")) == ("white", "white", "yellow", "green")
