"""How far each die of a roll differs from what the others predict.

One camera sees all dice of a roll in the same way. A side taken for the top, a part of a die, or two dice
taken for one differ from the others in four small ways, none of which is enough alone:

- They are smaller than their place in the picture explains: what lies higher up is farther away.
- Their top is shifted too little: a camera sees tops shifted in their boxes, away from the point below it,
and the
  more the farther from that point.
- Their box has another shape.
- Their top has another shape: the spread of a square, and of an equilateral triangle, is the same in all
directions,
  so all tops are as much wider than high, whichever way they are turned.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.classifier import DiePrediction

F64 = NDArray[np.float64]

MIN_DICE = 4
"""Fewer dice say nothing about each other."""
HEIGHT_PRIOR_SPREAD = 4.0
PLACE_PRIOR_SPREAD = 30.0
"""Sums of squares, in sizes of a die, that hold the fitted slopes towards 0 when the dice lie close together:
of their heights in the picture, and of their places."""
MAX_SIZE_SLOPE = 0.12
"""By how much a die looks smaller at most for each of its sizes that it lies higher up, as a logarithm."""
MAX_SHIFT_SLOPE = 0.03
"""By how much more a top is shifted at most, in sides of its box, for each size of a die farther from the
camera."""
MIN_SHIFT_SIDES = 0.05
"""A top that should be shifted less than this, in sides of its box, says nothing."""
MIN_FACE_SPREAD_SIDES = 1e-3
STANDARD_DEVIATIONS = (0.1, 0.05, 0.1, 0.1)
"""Of correctly read dice: of size (a logarithm), of the shift that a top lacks (in sides of its box), of
width over height of the box and of the top (logarithms)."""


def outlier_scores(predictions: Sequence[DiePrediction]) -> list[float]:
    """For each die the squared distance from what the others predict, in STANDARD_DEVIATIONS; 0 for few
    dice."""
    if len(predictions) < MIN_DICE:
        return [0.0] * len(predictions)
    boxes = np.array([k.candidate.box[2:] for k in predictions])
    sizes = np.log(boxes.max(1))
    spots = np.array([k.candidate.centre for k in predictions]) / np.exp(np.median(sizes))
    outlines = np.log(boxes[:, 0] / boxes[:, 1])
    offsets = np.array([k.face_offset for k in predictions])
    spreads = np.maximum(MIN_FACE_SPREAD_SIDES, np.array([k.face_spread for k in predictions]))
    tops = np.log(spreads[:, 0] / spreads[:, 1])
    found = []
    for i in range(len(predictions)):
        rest = np.arange(len(predictions)) != i
        differences = (
            min(0.0, sizes[i] - _predicted_size(sizes[rest], spots[rest, 1], spots[i, 1])),
            max(0.0, _missing_shift(offsets[rest], spots[rest], offsets[i], spots[i])),
            outlines[i] - np.median(outlines[rest]),
            tops[i] - np.median(tops[rest]),
        )
        scaled = zip(differences, STANDARD_DEVIATIONS, strict=True)
        found.append(float(sum((difference / scale) ** 2 for difference, scale in scaled)))
    return found


def _predicted_size(sizes: F64, heights: F64, height: float) -> float:
    """The logarithm of a die's size at a height, from the logarithms and heights of the others (N each)."""
    off = heights - heights.mean()
    slope = float(np.clip(float(off @ sizes) / (float(off @ off) + HEIGHT_PRIOR_SPREAD), 0, MAX_SIZE_SLOPE))
    return float(np.median(sizes - slope * off)) + slope * (height - float(heights.mean()))


def _missing_shift(offsets: F64, spots: F64, offset: F64, spot: F64) -> float:
    """By how much a top is shifted less than the others predict, in sides of its box.

    `offsets`, `spots`: of the others, N x 2; `offset`, `spot`: of this die.
    """
    usual, middle = np.median(offsets, 0), np.median(spots, 0)
    spread = float(((spots - middle) ** 2).sum()) + PLACE_PRIOR_SPREAD
    slope = float(np.clip(float(((offsets - usual) * (spots - middle)).sum()) / spread, 0, MAX_SHIFT_SLOPE))
    due = usual + slope * (spot - middle)
    far = max(MIN_SHIFT_SIDES, float(np.hypot(*due)))
    return far - float(offset @ due) / far
