"""Positions for dice: overlapping footprints, dice that touch, and tables without room."""

from dataclasses import replace

import numpy as np
import pytest

from training.evaluation.placing import Footprint, find_leaning_place, find_touching_place
from training.evaluation.scene import View


def square(x: float, y: float = 0.0, degrees: float = 0.0, edge: float = 10.0) -> Footprint:
    return Footprint(np.array([x, y, 0.0]), np.radians(degrees), edge)


@pytest.mark.parametrize(
    ("other", "overlaps"),
    [
        (square(9.5), True),
        (square(10.2), True),  # less than the gap that stays between
        (square(10.4), False),
        (square(11.5, degrees=45), True),  # its corner reaches in
        (square(12.5, degrees=45), False),
        (square(10.5, 10.5, 45), False),  # side by side along the diagonal
        (Footprint(np.array([12.0, 0, 0]), 0.0, 10.0, is_disc=True), True),
        (Footprint(np.array([12.2, 0, 0]), 0.0, 10.0, is_disc=True), False),
    ],
)
def test_two_footprints_overlap_or_not(other: Footprint, overlaps: bool) -> None:
    assert square(0).overlaps(other) is overlaps
    assert other.overlaps(square(0)) is overlaps


def view(height: float = 500.0) -> View:
    """Return a camera at this height, in mm, that looks straight down."""
    eye, ahead = np.array([0.0, 0, height]), np.array([0.0, 0, -1])
    return View(eye, np.array([1.0, 0, 0]), np.array([0.0, -1, 0]), ahead, 900.0, 640, 480)


@pytest.mark.parametrize("is_disc", [False, True])
def test_a_die_that_touches_lies_within_a_hair_of_another_and_in_none(is_disc: bool) -> None:
    for seed in range(5):
        taken = [Footprint(np.array([0.0, 0, 8]), 0.3, 16.0, is_disc)]
        for _ in range(3):
            place = find_touching_place(np.random.default_rng(seed), view(), 16.0, taken)
            others = [one for one in taken if one is not place]
            assert not any(place.overlaps(one) for one in others)
            wider = replace(place, edge=place.edge + 0.5)
            assert any(wider.overlaps(one) for one in others)


def test_there_is_no_room_beside_a_die_that_fills_the_picture() -> None:
    with pytest.raises(LookupError):
        find_touching_place(np.random.default_rng(1), view(50), 20.0, [square(0, edge=20.0)])
    with pytest.raises(LookupError):
        find_leaning_place(np.random.default_rng(1), view(50), 20.0, [square(0, edge=20.0)])
