"""An expected code is recognised even if too blurred for error correction. Noise is not read as a code."""

import os

import cv2
import numpy as np
import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st

from sheets.marker import marker_group, marker_ids
from sheets.serial import ALPHABET, SheetCode, code_modules
from vision.scan.code import CROP_PIXELS, MODULE_PIXELS, QUIET_MODULES, read_code
from vision.scan.code_search import ExpectedCode, level_of, search_code
from vision.scan.qr_code import CODE_MODULES, unmasked_bits

FULL = os.environ.get("QWIXX_COUNTS") == "full"
CODES = ("QXC3K7Q2-03", "QXL1AB9Z-07.0510", "QXM5ABCD-123", "QXP3K7Q2-03.9F3A", "QXL2AB9Z-207.0510")


def soft_bits(text: str) -> np.ndarray:
    """Return the 208 bits of the QR code of `text`, as -1 and 1, with the QR mask removed."""
    code = segno.make(text, version=1, micro=False, mode="alphanumeric", error="l", boost_error=True)
    modules = np.where(np.array(code.matrix, bool), 1, -1).astype(np.float32)
    return unmasked_bits(modules, int(code.mask))


def expected(text: str) -> ExpectedCode:
    number = SheetCode.parse(text).serial.number
    return ExpectedCode((text[3],), marker_group(marker_ids(number)[0])[0], ("9F3A",))


@pytest.mark.parametrize("text", CODES)
def test_the_level_is_the_one_that_is_printed(text: str) -> None:
    code = segno.make(text, version=1, micro=False, mode="alphanumeric", error="l", boost_error=True)
    assert level_of(len(text)) == code.error


@pytest.mark.parametrize("text", CODES)
def test_a_noisy_code_is_found(text: str) -> None:
    noise = np.random.default_rng(4).normal(0, 0.9, 208).astype(np.float32)
    bits = soft_bits(text)
    assert ((bits + noise > 0) != (bits > 0)).sum() > 15  # too many for its own correction
    assert str(search_code(bits + noise, level_of(len(text)), expected(text))) == text


@settings(max_examples=60 if FULL else 2, deadline=None)
@given(
    batch=st.text(st.sampled_from(ALPHABET), min_size=4, max_size=4),
    number=st.integers(1, 99),
    game=st.sampled_from("CMNAB"),
    seed=st.integers(0, 2**32 - 1),
    strength=st.floats(0.3, 3),
)
def test_search_finds_only_the_true_code(
    batch: str, number: int, game: str, seed: int, strength: float
) -> None:
    text = f"QX{game}4{batch}-{number:02d}"
    noise = np.random.default_rng(seed).normal(0, strength, 208).astype(np.float32)
    code = search_code(soft_bits(text) + noise, "Q", expected(text))
    assert code is None or str(code) == text
    assert code is not None or strength > 0.5


@settings(max_examples=60 if FULL else 2, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), group=st.integers(0, 11))
def test_noise_is_no_code(seed: int, group: int) -> None:
    noise = np.random.default_rng(seed).normal(0, 1, 208).astype(np.float32)
    assert search_code(noise, "Q", ExpectedCode(("3", "7"), group)) is None


def test_a_code_of_another_sheet_is_not_taken_for_one_that_fits_the_markers() -> None:
    bits = soft_bits("QXC3K7Q2-03")
    assert search_code(bits, "Q", ExpectedCode(("3",), 5)) is None
    assert search_code(bits, "Q", ExpectedCode(("4",), 2)) is None


def test_a_blurred_picture_of_a_code_is_read_with_what_is_expected_of_it() -> None:
    text = "QXA3WK29-05"
    dark = np.array(code_modules(text))
    crop = np.full((CROP_PIXELS, CROP_PIXELS), 235, np.uint8)
    inner = slice(QUIET_MODULES * MODULE_PIXELS, (QUIET_MODULES + CODE_MODULES) * MODULE_PIXELS)
    crop[inner, inner] = np.where(np.kron(dark, np.ones((MODULE_PIXELS, MODULE_PIXELS), bool)), 40, 235)
    chance = np.random.default_rng(2)
    small = cv2.resize(
        crop, None, fx=1.25 / MODULE_PIXELS, fy=1.25 / MODULE_PIXELS, interpolation=cv2.INTER_AREA
    )
    soft = cv2.GaussianBlur(small, (0, 0), 0.75) + chance.normal(0, 6, small.shape)
    seen = cv2.resize(np.clip(soft, 0, 255).astype(np.uint8), crop.shape, interpolation=cv2.INTER_CUBIC)
    assert read_code(seen) is None
    assert str(read_code(seen, expected(text))) == text
