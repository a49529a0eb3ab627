"""Finds dice that lean: their top faces differ from the top faces of the other dice."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.table_plane import SeenTops, leaning_log_ratios, shapes_of, spots_of
from vision.geometry import F64, Boxes, gaps, touches_border

MIN_OTHERS = 3
"""Number of other dice needed to judge if a die leans."""
MIN_SPREAD_SIDES = 1e-3
REACH = 0.3
"""A die may lean against another if the gap between their boxes is at most this, as a multiple of the longer
side of the leaning die's box."""
APART = 2.0
"""`leans` lowers a die's result by this if no other die is near enough to lean against."""


@dataclass(frozen=True, slots=True, eq=False)
class Tops:
    """The top faces of N dice."""

    boxes: Boxes  # of the dice, N x 4
    normals: F64  # N x 2
    normal_spreads: F64  # N, the scale of their error (`vision.dice.normals`)
    spreads: F64  # N x 2, standard deviations of the faces across and down, in longer sides of the box
    skews: F64  # N, the correlation of the faces across and down


def leans(tops: Tops, size: tuple[int, int], others: NDArray[np.bool_] | None = None) -> F64:
    """Return N log likelihood ratios of leaning to lying flat, from comparing each top with others.

    The result is -inf for a die at the border of the picture of `size` (width, height), and for a die with
    fewer than MIN_OTHERS other dice away from the border. `others`: N x N, True for the dice (columns) with
    which each die (row) is compared, by default all others.
    """
    beside = ~np.eye(len(tops.boxes), dtype=bool) if others is None else others
    whole = np.array([not touches_border(box, size) for box in tops.boxes.tolist()], bool)
    telling = whole[None] & beside
    known = whole & (telling.sum(1) >= MIN_OTHERS)
    if not known.any():
        return np.full(len(tops.boxes), -np.inf)
    spots = spots_of(tops.boxes, size)
    spreads = np.maximum(MIN_SPREAD_SIDES, tops.spreads)
    shapes = shapes_of(spreads[:, 0], spreads[:, 1], tops.skews)
    odds = leaning_log_ratios(SeenTops(tops.normals, tops.normal_spreads, spots, shapes), telling)
    near = (gaps(tops.boxes) <= REACH * tops.boxes[:, 2:].max(1)[:, None]) & beside
    return np.where(known, odds - np.where(near.any(1), 0, APART), -np.inf)
