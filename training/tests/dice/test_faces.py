"""Drawn faces of dice: they agree with their labels and are as large as those that the reader rectifies."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from training.dice import faces
from vision.dice.crops import FACE_MARGIN

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
    """Ink differs from the body in some channel; otherwise there would be nothing to learn."""
    rng = np.random.default_rng(seed)
    body = faces._body(rng)
    ink = faces._ink(rng, body)
    mean = np.cbrt(body[20:60, 20:60].reshape(-1, 3)).mean(0)
    assert np.abs(np.cbrt(ink) - mean).max() > 0.1


def test_the_same_seed_draws_the_same_faces() -> None:
    for sides in (6, 8):
        one, same, other = (
            faces.draw_batch(5, 3, sides),
            faces.draw_batch(5, 3, sides),
            faces.draw_batch(8, 3, sides),
        )
        assert np.array_equal(one.pixels, same.pixels)
        assert not np.array_equal(one.pixels, other.pixels)
        assert one.values.max() <= sides
        assert one.values.min() >= 1
    # however they are cut into jobs
    assert np.array_equal(faces.draw_faces(4, 6, seed=3).pixels, faces.draw_batch(3, 4, 6).pixels)


def test_faces_of_six_sides_bear_numerals_now_and_then() -> None:
    share = faces.draw_batch(0, 240, 6).numbered.mean()
    assert 0.03 < share < 0.15
    assert not faces.draw_batch(0, 20, 8).numbered.any()


@pytest.mark.parametrize("shape", ["square", "triangle"])
def test_faces_fill_the_rectified_square(shape: str) -> None:
    """Half the rectified square's side is FACE_MARGIN * sqrt(3) times the standard deviation of a face."""
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
