"""Corner markers equal those that OpenCV draws, and neighbouring sheets have different markers."""

import cv2
import pytest

from sheets.marker import GROUPS, MODULES, MarkerError, dark_modules, marker_group, marker_ids


@pytest.mark.parametrize("marker", range(4 * GROUPS))
def test_each_marker_is_the_one_that_opencv_draws(marker: int) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    theirs = cv2.aruco.generateImageMarker(dictionary, marker, MODULES) == 0
    assert [list(row) for row in dark_modules(marker)] == theirs.tolist()


def test_twelve_sheets_in_a_row_share_no_marker() -> None:
    ids = [marker for number in range(7, 7 + GROUPS) for marker in marker_ids(number)]
    assert len(set(ids)) == 4 * GROUPS


@pytest.mark.parametrize("number", [1, 2, 12, 13, 999])
def test_a_marker_tells_its_group_and_corner(number: int) -> None:
    expected = [((number - 1) % GROUPS, corner) for corner in range(4)]
    assert [marker_group(marker) for marker in marker_ids(number)] == expected


@pytest.mark.parametrize("marker", [-1, 48])
def test_other_markers_are_refused(marker: int) -> None:
    with pytest.raises(MarkerError, match="from 0 to 47"):
        dark_modules(marker)


def test_sheets_count_from_one() -> None:
    with pytest.raises(MarkerError, match="1 or more"):
        marker_ids(0)
