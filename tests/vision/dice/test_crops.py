"""Crops of one die: its place, the border of the picture, small and large crops."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.crops import cut, cut_die
from vision.dice.exposure import gain

RAMP = np.stack(
    [np.tile(np.arange(200), (120, 1)), np.tile(np.arange(120)[:, None], (1, 200)), np.full((120, 200), 9)],
    -1,
)
IMAGE = RAMP.astype(np.uint8)
"""An image whose first channel is the column, and whose second channel is the row."""


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


def a_die_on(table: int, paint: int, ink: int, beside: int | None = None) -> NDArray[np.uint8]:
    """Return a picture of a table with a 40-pixel die in its middle.

    Each argument is a grey level. `beside` is the level of a sheet of paper to the left of the die.
    """
    image = np.full((480, 640, 3), table, np.uint8)
    if beside is not None:
        image[:, :298] = beside
    image[220:260, 300:340] = paint
    image[236:244, 316:324] = ink
    return image


def contrast(image: NDArray[np.uint8]) -> int:
    """Return the difference in grey level between the die's paint and its pip in the crop for a reader."""
    crop = cut_die(image, (320.0, 240.0), 40.0).astype(int)
    return int(abs(crop[48, 48, 0] - crop[48, 66, 0]))


def test_a_lit_die_on_a_dark_table_keeps_its_pips() -> None:
    image = a_die_on(table=20, paint=150, ink=220)
    assert gain(image) > 4
    assert contrast(image) >= 70


def test_a_dim_die_beside_a_bright_sheet_is_brightened() -> None:
    image = a_die_on(table=20, paint=50, ink=10, beside=250)
    assert gain(image) == 1
    assert contrast(image) > 3 * 40
