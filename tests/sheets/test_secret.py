"""Secrets on sheets are long and differ from sheet to sheet. Seeds that a person chose are recognised."""

from math import log2

import cv2
import numpy as np

from sheets.order import pages_of
from sheets.secret import (
    PREFIX,
    SECRET_SIGNS,
    SEED_BITS,
    draw_seed,
    is_drawn,
    parse_secret,
    secret_text,
    sheet_secret,
)
from sheets.serial import ALPHABET, code_modules
from tests.sheets.orders import order


def test_a_secret_has_sixty_four_bits_and_more_and_so_has_its_seed() -> None:
    assert SECRET_SIGNS * log2(len(ALPHABET)) > 64
    assert SEED_BITS - log2(len(ALPHABET)) * 4 > 64, "the number on the sheet tells four signs of the seed"


def test_every_sheet_of_every_print_has_its_own() -> None:
    sides = [side for seed in (7, 8) for page in pages_of(order(count=40, seed=seed)) for side in page]
    assert len({side.secret for side in sides}) == 80
    again = [side for page in pages_of(order(count=40, seed=7)) for side in page]
    assert [side.secret for side in again] == [side.secret for side in sides[:40]]
    assert sheet_secret(7, "classic", 1) != sheet_secret(7, "longo", 1)


def test_a_drawn_seed_is_told_from_one_that_a_person_chose() -> None:
    drawn = {draw_seed() for _ in range(50)}
    assert len(drawn) == 50 and all(map(is_drawn, drawn))
    assert not any(map(is_drawn, (0, 7, -1, 999_999, 2**64, 2**SEED_BITS - 1, 2 ** (SEED_BITS + 1))))


def test_opencv_reads_what_the_square_says() -> None:
    secret = sheet_secret(7, "classic", 1)
    dark = np.array(code_modules(secret_text(secret)))
    image = np.kron(np.pad(~dark, 4, constant_values=True), np.ones((8, 8))).astype(np.uint8) * 255
    text, *_ = cv2.QRCodeDetector().detectAndDecode(image)
    assert text.startswith(PREFIX) and parse_secret(text) == secret
    for other in ("", "QS", text + "A", "QSO" + text[3:], "QXC3K7Q2-03"):
        assert parse_secret(other) is None, other
