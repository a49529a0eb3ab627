"""Dim pictures are brightened, bright ones stay as they are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.dice.exposure import MAX_GAIN, TARGET_BYTE, brighten, gain


def _ramp(top: int) -> np.ndarray:
    line = np.linspace(0, top, 256).astype(np.uint8)
    return np.ascontiguousarray(np.broadcast_to(line[None, :, None], (240, 256, 3)))


@given(st.integers(40, 255))
def test_light_parts_come_out_light(top: int) -> None:
    image = _ramp(top)
    out = brighten(image)
    assert TARGET_BYTE - 24 <= np.quantile(out, 0.98) <= 255
    assert (np.diff(out[0, :, 0].astype(int)) >= 0).all()


def test_a_picture_that_is_light_enough_is_itself() -> None:
    image = _ramp(250)
    assert gain(image) == 1 and brighten(image) is image


@pytest.mark.parametrize("top", [0, 1, 12])
def test_the_dark_is_not_made_day(top: int) -> None:
    assert gain(np.full((60, 80, 3), top, np.uint8)) <= MAX_GAIN


def test_colours_keep_their_ratio() -> None:
    image = np.full((60, 80, 3), (20, 40, 60), np.uint8)
    b, g, r = brighten(image)[0, 0].astype(float)
    assert r > 200 and abs(g / r - 2 / 3) < 0.02 and abs(b / r - 1 / 3) < 0.02
