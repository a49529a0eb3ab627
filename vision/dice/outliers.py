"""Measures how much each candidate differs from what the other dice of the roll predict for it.

One camera sees all dice in the same way. So an unusual size or outline of the box, or an unusual shape or
place of the top, betrays a part of a die, two dice taken for one, or a side taken for the top.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.classifier import DiePrediction
from vision.geometry import F64

Rows = NDArray[np.bool_]
"""N x N: True if the column's candidate helps to predict how the row's candidate should look."""

MIN_DICE = 3
"""Number of other dice needed to predict how a die looks."""
HEIGHT_PRIOR_SPREAD = 4.0
"""Ridge penalty when dice's log sizes are regressed on their y coordinates (as multiples of a die's size)."""
PLACE_PRIOR_SPREAD = 30.0
"""Ridge penalty when tops' shifts are regressed on the dice's positions (as multiples of a die's size)."""
MAX_SIZE_SLOPE = 0.12
"""Largest increase in a die's predicted log size over a distance down the picture equal to a die's size."""
MAX_SHIFT_SLOPE = 0.03
"""Largest change in the predicted shift of top faces between places as far apart as a die is wide. A shift is
from the middle of the box to the middle of the top face, as a share of the box's longer side."""
MIN_SHIFT_SIDES = 0.05
"""Lower bound on the predicted shift of a top face, as a share of the box's longer side."""
MIN_FACE_SPREAD_SIDES = 1e-3
STANDARD_DEVIATIONS = (0.1, 0.05, 0.1, 0.1, 0.25)
"""Standard deviations of the five `differences`, measured on correctly read dice. The second is in longer
sides of the box, the others are in natural logarithms."""


def differences(predictions: Sequence[DiePrediction], usual: Rows) -> F64:
    """Return how each candidate differs from what the other dice predict for it, N x 5.

    Each column is divided by its item of STANDARD_DEVIATIONS. Column 0: log size, if too small for the
    position in the picture, else 0. Column 1: by how much the top face's shift in the box is too small, else
    0. Columns 2 and 3: log aspect ratio of the box, and of the top face. Column 4: log size, regardless of
    position. A row is 0 if fewer than MIN_DICE dice predict its candidate.
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
    """Return the median of the values that each row of `rows` selects, or 0 if it selects none.

    `values`: N, or N x N if each row has values of its own.
    """
    ordered = np.sort(np.where(rows, values, np.inf), 1)
    count = np.maximum(1, rows.sum(1))
    at = np.arange(len(rows))
    middle = (ordered[at, (count - 1) // 2] + ordered[at, count // 2]) / 2
    return np.where(np.isfinite(middle), middle, 0.0)


def _predicted_sizes(sizes: F64, heights: F64, rows: Rows) -> F64:
    """Return the log size that the other dice predict for each die.

    `heights`: N x N; row i has the y coordinates of all dice, divided by the median size used for die i.
    """
    middle = (heights * rows).sum(1) / np.maximum(1, rows.sum(1))
    off = (heights - middle[:, None]) * rows
    slope = np.clip((off * sizes).sum(1) / ((off**2).sum(1) + HEIGHT_PRIOR_SPREAD), 0, MAX_SIZE_SLOPE)
    level = _medians(sizes - slope[:, None] * off, rows)
    return np.asarray(level + slope * (np.diagonal(heights) - middle), np.float64)


def _missing_shifts(offsets: F64, spots: F64, rows: Rows) -> F64:
    """Return how much less each top face is shifted than predicted, as a share of its box's longer side.

    `offsets`: N x 2, the top faces' shifts; `spots`: N x N x 2; row i has the centres of all dice, divided
    by the median size of those that predict die i.
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
