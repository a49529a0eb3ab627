"""Fairness: exact where few throws, the known distribution where many, and no false alarm from many dice."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.analysis.fairness import MAX_EXACT_THROWS, chi_square_tail, fairness, holm_correction, p_value


def by_hand(counts: tuple[int, ...]) -> float:
    """The same chance, from every sequence of throws."""
    sides, throws = len(counts), sum(counts)
    far = sum(n * n for n in counts)
    hits = sum(
        sum(n * n for n in Counter(faces).values()) >= far
        for faces in itertools.product(range(sides), repeat=throws)
    )
    return float(hits / sides**throws)


@pytest.mark.parametrize(
    "counts", [(3, 0, 0), (1, 1, 1), (2, 1, 0), (5, 1), (2, 2, 1, 1), (4, 0, 1, 0, 0, 0), (1, 1, 1, 1, 1, 0)]
)
def test_few_throws_are_counted_exactly(counts: tuple[int, ...]) -> None:
    assert p_value(counts) == pytest.approx(by_hand(counts), rel=1e-9)


@given(st.lists(st.integers(0, 9), min_size=6, max_size=8))
def test_a_chance_is_one_and_its_order_does_not_matter(counts: list[int]) -> None:
    chance = p_value(counts)
    assert 0 <= chance <= 1
    assert p_value(sorted(counts)) == chance
    if len(set(counts)) == 1:
        assert chance == pytest.approx(1.0)


def test_both_ways_meet_where_one_takes_over() -> None:
    counts = (18, 6, 9, 9, 9, 9)
    assert sum(counts) == MAX_EXACT_THROWS
    even = MAX_EXACT_THROWS / 6
    beyond = chi_square_tail(sum((n - even) ** 2 for n in counts) / even, 5)
    assert p_value(counts) == pytest.approx(beyond, rel=0.15)


@pytest.mark.parametrize(
    ("value", "freedom", "tail"),
    [(1.610, 1, 0.2045), (4.351, 5, 0.5), (15.086, 5, 0.01), (24.322, 7, 0.001), (9.21, 2, 0.01), (0, 5, 1)],
)
def test_the_distribution_is_that_of_the_tables(value: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(tail, abs=2e-4)


def test_holm_never_lowers_and_keeps_the_order() -> None:
    chances = (0.04, 0.001, 0.9, 0.04)
    judged = holm_correction(chances)
    assert judged == pytest.approx((0.12, 0.004, 0.9, 0.12))


def test_even_dice_are_called_odd_in_less_than_one_family_of_twenty() -> None:
    chance, alarms = random.Random(3), 0
    families = 400
    for _ in range(families):
        throws = {die: [chance.randint(1, 6) for _ in range(50)] for die in ("white", "red", "green", "blue")}
        alarms += any(die.odd for die in fairness(throws))
    assert alarms / families < 0.05 + 0.02


def test_a_loaded_die_is_found_and_the_others_are_left_alone() -> None:
    chance = random.Random(4)
    throws = {"white": [chance.randint(1, 6) for _ in range(400)]}
    throws["red"] = [max(chance.randint(1, 6), chance.randint(1, 6)) for _ in range(200)]
    found = {die.die: die for die in fairness(throws)}
    assert found["red"].odd and not found["white"].odd


def test_too_few_throws_say_nothing() -> None:
    (die,) = fairness({"red": [6] * 12})
    assert die.p_value < 1e-6 and not die.enough and not die.odd


def test_longo_dice_have_eight_faces() -> None:
    (die,) = fairness({"blue": [1, 8, 8]}, sides=8)
    assert die.counts == (1, 0, 0, 0, 0, 0, 0, 2)
