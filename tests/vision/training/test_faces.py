"""Faces drawn straight on: what they show is what their label says, and they lie as the counter sees them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.dice.crops import FACE_MARGIN
from vision.scenes import numerals as drawn
from vision.training import faces

seeds = st.integers(0, 10**6)


@settings(max_examples=60, deadline=None)
@given(seeds, st.integers(1, 6))
def test_a_face_has_as_many_pips_as_its_value(seed: int, value: int) -> None:
    amount, _ = faces._pips(np.random.default_rng(seed), value)
    count, _ = cv2.connectedComponents((amount > 0.25 * amount.max()).astype(np.uint8))
    holes = count - 1
    assert holes == value


@settings(max_examples=20, deadline=None)
@given(seeds)
def test_a_face_shows_more_than_its_plain_body(seed: int) -> None:
    """Ink differs from the body in some channel, else there is nothing to learn."""
    rng = np.random.default_rng(seed)
    body = faces._body(rng)
    ink = faces._ink(rng, body)
    mean = np.cbrt(body[20:60, 20:60].reshape(-1, 3)).mean(0)
    assert np.abs(np.cbrt(ink) - mean).max() > 0.1


def test_the_same_seed_draws_the_same_faces() -> None:
    for sides in (6, 8):
        one, same, other = faces.batch(5, 3, sides), faces.batch(5, 3, sides), faces.batch(8, 3, sides)
        assert np.array_equal(one.pixels, same.pixels)
        assert not np.array_equal(one.pixels, other.pixels)
        assert one.values.max() <= sides
        assert one.values.min() >= 1
    # however they are cut into jobs
    assert np.array_equal(faces.draw(4, 6, seed=3).pixels, faces.batch(3, 4, 6).pixels)


def test_faces_of_six_sides_bear_numerals_now_and_then() -> None:
    share = faces.batch(0, 240, 6).numbered.mean()
    assert 0.03 < share < 0.15
    assert not faces.batch(0, 20, 8).numbered.any()


@pytest.mark.parametrize("shape", ["square", "triangle"])
def test_faces_fill_the_square_that_moments_lay(shape: str) -> None:
    """Their deviation along each axis, times MARGIN * sqrt(3), is 1: half the square the counter sees."""
    line = np.linspace(-1.6, 1.6, 1601)
    x, y = np.meshgrid(line, line)
    if shape == "square":
        inside = (np.abs(x) < faces.HALF) & (np.abs(y) < faces.HALF)
    else:
        inside = np.ones_like(x, bool)
        for a in np.arange(3) * 2 * np.pi / 3:
            inside &= np.sin(a) * x + np.cos(a) * y < faces.CORNER / 2
    for axis in (x, y):
        assert abs(axis[inside].std() * FACE_MARGIN * 3**0.5 - 1) < 0.01


@settings(max_examples=15, deadline=None)
@given(seeds)
def test_numerals_differ_from_each_other(seed: int) -> None:
    made = drawn.numerals(np.random.default_rng(seed), 8, 64)
    assert made.shape == (8, 64, 64)
    assert made.min() >= 0
    assert made.max() <= 1
    assert (made > 0.5).mean((1, 2)).min() > 0.01
    for a in range(8):
        for b in range(a):
            assert np.abs(made[a] - made[b]).mean() > 0.005, (a + 1, b + 1)


def test_numerals_need_no_typefaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "typefaces", tuple)
    made = drawn.numerals(np.random.default_rng(1), 8)
    assert (made > 0.5).mean((1, 2)).min() > 0.01


def test_a_six_is_marked_by_a_stroke_or_a_dot_as_often_as_not() -> None:
    heights = []
    for seed in range(60):
        made = drawn.numerals(np.random.default_rng(seed), 8)
        rows = [np.nonzero((m > 0.5).any(1))[0] for m in made]
        wide = [np.nonzero((m > 0.5).any(0))[0] for m in made]
        heights.append(np.ptp(rows[5]) > np.ptp(rows[7]) * 1.06 or np.ptp(wide[5]) > np.ptp(wide[7]) * 1.15)
    assert 0.3 < np.mean(heights) < 0.95
