"""Fairness of dice: the stated probability matches simulated throws, and many fair dice raise no alarm."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.analysis.fairness import MIN_THROWS, chi_square_tail, fairness, holm_correction, p_value


def thrown_share(counts: tuple[int, ...], seed: int) -> float:
    """Estimate from 20,000 series how often fair dice are at least as uneven as `counts`."""
    dice = np.random.default_rng(seed).multinomial(sum(counts), [1 / len(counts)] * len(counts), size=20_000)
    return float(np.mean((dice**2).sum(axis=1) >= sum(n * n for n in counts)))


@pytest.mark.parametrize(
    "counts",
    [
        (25, 15, 20, 14, 12, 14),
        (30, 12, 18, 14, 12, 14),
        (19, 16, 17, 15, 17, 16),
        (60, 45, 40, 55, 60, 40),
        (20, 6, 12, 14, 12, 10, 14, 12),
    ],
)
def test_thrown_dice_stray_as_often_as_is_said(counts: tuple[int, ...]) -> None:
    assert sum(counts) >= MIN_THROWS
    assert p_value(counts) == pytest.approx(thrown_share(counts, sum(counts)), abs=0.02)


@given(st.lists(st.integers(0, 9), min_size=6, max_size=8))
def test_a_chance_is_one_and_its_order_does_not_matter(counts: list[int]) -> None:
    chance = p_value(counts)
    assert 0 <= chance <= 1
    assert p_value(sorted(counts)) == pytest.approx(chance)
    if len(set(counts)) == 1:
        assert chance == pytest.approx(1.0)


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
        throws = {
            die: [chance.randint(1, 6) for _ in range(MIN_THROWS)]
            for die in ("white", "red", "green", "blue")
        }
        alarms += any(die.odd for die in fairness(throws))
    assert 0 < alarms / families < 0.05 + 0.02, "none at all would say that nothing was looked at"


def test_a_loaded_die_is_found_and_the_others_are_left_alone() -> None:
    chance = random.Random(4)
    throws = {"white": [chance.randint(1, 6) for _ in range(400)]}
    throws["red"] = [max(chance.randint(1, 6), chance.randint(1, 6)) for _ in range(200)]
    by_die = {die.die: die for die in fairness(throws)}
    assert by_die["red"].odd and not by_die["white"].odd


def test_too_few_throws_say_nothing() -> None:
    (die,) = fairness({"red": [6] * 12})
    assert die.p_value < 1e-6 and not die.odd


def test_longo_dice_have_eight_faces() -> None:
    (die,) = fairness({"blue": [1, 8, 8]}, sides=8)
    assert die.counts == (1, 0, 0, 0, 0, 0, 0, 2)
