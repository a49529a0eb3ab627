"""Random changes to the light of a picture change only those parts of dice that they are meant to change."""

import numpy as np
import pytest

from training.dice.augmentation import mirrored_light, shift_body_colour, side_light


def test_mirrored_light_lies_on_the_top_only() -> None:
    light = np.full((80, 80, 3), 0.2, np.float32)
    top = np.zeros((80, 80), np.float32)
    top[30:50, 30:50] = 1
    brighter = [mirrored_light(light, top, np.random.default_rng(seed)) for seed in range(8)]
    for seen in brighter:
        assert np.allclose(seen[:20], 0.2, atol=1e-3)
        assert (seen >= light - 1e-6).all()
    assert max(float(seen[40, 40].min()) for seen in brighter) > 0.3


def test_light_from_the_side_leaves_the_top_darker_than_the_sides() -> None:
    light = np.full((80, 80, 3), 0.4, np.float32)
    top = np.zeros((80, 80), np.float32)
    top[30:50, 30:50] = 1
    for seed in range(8):
        seen = side_light(light, top, np.random.default_rng(seed))
        assert np.array_equal(seen[top == 0], light[top == 0])
        assert (seen[top == 1] < 0.75 * 0.4 + 1e-6).all() and (seen[top == 1] > 0.15 * 0.4 - 1e-6).all()


def test_only_yellow_and_white_bodies_change() -> None:
    light = np.full((20, 20, 3), 0.5, np.float32)
    dice = np.zeros((20, 20), np.float32)
    dice[:10] = 1
    for seed in range(5):
        yellow, white, red = (
            shift_body_colour(light, dice, colour, np.random.default_rng(seed))
            for colour in ("yellow", "white", "red")
        )
        assert np.array_equal(red, light)
        for seen in (yellow, white):
            assert np.allclose(seen[10:], 0.5)
        assert yellow[0, 0, 2] == pytest.approx(0.5) and yellow[0, 0, 1] <= 0.5
        assert np.ptp(white[0, 0]) < 1e-6
