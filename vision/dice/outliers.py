"""How unlike the others of its roll a die looks: one camera sees all of them in the same way, and a part of a
die, a side taken for the top, or two taken for one give themselves away by it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.classifier import DiePrediction

F64 = NDArray[np.float64]

MIN_DICE = 4
"""Dice that must be seen before they say anything about each other."""
HEIGHT_PRIOR_SPREAD = 4.0
"""Spread of dice, in squares of their size, that says little of how a camera's view changes between them: of
the heights at which they lie,"""
PLACE_PRIOR_SPREAD = 30.0
"""and of their places."""
MAX_SIZE_SLOPE = 0.12
"""How much smaller a die looks at most that lies its own size higher up, as a logarithm."""
MAX_SHIFT_SLOPE = 0.03
"""How much more of its size a top is shifted at most, a die's size farther from where the camera stands."""
MIN_SHIFT_SIDES = 0.05
"""Of a top, in sides of its box; below that it says nothing."""
MIN_FACE_SPREAD_SIDES = 1e-3
"""The least reach of a face, in sides of its box."""
STANDARD_DEVIATIONS = (0.1, 0.05, 0.1, 0.1)
"""By how much right dice usually differ: in size (a logarithm), in how far a top falls short of its place (in
sides of the box), in width over height of the box and of the face (logarithms). Standard deviations of
15,155 rendered ones."""


def outlier_scores(predictions: Sequence[DiePrediction]) -> list[float]:
    """How far each die lies from what the others foretell, squared, in STANDARD_DEVIATIONS; nothing where
    they are few.

    Four signs together, for a side of a die is a little smaller, a little wider, and its middle lies a little
    nearer to that of its box than is usual, and none of these alone tells it from a die:

    - smaller, except as far as what lies higher up in the picture is farther away;
    - a top that falls short of where it should lie: a camera sees tops shifted in their boxes, away from the
      point below it, and the more the farther from that point;
    - a box of another shape;
    - a face of another shape: the spread of a square, and of an even triangle, is the same in all directions,
      so tops are as much wider than high as each other, whichever way they are turned.
    """
    if len(predictions) < MIN_DICE:
        return [0.0] * len(predictions)
    boxes = np.array([k.candidate.box[2:] for k in predictions])
    sizes = np.log(boxes.max(1))
    spots = np.array([k.candidate.centre for k in predictions]) / np.exp(np.median(sizes))
    outlines = np.log(boxes[:, 0] / boxes[:, 1])
    faces = np.array([k.face_offset for k in predictions])
    reaches = np.maximum(MIN_FACE_SPREAD_SIDES, np.array([k.face_spread for k in predictions]))
    shapes = np.log(reaches[:, 0] / reaches[:, 1])
    found = []
    for i in range(len(predictions)):
        rest = np.arange(len(predictions)) != i
        signs = (
            min(0.0, sizes[i] - _foretold_size(sizes[rest], spots[rest, 1], spots[i, 1])),
            max(0.0, _short(faces[rest], spots[rest], faces[i], spots[i])),
            outlines[i] - np.median(outlines[rest]),
            shapes[i] - np.median(shapes[rest]),
        )
        found.append(
            float(sum((sign / scale) ** 2 for sign, scale in zip(signs, STANDARD_DEVIATIONS, strict=True)))
        )
    return found


def _foretold_size(sizes: F64, heights: F64, height: float) -> float:
    """The logarithm of a die's size at a height, from those of the others; with a slope that is held towards
    nothing where they lie close together."""
    off = heights - heights.mean()
    slope = float(np.clip(float(off @ sizes) / (float(off @ off) + HEIGHT_PRIOR_SPREAD), 0, MAX_SIZE_SLOPE))
    return float(np.median(sizes - slope * off)) + slope * (height - float(heights.mean()))


def _short(faces: F64, spots: F64, face: F64, spot: F64) -> float:
    """By how much a top falls short of where those of the others say that it lies, in sides of its box."""
    usual, middle = np.median(faces, 0), np.median(spots, 0)
    spread = float(((spots - middle) ** 2).sum()) + PLACE_PRIOR_SPREAD
    slope = float(np.clip(float(((faces - usual) * (spots - middle)).sum()) / spread, 0, MAX_SHIFT_SLOPE))
    due = usual + slope * (spot - middle)
    far = max(MIN_SHIFT_SIDES, float(np.hypot(*due)))
    return far - float(face @ due) / far
