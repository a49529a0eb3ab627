"""What moves, what reaches in, and what is only light or noise."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.rolls.watched import FIRST, SECOND, WatchedTable
from vision.frames.image import Image
from vision.rolls.motion import moving, reaches_in, relief


def test_light_is_no_motion_and_no_hand() -> None:
    table = WatchedTable()
    lit, shaded = relief(table.picture(FIRST, None, None)), relief(table.picture(FIRST, None, 200))
    table.light = 0.85
    assert not moving(lit, relief(table.picture(FIRST, None, None)))
    assert not moving(lit, shaded)
    table.light = 0.5
    assert not reaches_in(lit, relief(table.picture(FIRST, None, None)))
    table.light = 1.0
    hand = relief(table.picture(FIRST, 200, None))
    assert moving(lit, hand)
    assert reaches_in(lit, hand)
    rolled = relief(table.picture(SECOND, None, None))
    assert moving(lit, rolled)
    assert not reaches_in(lit, rolled)


@pytest.mark.parametrize("width", [320, 640, 1280, 4000])
def test_a_small_die_that_moves_is_motion_and_noise_is_none(width: int) -> None:
    """A die a fortieth of the picture wide, pushed by half its width; then two noisy pictures of the same."""
    rng = np.random.default_rng(4)

    def picture(x: float, noise: float) -> Image:
        image = np.full((width * 3 // 4, width, 3), 120.0, np.float32)
        half = width // 80
        at = round(x * width)
        image[width // 3 - half : width // 3 + half, at - half : at + half] = (40, 30, 200)
        return np.clip(image + rng.normal(0, noise, image.shape), 0, 255).astype(np.uint8)

    assert moving(relief(picture(0.5, 2)), relief(picture(0.5125, 2)))
    assert not moving(relief(picture(0.5, 2)), relief(picture(0.5, 2)))
    assert not moving(relief(picture(0.5, 25)), relief(picture(0.5, 25)))
