"""Boxes, their overlaps and distances."""

import numpy as np
import pytest

from vision.geometry import (
    Box,
    distance,
    gaps,
    overlap,
    reading_order,
    touches_border,
    whole_pixels,
)


@pytest.mark.parametrize(
    ("a", "b", "of_union", "of_smaller"),
    [
        ((0, 0, 10, 10), (0, 0, 10, 10), 1, 1),
        ((0, 0, 10, 10), (5, 0, 10, 10), 1 / 3, 1 / 2),
        ((0, 0, 10, 10), (2, 2, 4, 5), 0.2, 1),
        ((0, 0, 10, 10), (10, 0, 10, 10), 0, 0),
        ((0, 0, 10, 10), (30, 30, 10, 10), 0, 0),
    ],
)
def test_overlap(a: Box, b: Box, of_union: float, of_smaller: float) -> None:
    assert overlap(a, b) == pytest.approx((of_union, of_smaller))
    assert overlap(b, a) == pytest.approx((of_union, of_smaller))


def test_distance_is_in_sides_of_the_smaller_box() -> None:
    assert distance((0, 0, 20, 20), (100, 0, 20, 20)) == 5
    assert distance((0, 0, 100, 100), (45, 45, 10, 10)) == 0
    assert distance((40, 45, 10, 10), (0, 0, 100, 100)) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("box", "whole"),
    [
        ((1.4, 1.6, 10.2, 10.2), (1, 2, 11, 10)),
        ((-3.0, -3.0, 10.0, 10.0), (0, 0, 7, 7)),
        ((95.0, 45.0, 20.0, 20.0), (95, 45, 5, 5)),
        ((50.2, 20.2, 0.1, 0.1), (50, 20, 1, 1)),
    ],
)
def test_whole_pixels_lie_inside_the_picture(box: Box, whole: tuple[int, int, int, int]) -> None:
    assert whole_pixels(box, (100, 50)) == whole


def test_boxes_in_one_band_are_read_from_left_to_right() -> None:
    first, second, below = (300, 10, 20, 20), (400, 0, 20, 20), (0, 200, 20, 20)
    assert sorted([below, second, first], key=lambda box: reading_order(box, 480)) == [first, second, below]


def test_gaps_are_between_the_nearest_sides_or_corners() -> None:
    boxes = np.array([(0, 0, 10, 10), (13, 14, 10, 10), (5, 5, 10, 10), (0, 30, 10, 10)], np.float64)
    assert gaps(boxes).round(3).tolist() == [
        [0, 5, 0, 20],
        [5, 0, 0, 6.708],
        [0, 0, 0, 15],
        [20, 6.708, 15, 0],
    ]


@pytest.mark.parametrize(
    ("box", "touching"),
    [
        ((5, 5, 40, 40), False),
        ((1, 50, 40, 40), True),
        ((50, 0, 40, 40), True),
        ((60, 50, 39, 40), True),
        ((50, 55, 40, 44), True),
        ((50, 50, 40, 40), False),
    ],
)
def test_box_at_the_border_touches_it(box: Box, touching: bool) -> None:
    assert touches_border(box, (100, 100)) is touching
