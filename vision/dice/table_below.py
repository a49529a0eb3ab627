"""Estimates the table's normal below each die from the tops of the others.

A crop alone may not tell which of two faces is the top: seen from elsewhere, the side would be. Most dice are
flat, so the tops of the others show the table's plane (`vision.dice.table_plane`), an input of the reader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from vision.dice.candidate import Candidate, boxes_of
from vision.dice.normals import UNKNOWN_NORMAL, Normal
from vision.dice.table_plane import SeenNormals, normals_below, spots_of
from vision.geometry import overlaps, touches_border

MIN_OTHERS = 2
"""Number of other dice needed to tell the table's plane."""
SAME_DIE_OVERLAP = 0.3
"""Overlap, as a share of the smaller box, from which two boxes may show the same die."""


def tables_below(
    places: Sequence[Candidate], tops: Mapping[Candidate, Normal], size: tuple[int, int]
) -> list[Normal]:
    """Return the table's normal at each place, by other dice's tops in a picture of `size` (width, height).

    It is UNKNOWN_NORMAL if fewer than MIN_OTHERS dice tell it. `tops`: likely dice and their normals.
    """
    tellers = [c for c in tops if not touches_border(c.box, size)]
    if len(tellers) < MIN_OTHERS or not places:
        return [UNKNOWN_NORMAL] * len(places)
    boxes, theirs = boxes_of(places), boxes_of(tellers)
    telling = overlaps(boxes, theirs).of_smaller < SAME_DIE_OVERLAP
    normals = np.array([tops[c] for c in tellers], np.float64)
    seen = SeenNormals(normals[:, :2], normals[:, 2], spots_of(theirs, size))
    table, spreads = normals_below(spots_of(boxes, size), seen, telling)
    known = telling.sum(1) >= MIN_OTHERS
    return [
        Normal(float(x), float(y), float(spread)) if told else UNKNOWN_NORMAL
        for (x, y), spread, told in zip(table, spreads, known, strict=True)
    ]
