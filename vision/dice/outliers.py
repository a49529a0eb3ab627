"""Measures how each candidate differs from what the other dice of the roll predict.

One camera sees all dice of a roll in the same way. A side taken for the top, a part of a die, or two dice
taken for one differ from the others in small ways, none of which is enough alone:

- They are smaller than their place in the picture explains: dice higher up in it are farther away.
- Their top is shifted too little: a camera sees tops shifted in their boxes, away from the point straight
  below it, and the more the farther they are from that point.
- Their box has another shape.
- Their top has another shape: the spread of a square, and of an equilateral triangle, is the same in all
  directions, so all tops have the same ratio of width to height, whichever way they are turned.

Things that were not thrown with them may also be far larger.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.classifier import DiePrediction

F64 = NDArray[np.float64]
Rows = NDArray[np.bool_]
"""N x N: which candidates (columns) predict what each one (rows) should look like."""

MIN_DICE = 3
"""Number of dice needed to predict another one."""
HEIGHT_PRIOR_SPREAD = 4.0
"""Ridge prior of the slope over the height in the picture, as a sum of squares in sizes of a die: it keeps
the slope near 0 if the dice are close together."""
PLACE_PRIOR_SPREAD = 30.0
"""Ridge prior of the slope over the place, as HEIGHT_PRIOR_SPREAD is of that over the height."""
MAX_SIZE_SLOPE = 0.12
"""Cap on the rise of a die's log size per size of a die that it is lower in the picture."""
MAX_SHIFT_SLOPE = 0.03
"""Cap on the rise of a top's shift, in sides of its box, per size of a die of distance from the others."""
MIN_SHIFT_SIDES = 0.05
"""Floor of the predicted shift of a top, in sides of its box."""
MIN_FACE_SPREAD_SIDES = 1e-3
STANDARD_DEVIATIONS = (0.1, 0.05, 0.1, 0.1, 0.25)
"""Measured standard deviations of correctly read dice: of size (a logarithm), of the shift that a top lacks
(in sides of its box), of width over height of the box and of the top (logarithms), and of size again, in
either direction."""


def differences(predictions: Sequence[DiePrediction], usual: Rows) -> F64:
    """Return the difference of each candidate from the others' prediction, N x 5 in STANDARD_DEVIATIONS.

    The five are: how much smaller it is, how much too little its top is shifted, how much its box and its top
    are too wide, and how much its size differs either way. `usual`: which candidates predict each row; a row
    with fewer than MIN_DICE is 0.
    """
    n = len(predictions)
    strangeness = np.zeros((n, len(STANDARD_DEVIATIONS)))
    known = usual.sum(1) >= MIN_DICE
    if not known.any():
        return strangeness
    usual = usual & known[:, None]
    boxes = np.array([k.candidate.box[2:] for k in predictions])
    sizes = np.log(boxes.max(1))
    spots = np.array([k.candidate.centre for k in predictions])
    offsets = np.array([k.face_offset for k in predictions])
    spreads = np.maximum(MIN_FACE_SPREAD_SIDES, np.array([k.face_spread for k in predictions]))
    shapes = np.log(np.column_stack([boxes[:, 0] / boxes[:, 1], spreads[:, 0] / spreads[:, 1]]))
    unit = np.exp(_medians(sizes, usual))  # the size of a die, as each row sees it
    heights = spots[None, :, 1] / unit[:, None]
    strangeness[:, 0] = np.minimum(0, sizes - _predicted_sizes(sizes, heights, usual))
    strangeness[:, 1] = np.maximum(0, _missing_shifts(offsets, spots[None] / unit[:, None, None], usual))
    strangeness[:, 2] = shapes[:, 0] - _medians(shapes[:, 0], usual)
    strangeness[:, 3] = shapes[:, 1] - _medians(shapes[:, 1], usual)
    strangeness[:, 4] = sizes - _medians(sizes, usual)
    return np.where(known[:, None], strangeness / STANDARD_DEVIATIONS, 0.0)


def _medians(values: F64, rows: Rows) -> F64:
    """Return the median of each row's values, 0 for an empty row.

    `values`: N, or N x N with one row each.
    """
    ordered = np.sort(np.where(rows, values, np.inf), 1)
    count = np.maximum(1, rows.sum(1))
    at = np.arange(len(rows))
    middle = (ordered[at, (count - 1) // 2] + ordered[at, count // 2]) / 2
    return np.where(np.isfinite(middle), middle, 0.0)


def _means(values: F64, rows: Rows) -> F64:
    """Return the mean of each row's values, N x N; 0 for an empty row."""
    return np.asarray((values * rows).sum(1) / np.maximum(1, rows.sum(1)), np.float64)


def _predicted_sizes(sizes: F64, heights: F64, rows: Rows) -> F64:
    """Return the log size that the others predict for each die at its height.

    `heights`: N x N, of each die (columns) in the units of each row.
    """
    middle = _means(heights, rows)
    off = (heights - middle[:, None]) * rows
    slope = np.clip((off * sizes).sum(1) / ((off**2).sum(1) + HEIGHT_PRIOR_SPREAD), 0, MAX_SIZE_SLOPE)
    level = _medians(sizes - slope[:, None] * off, rows)
    return np.asarray(level + slope * (np.diagonal(heights) - middle), np.float64)


def _missing_shifts(offsets: F64, spots: F64, rows: Rows) -> F64:
    """Return how much less than the others predict each top is shifted, in sides of its box.

    `offsets`: N x 2; `spots`: N x N x 2, the place of each die in the coordinates of each row.
    """
    usual = np.column_stack([_medians(offsets[:, axis], rows) for axis in (0, 1)])
    middle = np.column_stack([_medians(spots[:, :, axis], rows) for axis in (0, 1)])
    away = (spots - middle[:, None]) * rows[..., None]
    spread = (away**2).sum((1, 2)) + PLACE_PRIOR_SPREAD
    pulled = ((offsets[None] - usual[:, None]) * away).sum((1, 2))
    slope = np.clip(pulled / spread, 0, MAX_SHIFT_SLOPE)
    own = spots[np.arange(len(spots)), np.arange(len(spots))]
    due = usual + slope[:, None] * (own - middle)
    far = np.maximum(MIN_SHIFT_SIDES, np.hypot(due[:, 0], due[:, 1]))
    return np.asarray(far - (offsets * due).sum(1) / far, np.float64)
