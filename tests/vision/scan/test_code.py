"""QR codes of sheets: sharp, turned a little, damaged, unreadable."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from sheets.serial import code_modules
from vision.scan.code import CROP_PIXELS, MODULE_PIXELS, QUIET_MODULES, read_code

CODES = ("QXC3K7Q2-03", "QXL1AB9Z-07.0510", "QXP3K7Q2-03.9F3A", "QXL2AB9Z-207.0510")


def crop_of(text: str) -> NDArray[np.uint8]:
    """Return the crop of a sheet's code, sharp and upright."""
    dark = np.array(code_modules(text)).repeat(MODULE_PIXELS, 0).repeat(MODULE_PIXELS, 1)
    code = np.where(dark, 40, 235).astype(np.uint8)
    return np.pad(code, QUIET_MODULES * MODULE_PIXELS, constant_values=235)


@pytest.mark.parametrize("text", CODES)
def test_a_sharp_code_is_read(text: str) -> None:
    crop = crop_of(text)
    assert crop.shape == (CROP_PIXELS, CROP_PIXELS)
    assert str(read_code(crop)) == text


@pytest.mark.parametrize(
    ("turn", "size", "shift"), [(4, 1.0, (9, -7)), (-5, 0.93, (0, 12)), (0, 1.06, (-14, 5))]
)
def test_a_code_may_lie_a_little_off(turn: float, size: float, shift: tuple[int, int]) -> None:
    place = cv2.getRotationMatrix2D((CROP_PIXELS / 2, CROP_PIXELS / 2), turn, size)
    place[:, 2] += shift
    moved = cv2.warpAffine(crop_of(CODES[0]), place, (CROP_PIXELS, CROP_PIXELS), borderValue=(235,))
    assert str(read_code(np.asarray(moved, np.uint8))) == CODES[0]


@pytest.mark.parametrize("text", CODES)
def test_a_blurred_and_noisy_code_is_read_through_the_filter(text: str) -> None:
    soft = cv2.GaussianBlur(crop_of(text), (0, 0), 0.55 * MODULE_PIXELS).astype(np.float32)
    noise = np.random.default_rng(1).normal(0, 6, soft.shape)
    assert str(read_code(np.clip(soft + noise, 0, 255).astype(np.uint8))) == text


def test_a_spot_on_the_data_is_corrected() -> None:
    crop = crop_of(CODES[0])
    spot = (QUIET_MODULES + 12) * MODULE_PIXELS
    cv2.circle(crop, (spot, spot), 2 * MODULE_PIXELS, 235, -1)
    assert str(read_code(crop)) == CODES[0]


def test_a_code_that_is_covered_is_not_read() -> None:
    crop = crop_of(CODES[0])
    middle = CROP_PIXELS // 2
    cv2.circle(crop, (middle, middle), 8 * MODULE_PIXELS, 140, -1)
    assert read_code(crop) is None


def test_noise_is_no_code() -> None:
    noise = np.random.default_rng(2).integers(0, 256, (CROP_PIXELS, CROP_PIXELS)).astype(np.uint8)
    assert read_code(noise) is None
    assert read_code(np.full((CROP_PIXELS, CROP_PIXELS), 200, np.uint8)) is None
