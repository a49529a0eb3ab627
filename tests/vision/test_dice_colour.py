"""Assigning colours jointly, against counting every assignment."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.colour import ABSENT, LEAST, NAMES, SURPLUS, assign, expected


def every_assignment(logs: NDArray[np.float64], places: tuple[str, ...]) -> tuple[float, NDArray[np.float64]]:
    """Best log score, and each die's share of colours, by going through all."""
    n, m = len(logs), len(places)
    none = np.log(np.maximum(np.exp(logs[:, 5]), SURPLUS))
    best, total, shares = -np.inf, 0.0, np.zeros((n, 6))
    for pick in product(range(-1, m), repeat=n):
        taken = [p for p in pick if p >= 0]
        if len(set(taken)) < len(taken):
            continue
        score = ABSENT * (m - len(taken))
        for i, p in enumerate(pick):
            score += none[i] if p < 0 else logs[i, NAMES.index(places[p])]  # type: ignore[arg-type]
        best = max(best, score)
        total += np.exp(score)
        for i, p in enumerate(pick):
            shares[i, 5 if p < 0 else NAMES.index(places[p])] += np.exp(score)  # type: ignore[arg-type]
    return best, shares / total


@given(st.integers(0, 10**6), st.integers(0, 4), st.sampled_from([(), ("red",), ("red", "blue")]))
def test_joint_assignment_is_exact(seed: int, n: int, removed: tuple[str, ...]) -> None:
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.full(6, 0.4), n).reshape(n, 6)
    logs = np.where(p < LEAST, -40.0, np.log(np.maximum(p, 1e-6)))
    places = expected(removed)
    found = assign(logs, places)
    best, shares = every_assignment(logs, places)
    assert np.allclose(found.shares, shares, atol=1e-9)
    none = np.log(np.maximum(p[:, 5], SURPLUS))
    score = ABSENT * len(found.missing)
    for i, place in enumerate(found.places):
        score += none[i] if place is None else logs[i, NAMES.index(place)]
    assert np.isclose(score, best)
    taken = [c for c in found.places if c is not None]
    assert sorted([*taken, *found.missing]) == sorted(places)


def test_the_set_decides_between_red_and_orange_that_look_alike() -> None:
    p = np.full((6, 6), 0.004)
    for i, name in enumerate(expected()):
        p[i, NAMES.index(name)] = 0.98
    red = expected().index("red")
    p[red] = [0.004, 0.5, 0.004, 0.004, 0.004, 0.484]
    found = assign(np.log(p), expected())
    assert found.places == expected()
    assert found.shares[red, NAMES.index("red")] > 0.97


def test_a_third_white_die_takes_no_place() -> None:
    p = np.full((3, 6), 0.002)
    p[:, 0] = 0.99
    found = assign(np.log(p), expected())
    assert sorted(found.places, key=str) == [None, "white", "white"]


def test_expected_dice() -> None:
    assert expected() == ("white", "white", "red", "yellow", "green", "blue")
    assert expected(("red", "blue")) == ("white", "white", "yellow", "green")
