"""Where dice fit: squares side by side, turned, and discs."""

from __future__ import annotations

import numpy as np
import pytest

from vision.evaluation.placing import Footprint


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
