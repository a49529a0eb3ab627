"""Finds dice that lean.

A crop alone does not tell: a die that leans looks like one that lies flat to a camera elsewhere. The tops of
the other dice tell them apart (`vision.dice.table_plane`), and so do the things next to the die, because a
die leans only against something.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.table_plane import SeenTops, log_odds_of_leaning, shapes_of, spots_of
from vision.geometry import Boxes, gaps, touches_border

F64 = NDArray[np.float64]

MIN_OTHERS = 3
"""Number of other dice that are needed to judge one."""
MIN_SPREAD_SIDES = 1e-3
REACH = 0.3
"""Distance from another die, in its longer sides, within which a die may lean against it."""
APART = 2.0
"""Log odds by which the top of a die that lies alone must differ more: it may lean against a pencil or the
rim of a box, but that is rare."""


@dataclass(frozen=True, slots=True, eq=False)
class Tops:
    """The top faces of N dice."""

    boxes: Boxes  # of the dice, N x 4
    normals: F64  # N x 2
    normal_spreads: F64  # N, the scale of their error (`vision.dice.normals`)
    spreads: F64  # N x 2, standard deviations of the faces across and down, in longer sides of the box
    skews: F64  # N, their correlation


def leans(tops: Tops, size: tuple[int, int], others: NDArray[np.bool_] | None = None) -> F64:
    """Return the log odds, N, that each die leans rather than being flat, by its top and those of the others,
    in a picture of `size` (width, height); less APART if no die is near. -inf if there are too few others,
    and for dice at the border, whose top is cut off. `others`: N x N, which dice are next to that of each
    row; None: all but itself.
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
    odds = log_odds_of_leaning(SeenTops(tops.normals, tops.normal_spreads, spots, shapes), telling)
    near = (gaps(tops.boxes) <= REACH * tops.boxes[:, 2:].max(1)[:, None]) & beside
    return np.where(known, odds - np.where(near.any(1), 0, APART), -np.inf)
