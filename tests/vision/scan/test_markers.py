"""Corner markers are found, refined, and searched for where they are expected."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from sheets.marker import marker_group, marker_ids
from sheets.pad import load_pad
from sheets.page import plan_sheet
from tests.vision.scan.desk import Desk, seen_from, sheet
from vision.geometry import F64
from vision.scan.homography import box_corners, pixels_to_mm, project
from vision.scan.markers import (
    Marker,
    find_markers,
    find_missed_marker,
    looks_like_marker,
    merge_markers,
    sharpen_corners,
)


@pytest.fixture(scope="module")
def desk() -> Desk:
    return seen_from(sheet(load_pad("classic")), turn=8, tilt=15)


@pytest.fixture(scope="module")
def grey(desk: Desk) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(desk.photo, cv2.COLOR_BGR2GRAY), np.uint8)


def truth(desk: Desk) -> list[F64]:
    """Return the true corners of the four markers, 4 x 2 pixels each."""
    plan = plan_sheet(desk.order.pad, desk.order.layout)
    return [project(desk.to_photo, box_corners(box)) for box in plan.markers]


def desk_group(desk: Desk) -> int:
    """Return the number of the sheet's group of four markers."""
    number = desk.slot + 1
    return marker_group(marker_ids(number)[0])[0]


def test_all_markers_are_found_where_they_lie(desk: Desk, grey: NDArray[np.uint8]) -> None:
    """Check that all four markers are found with accurate corners. False markers may be found as well."""
    own = [marker for marker in find_markers(grey) if marker.group == desk_group(desk)]
    markers = sorted(own, key=lambda marker: marker.corner)
    assert [marker.corner for marker in markers] == [0, 1, 2, 3]
    for marker, corners in zip(markers, truth(desk), strict=True):
        assert np.abs(marker.corners - corners).max() < 2
        assert np.abs(sharpen_corners(grey, marker).corners - corners).max() < 1
        assert looks_like_marker(grey, marker)


def test_a_missed_marker_is_found_where_it_is_expected(desk: Desk, grey: NDArray[np.uint8]) -> None:
    plan = plan_sheet(desk.order.pad, desk.order.layout)
    group = desk_group(desk)
    off = desk.to_photo @ np.array([[1, 0, 2.0], [0, 1, -1.5], [0, 0, 1]])
    for corner, (box, corners) in enumerate(zip(plan.markers, truth(desk), strict=True)):
        marker = find_missed_marker(grey, off, box, group, corner, 1.2)
        assert marker is not None
        assert np.abs(marker.corners - corners).max() < 3
        far = off @ np.array([[1, 0, 0], [0, 1, 400.0], [0, 0, 1]])
        assert find_missed_marker(grey, far, box, group, corner, 1.2) is None


def test_other_squares_are_no_marker(desk: Desk, grey: NDArray[np.uint8]) -> None:
    middle = np.mean(truth(desk), (0, 1))
    square = np.array([(0, 0), (30, 0), (30, 30), (0, 30)]) + middle
    assert not looks_like_marker(grey, Marker(0, 0, square))


def test_markers_of_two_searches_come_once() -> None:
    corners = np.array([(0.0, 0.0), (20, 0), (20, 20), (0, 20)])
    one, same = Marker(1, 2, corners), Marker(1, 2, corners + 3)
    far, other = Marker(1, 2, corners + 200), Marker(1, 3, corners + 3)
    assert merge_markers([one], [same, far, other]) == (one, far, other)


def test_corners_outside_the_photo_stay_as_they_are() -> None:
    marker = Marker(0, 0, np.array([(-5.0, 5.0), (15, 5), (15, 25), (-5, 25)]))
    assert sharpen_corners(np.zeros((40, 40), np.uint8), marker) is marker


def test_pixels_of_a_raster_lie_in_the_middle_of_their_squares() -> None:
    to_mm = pixels_to_mm(10, 20, 0.5)
    assert project(to_mm, np.array([[0.0, 0.0], [1.0, 3.0]])).tolist() == [[10.25, 20.25], [10.75, 21.75]]
