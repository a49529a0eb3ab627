"""Candidates: boxes in a picture that may show a die."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.geometry import Box, Boxes, Point, centre, longer_side


@dataclass(frozen=True, slots=True)
class Candidate:
    """A box in a picture that may show a die."""

    box: Box
    score: float  # the detector's probability that it is a die, 0 to 1

    @property
    def centre(self) -> Point:
        return centre(self.box)

    @property
    def side(self) -> float:
        return longer_side(self.box)


def boxes_of(candidates: Sequence[Candidate]) -> Boxes:
    """Return the boxes of N candidates, N x 4."""
    return np.array([c.box for c in candidates], np.float64).reshape(-1, 4)
