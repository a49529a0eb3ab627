"""Sheets known by their code, or by their looks if the code cannot be read."""

import numpy as np
import pytest

from sheets.pad import load_pad
from sheets.page import plan_sheet
from tests.vision.scan.desk import STEPS, seen_from, sheet
from vision.scan.homography import project
from vision.scan.rectification import place_sheets


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


def test_an_own_pad_that_is_not_given_is_not_laid() -> None:
    desk = seen_from(sheet(STEPS))
    (unknown,), (known,) = place_sheets(desk.photo), place_sheets(desk.photo, (STEPS,))
    assert (str(unknown.code), unknown.laid) == (desk.code, None)
    assert known.laid is not None and known.laid.pad == STEPS
    assert np.abs(unknown.outline() - known.outline()).max() < 12, "as far as its markers tell"


@pytest.mark.parametrize("value", [0, 200])
def test_a_photo_without_markers_has_no_sheets(value: int) -> None:
    assert list(place_sheets(np.full((480, 640, 3), value, np.uint8))) == []
