"""Secrets in photos of sheets: read as they are printed, never made up, and not asked of older sheets."""

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from sheets.draw import print_pads
from sheets.order import PrintOrder, pages_of
from sheets.pad import load_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout
from sheets.secret import secret_text, sheet_secret
from tests.vision.scan.test_code import crop_of
from vision.scan.code import MODULE_PIXELS, QUIET_MODULES, read_code, read_secret
from vision.scan.rectification import HeldSheet, held_sheets

DPI = 110
SECRET = sheet_secret(7, "classic", 3)


def page_of(order: PrintOrder) -> NDArray[np.uint8]:
    """Return the first page, a little askew on a table."""
    page = pypdfium2.PdfDocument(print_pads(order))[0].render(scale=DPI / 72).to_numpy()[..., :3]
    high, wide = page.shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    seen = np.array([[60, 50], [wide - 30, 80], [wide + 20, high + 40], [30, high - 10]], np.float32)
    lying = cv2.getPerspectiveTransform(corners, seen)
    table = cv2.warpPerspective(page, lying, (wide + 60, high + 80), borderValue=(70, 90, 110))
    return np.asarray(cv2.GaussianBlur(table, (0, 0), 0.6), np.uint8)


def without_second_code(image: NDArray[np.uint8], order: PrintOrder) -> NDArray[np.uint8]:
    """Return the page as an older version printed it: only one code."""
    dots, plan = DPI / 25.4, plan_sheet(order.pad, order.layout)
    for slot in range(order.count):
        sheet, box = order.layout.sheet_box(slot), plan.secret
        x0, x1 = (round((sheet.x + x) * dots) for x in (box.x - 1, box.right + 1))
        y0, y1 = (round((sheet.y + y) * dots) for y in (box.y - 1, box.bottom + 1))
        image[y0:y1, x0:x1] = 255
    return image


@pytest.mark.parametrize(
    ("game", "per_page", "paper"), [("longo", 3, "a4"), ("double-b", 4, "a4"), ("classic", 1, "letter")]
)
def test_each_sheet_in_a_photo_tells_its_secret(game: str, per_page: int, paper: str) -> None:
    order = PrintOrder(load_pad(game), per_page, 7, layout=Layout(PAPERS[paper], per_page))
    sides = next(iter(pages_of(order)))
    assert set(held_sheets(page_of(order))) == {HeldSheet(side.code, side.secret) for side in sides}


def test_a_sheet_of_an_older_version_is_known_and_has_none() -> None:
    order = PrintOrder(load_pad("classic"), 3, 7, layout=Layout(PAPERS["a4"], 3))
    page = pypdfium2.PdfDocument(print_pads(order))[0].render(scale=DPI / 72).to_numpy()[..., :3].copy()
    held = held_sheets(without_second_code(page, order))
    assert set(held) == {HeldSheet(side.code) for side in next(iter(pages_of(order)))}


def test_a_photo_without_a_sheet_holds_none() -> None:
    assert held_sheets(np.full((480, 640, 3), 120, np.uint8)) == ()


def test_neither_code_is_taken_for_the_other() -> None:
    assert read_secret(crop_of(secret_text(SECRET))) == SECRET
    assert read_secret(crop_of("QXC3K7Q2-03")) is None and read_code(crop_of(secret_text(SECRET))) is None


def test_a_blurred_spotted_secret_is_corrected_and_a_covered_one_is_none() -> None:
    crop = crop_of(secret_text(SECRET))
    soft = cv2.GaussianBlur(crop, (0, 0), 0.55 * MODULE_PIXELS).astype(np.float32)
    noisy = np.clip(soft + np.random.default_rng(1).normal(0, 6, soft.shape), 0, 255).astype(np.uint8)
    assert read_secret(noisy) == SECRET
    spot = (QUIET_MODULES + 12) * MODULE_PIXELS
    cv2.circle(crop, (spot, spot), 2 * MODULE_PIXELS, 235, -1)
    assert read_secret(crop) == SECRET
    cv2.circle(crop, (spot, spot), 8 * MODULE_PIXELS, 140, -1)
    assert read_secret(crop) is None
