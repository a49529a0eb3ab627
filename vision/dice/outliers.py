"""Measures how each candidate differs from the prediction by the other dice of the roll.

One camera sees all dice in the same way. So a side taken for the top, a part of a die, or two dice taken for
one have an unusual size, outline or top, or an unusual place of the top in the box.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.classifier import DiePrediction
from vision.geometry import F64

Rows = NDArray[np.bool_]
"""N x N: True if the column's candidate helps to predict how the row's candidate should look."""

MIN_DICE = 3
"""Number of dice needed to predict another one."""
HEIGHT_PRIOR_SPREAD = 4.0
"""Ridge prior of the slope of size over height, as a sum of squares in sizes of a die."""
PLACE_PRIOR_SPREAD = 30.0
"""Ridge prior of the slope of shift over place, in the same unit."""
MAX_SIZE_SLOPE = 0.12
"""Cap on the rise of a die's log size per size of a die that it is lower in the picture."""
MAX_SHIFT_SLOPE = 0.03
"""Cap on the rise of a top's shift, in sides of its box, per size of a die of distance from the others."""
MIN_SHIFT_SIDES = 0.05
"""Least predicted shift of a top, in sides of its box."""
MIN_FACE_SPREAD_SIDES = 1e-3
STANDARD_DEVIATIONS = (0.1, 0.05, 0.1, 0.1, 0.25)
"""Measured on correctly read dice: log size, lacking shift in sides of the box, log width over height of the
box and of the top, and log size in either direction."""


def differences(predictions: Sequence[DiePrediction], usual: Rows) -> F64:
    """Return the five differences of each candidate from its prediction, N x 5, in STANDARD_DEVIATIONS.

    They are: too small, top shifted too little, box too wide, top too wide, unusual size. All are 0 if fewer
    than MIN_DICE dice (a row of `usual`) predict the candidate.
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
    """Return the median of each row's values (N, or N x N with one row each), 0 for an empty row."""
    ordered = np.sort(np.where(rows, values, np.inf), 1)
    count = np.maximum(1, rows.sum(1))
    at = np.arange(len(rows))
    middle = (ordered[at, (count - 1) // 2] + ordered[at, count // 2]) / 2
    return np.where(np.isfinite(middle), middle, 0.0)


def _predicted_sizes(sizes: F64, heights: F64, rows: Rows) -> F64:
    """Return the log size that the other dice predict for each die; `heights`: N x N, one scale per row."""
    middle = (heights * rows).sum(1) / np.maximum(1, rows.sum(1))
    off = (heights - middle[:, None]) * rows
    slope = np.clip((off * sizes).sum(1) / ((off**2).sum(1) + HEIGHT_PRIOR_SPREAD), 0, MAX_SIZE_SLOPE)
    level = _medians(sizes - slope[:, None] * off, rows)
    return np.asarray(level + slope * (np.diagonal(heights) - middle), np.float64)


def _missing_shifts(offsets: F64, spots: F64, rows: Rows) -> F64:
    """Return the shift that each top lacks, as a multiple of its box's longer side.

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
