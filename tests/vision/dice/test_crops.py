"""Cutting one die out of a picture: where it lies, beyond the border, smaller and larger."""

import numpy as np
import pytest

from vision.dice.crops import cut

RAMP = np.stack(
    [np.tile(np.arange(200), (120, 1)), np.tile(np.arange(120)[:, None], (1, 200)), np.full((120, 200), 9)],
    -1,
)
IMAGE = RAMP.astype(np.uint8)
"""Its first channel is the column, its second the row."""


@pytest.mark.parametrize("side", [24.0, 48.0, 96.0])
def test_a_crop_shows_what_lies_around_its_middle(side: float) -> None:
    crop = cut(IMAGE, (100, 60), side, 24)
    assert crop.shape == (24, 24, 3)
    assert crop[..., 0].mean() == pytest.approx(99.5, abs=0.6)
    assert crop[..., 1].mean() == pytest.approx(59.5, abs=0.6)
    spread = crop[0, -1, 0].astype(float) - crop[0, 0, 0]
    assert spread == pytest.approx(side * 23 / 24, abs=1.5)


@pytest.mark.parametrize("side", [24.0, 80.0])
def test_beyond_the_border_the_outermost_pixels_repeat(side: float) -> None:
    crop = cut(IMAGE, (0, 0), side, 24)
    assert (crop[:11, :11, :2] == 0).all()
    assert cut(IMAGE, (200, 120), side, 24)[-4:, -4:, 0].min() == 199


def test_a_crop_of_nothing_is_black() -> None:
    assert not cut(IMAGE, (1000, 1000), 80, 24).any()
