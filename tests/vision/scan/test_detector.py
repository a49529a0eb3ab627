"""Markers are joined into sheets by their ids and by geometry."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from sheets.order import PrintOrder
from sheets.pad import load_pad
from sheets.page import plan_sheet
from tests.vision.scan.desk import DOTS, Desk, page, seen_from, sheet
from vision.geometry import F64
from vision.scan.detector import (
    detect_sheets,
    find_page_neighbours,
    join_markers,
    marker_places,
)
from vision.scan.homography import box_corners, project
from vision.scan.markers import Marker

FRONT = np.array([[4.0, 0.3, 200], [-0.2, 4.0, 100], [1e-4, 2e-4, 1]])
"""A homography from mm on a sheet to pixels of a photo."""


def markers(homography: F64, corners: tuple[int, ...] = (0, 1, 2, 3), group: int = 2) -> list[Marker]:
    """Return the markers of a sheet, in the layout of three sheets per A4 page, seen through a homography."""
    places = marker_places("3")
    return [Marker(group, corner, project(homography, box_corners(places[corner]))) for corner in corners]


def hidden(desk: Desk, corners: tuple[int, ...]) -> NDArray[np.uint8]:
    """Return the photo of a sheet with thumbs painted over the markers at `corners` (indices)."""
    plan, photo = plan_sheet(desk.order.pad, desk.order.layout), desk.photo.copy()
    for corner in corners:
        box = plan.markers[corner]
        x, y, z = desk.to_photo @ (box.cx, box.cy, 1.0)
        cv2.circle(photo, (round(x / z), round(y / z)), 34, (120, 150, 205), -1, cv2.LINE_AA)
    return photo


def test_four_markers_of_one_group_are_one_sheet() -> None:
    (sheet,) = join_markers(markers(FRONT))
    assert (sheet.group, len(sheet.markers)) == (2, 4)
    assert sheet.fits[0].layout == "3"
    assert sheet.fits[0].error < 0.01
    assert np.allclose(sheet.fits[0].homography / sheet.fits[0].homography[2, 2], FRONT, rtol=1e-4, atol=1e-4)


def test_two_sheets_with_the_same_ids_are_told_apart() -> None:
    far = FRONT @ np.array([[1, 0, 0], [0, 1, 120], [0, 0, 1.0]])
    sheets = join_markers([*markers(FRONT), *markers(far)])
    assert [len(sheet.markers) for sheet in sheets] == [4, 4]
    assert sorted(round(float(sheet.outline()[0, 1])) for sheet in sheets) == sorted(
        round(float(project(each, np.zeros((1, 2)))[0, 1])) for each in (FRONT, far)
    )


def test_a_single_marker_and_a_sheet_seen_from_behind_are_no_sheets() -> None:
    mirrored = FRONT @ np.diag([-1.0, 1, 1])
    assert join_markers(markers(FRONT, (1,))) == ()
    assert join_markers(markers(mirrored)) == ()


def test_three_markers_are_enough() -> None:
    (sheet,) = join_markers(markers(FRONT, (0, 1, 3)))
    (whole,) = join_markers(markers(FRONT))
    assert np.abs(sheet.outline() - whole.outline()).max() < 0.1


@pytest.mark.parametrize("corners", [(), (0,), (2,)])
def test_a_sheet_is_detected_with_a_thumb_on_a_marker(corners: tuple[int, ...]) -> None:
    desk = seen_from(sheet(load_pad("classic")), turn=4, tilt=12)
    (detected,) = detect_sheets(hidden(desk, corners))
    assert len(detected.markers) == 4 - len(corners)
    assert np.abs(detected.outline() - true_outline(desk)).max() < 12


def true_outline(desk: Desk) -> F64:
    plan = plan_sheet(desk.order.pad, desk.order.layout)
    corners = np.array([(0.0, 0.0), (plan.width, 0.0), (plan.width, plan.height), (0.0, plan.height)])
    return project(desk.to_photo, corners)


def test_missed_sheets_on_an_uncut_page_are_found() -> None:
    order = PrintOrder(load_pad("classic"), 3, 8)
    paper = page(order)
    sheets = detect_sheets(paper)
    grey = np.asarray(cv2.cvtColor(paper, cv2.COLOR_BGR2GRAY), np.uint8)
    assert sorted(one.group for one in sheets) == [0, 1, 2]
    for one in sheets:
        mates = find_page_neighbours(grey, one, (one,))
        near = [other for other in sheets if abs(other.group - one.group) == 1]
        assert sorted(mate.group for mate in mates) == sorted(other.group for other in near)
        for mate in mates:
            true = next(other for other in near if other.group == mate.group)
            assert np.abs(mate.outline() - true.outline()).max() < DOTS
    alone = np.asarray(cv2.cvtColor(sheet(load_pad("classic")).photo, cv2.COLOR_BGR2GRAY), np.uint8)
    (single,) = detect_sheets(sheet(load_pad("classic")).photo)
    assert find_page_neighbours(alone, single, (single,)) == []
