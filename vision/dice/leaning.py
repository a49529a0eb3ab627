"""Finds dice that lean.

A crop alone does not tell: a die that leans looks like one that lies flat to a camera that stands steeper.
The tops of the other dice tell them apart (`vision.dice.table_plane`), and so does what lies beside the die,
because a die leans only against something.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.table_plane import differences_from_flat, shapes
from vision.geometry import Boxes, gaps, touches_border

F64 = NDArray[np.float64]

MIN_OTHERS = 3
"""Number of other dice that are needed to judge one."""
MIN_SPREAD_SIDES = 1e-3
REACH = 0.3
"""Distance from another die, in its longer sides, within which a die may lean against it."""
APART = 2.0
"""Standard deviations by which the top of a die that lies alone must differ more: it may lean against a
pencil or the rim of a box, but that is rare."""


@dataclass(frozen=True, slots=True, eq=False)
class Tops:
    """The top faces of N candidates, as a reader sees them. `boxes`: of the candidates, N x 4; `spreads`: the
    standard deviations of their tops across and down the picture, N x 2, in longer sides of the box; `skews`:
    the correlation of both, N."""

    boxes: Boxes
    spreads: F64
    skews: F64


def leans(tops: Tops, size: tuple[int, int]) -> F64:
    """Evidence that each of N dice leans, in a picture of `size` (width, height): the difference of its top
    face from one that lies flat on the table of the others, in standard deviations, less APART if no die is
    near. 0 if there are too few others, and for dice at the border, whose top is cut off."""
    count = len(tops.boxes)
    whole = np.array([not touches_border(box, size) for box in tops.boxes.tolist()], bool)
    others = whole[None] & ~np.eye(count, dtype=bool)
    known = whole & (others.sum(1) >= MIN_OTHERS)
    if not known.any():
        return np.zeros(count)
    spreads = np.maximum(MIN_SPREAD_SIDES, tops.spreads)
    seen = shapes(spreads[:, 0], spreads[:, 1], tops.skews)
    spots = (tops.boxes[:, :2] + tops.boxes[:, 2:] / 2 - np.array(size) / 2) / size[0]
    far = differences_from_flat(seen, spots, others)
    near = (gaps(tops.boxes) <= REACH * tops.boxes[:, 2:].max(1)[:, None]) & ~np.eye(count, dtype=bool)
    return np.where(known, np.maximum(0, far - np.where(near.any(1), 0, APART)), 0)
