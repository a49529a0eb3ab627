"""Numerals on dice: they differ, a six is sometimes marked, and typefaces are not needed."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import training.dice.numerals as module
from training.dice.numerals import numerals, strange_numerals

seeds = st.integers(0, 10**6)


@settings(max_examples=15, deadline=None)
@given(seeds)
def test_numerals_differ_from_each_other(seed: int) -> None:
    made = numerals(np.random.default_rng(seed), 8, 64)
    assert made.shape == (8, 64, 64)
    assert made.min() >= 0
    assert made.max() <= 1
    assert (made > 0.5).mean((1, 2)).min() > 0.01
    for a in range(8):
        for b in range(a):
            assert np.abs(made[a] - made[b]).mean() > 0.005, (a + 1, b + 1)


def test_numerals_need_no_typefaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "typefaces", tuple)
    made = numerals(np.random.default_rng(1), 8)
    assert (made > 0.5).mean((1, 2)).min() > 0.01


def test_a_six_is_marked_by_a_stroke_or_a_dot_as_often_as_not() -> None:
    heights = []
    for seed in range(60):
        made = numerals(np.random.default_rng(seed), 8)
        rows = [np.nonzero((m > 0.5).any(1))[0] for m in made]
        wide = [np.nonzero((m > 0.5).any(0))[0] for m in made]
        heights.append(np.ptp(rows[5]) > np.ptp(rows[7]) * 1.06 or np.ptp(wide[5]) > np.ptp(wide[7]) * 1.15)
    assert 0.3 < np.mean(heights) < 0.95


@pytest.mark.parametrize("seed", range(5))
def test_four_sides_have_three_numerals_each_and_twenty_have_two_digits(seed: int) -> None:
    four = strange_numerals(np.random.default_rng(seed), 4)
    assert four.shape == (4, 96, 96) and 0 <= four.min() <= four.max() <= 1
    corners = four[:, :40, 34:62], four[:, 44:, :48], four[:, 44:, 48:]
    assert all((corner > 0.3).any((1, 2)).all() for corner in corners)
    twenty = strange_numerals(np.random.default_rng(seed), 20)
    left, right = ((half > 0.5).any((1, 2)) for half in (twenty[9:, :, :40], twenty[9:, :, 56:]))
    assert left.all() and right.all()
