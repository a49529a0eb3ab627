"""A sheet is identified by its printed code, and its secret is read from a second code."""

import cv2
import numpy as np
import pytest

from sheets.order import PrintOrder, pages_of
from sheets.pad import load_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout
from sheets.secret import secret_text, sheet_secret
from tests.vision.scan.desk import DOTS, Desk, page, seen_from, sheet
from tests.vision.scan.test_code import crop_of
from vision.scan.code import MODULE_PIXELS, QUIET_MODULES, read_code, read_secret
from vision.scan.homography import project
from vision.scan.rectification import HeldSheet, held_sheets, place_sheets


def test_a_sheet_is_laid_under_the_plan_that_its_code_names() -> None:
    desk = seen_from(sheet(load_pad("longo")), turn=10, tilt=20)
    (placed,) = place_sheets(desk.photo)
    assert str(placed.code) == desk.code
    assert placed.laid is not None
    plan = placed.laid.plan
    assert (placed.laid.pad, plan) == (load_pad("longo"), plan_sheet(desk.order.pad, desk.order.layout))
    middles = np.array([(box.cx, box.cy) for box in plan.places.values()])
    error = np.linalg.norm(placed.laid.in_photo(middles) - project(desk.to_photo, middles), axis=1)
    assert error.max() < 4
    assert all(placed.laid.is_firm(box) for box in plan.places.values())


def test_a_photo_much_sharper_than_needed_is_made_smaller() -> None:
    desk = seen_from(sheet(load_pad("classic")), width=2600)
    (placed,) = place_sheets(desk.photo)
    assert placed.laid is not None
    assert placed.laid.area.image.shape[1] < 0.8 * desk.photo.shape[1]
    corners = project(desk.to_photo, np.array([(0.0, 0.0), (placed.laid.plan.width, 0.0)]))
    assert np.abs(placed.outline()[:2] - corners).max() < 12


SECRET = sheet_secret(7, "classic", 3)


@pytest.mark.parametrize("older", [False, True])
@pytest.mark.parametrize(
    ("game", "per_page", "paper"), [("longo", 3, "a4"), ("double-b", 4, "a4"), ("classic", 1, "letter")]
)
def test_each_sheet_in_a_photo_tells_its_secret(game: str, per_page: int, paper: str, older: bool) -> None:
    order = PrintOrder(load_pad(game), per_page, 7, layout=Layout(PAPERS[paper], per_page))
    photo, box = page(order), plan_sheet(order.pad, order.layout).secret
    for place in map(order.layout.sheet_box, range(per_page) if older else ()):
        x0, x1 = (round((place.x + x) * DOTS) for x in (box.x - 1, box.right + 1))
        y0, y1 = (round((place.y + y) * DOTS) for y in (box.y - 1, box.bottom + 1))
        photo[y0:y1, x0:x1] = 255
    desk = seen_from(Desk(photo, np.eye(3), order, 0), turn=2, tilt=12)
    sides = next(iter(pages_of(order)))
    assert set(held_sheets(desk.photo)) == {
        HeldSheet(side.code, "" if older else side.secret) for side in sides
    }


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
