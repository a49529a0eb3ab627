"""A plan is aligned with photos of flat, bent and bowed sheets."""

import cv2
import numpy as np
import pytest

from sheets.pad import load_pad
from sheets.page import plan_sheet
from sheets.paper import PAPERS, Layout, PageError
from tests.vision.scan.desk import Desk, seen_from, sheet
from vision.frames.image import Image
from vision.geometry import F64
from vision.scan.alignment import (
    SHEET_MARGIN_MM,
    Placement,
    align,
    layout_of,
    rectify,
)
from vision.scan.homography import project
from vision.scan.raster import Print, blank_sheet

PAD, LAYOUT = load_pad("classic"), Layout(PAPERS["a4"], 3)
PLAN = plan_sheet(PAD, LAYOUT)
MIDDLES = np.array([(box.cx, box.cy) for box in PLAN.places.values()])


@pytest.fixture(scope="module")
def desk() -> Desk:
    return seen_from(sheet(PAD, ("a2", "b7", "d9")), turn=3, tilt=15)


def bowed(desk: Desk, pixels: float) -> tuple[Image, F64]:
    """Return the photo with its middle bent down, and the true pixels of MIDDLES in it."""
    height, width = desk.photo.shape[:2]
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    moved = (y + pixels * (1 - (x / width * 2 - 1) ** 2)).astype(np.float32)
    photo = cv2.remap(desk.photo, x, moved, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    places = project(desk.to_photo, MIDDLES)
    places[:, 1] -= pixels * (1 - (places[:, 0] / width * 2 - 1) ** 2)
    return np.asarray(photo, np.uint8), places


def error_mm(placement: Placement, places: F64) -> float:
    """Return the largest distance, in mm, between MIDDLES as placed and their true pixels `places`."""
    a_mm = np.linalg.norm(np.diff(placement.to_pixels(np.array([(100.0, 30.0), (101.0, 30.0)])), axis=0))
    return float(np.linalg.norm(placement.to_pixels(MIDDLES) - places, axis=1).max() / a_mm)


def test_a_flat_sheet_lies_where_its_homography_says(desk: Desk) -> None:
    placement = align(desk.photo, desk.to_photo, PAD, PLAN)
    assert placement.likeness > 0.9
    assert error_mm(placement, project(desk.to_photo, MIDDLES)) < 0.5


@pytest.mark.parametrize("off", [(2.0, -1.5), (-3.0, 2.0)])
def test_markers_that_are_a_little_off_are_corrected(desk: Desk, off: tuple[float, float]) -> None:
    shifted = desk.to_photo @ np.array([[1, 0, off[0]], [0, 1, off[1]], [0, 0, 1]])
    assert error_mm(align(desk.photo, shifted, PAD, PLAN), project(desk.to_photo, MIDDLES)) < 0.6


def test_a_sheet_that_bows_is_followed(desk: Desk) -> None:
    photo, places = bowed(desk, 26)
    placement = align(photo, desk.to_photo, PAD, PLAN)
    assert placement.likeness > 0.75
    assert error_mm(placement, places) < 1


def test_a_wrong_plan_is_hardly_alike(desk: Desk) -> None:
    other = load_pad("bonus-b")
    right = align(desk.photo, desk.to_photo, PAD, PLAN)
    wrong = align(desk.photo, desk.to_photo, other, plan_sheet(other, LAYOUT))
    assert wrong.likeness < right.likeness - 0.1


def test_a_rectified_sheet_looks_like_the_drawing(desk: Desk) -> None:
    scale = 5.0
    seen = rectify(desk.photo, align(desk.photo, desk.to_photo, PAD, PLAN), PLAN, scale)
    drawn = blank_sheet(PAD, LAYOUT, Print("full"), scale, SHEET_MARGIN_MM)
    assert seen.shape == drawn.shape
    rows = slice(*(round((v + SHEET_MARGIN_MM) * scale) for v in (PLAN.rows[0].plate.y, PLAN.misses[0].y)))
    assert np.corrcoef(seen[rows].ravel(), drawn[rows].ravel())[0, 1] > 0.85


def test_the_layout_of_a_plan_is_known_and_of_another_pads_plan_is_not() -> None:
    assert layout_of(PAD, PLAN) == LAYOUT
    with pytest.raises(PageError):
        layout_of(load_pad("longo"), PLAN)
