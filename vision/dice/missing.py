"""Looks for the dice that are missing where most of a roll was found.

The detector weighs a die against all of the picture and misses one that looks like its background: a white
die on a score sheet. The reader, shown the same place, often has no doubt. So where dice are missing it is
shown every place of their size at which the detector thought anything in any look, however little.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.dice.candidate import boxes_of
from vision.dice.classifier import SAME_BOX_OVERLAP, DiePrediction, classify_further, normals_of
from vision.dice.detector import DieSearch
from vision.dice.evidence import MAX_SHARED
from vision.geometry import Box, overlaps

MIN_OTHERS = 3
"""Number of dice from which the size of a missing one is known."""
LEAST_KIND = 0.8
"""Probability of the expected kind, by the reader, from which a faint place may be a die."""


def with_missing(
    looks: DieSearch, predictions: Sequence[DiePrediction], dice: Sequence[Box], sides: int
) -> list[DiePrediction]:
    """Return the looks' candidates, and those that may be a die in addition to `dice`.

    `dice`: the boxes of everything taken for a die; `sides`: number of sides of the expected dice.
    """
    if len(dice) < MIN_OTHERS:
        return list(predictions)
    expected = 2 if sides == 8 else 1
    read = classify_further(looks.image, looks.faint(dice), normals_of(predictions), sides, LEAST_KIND)
    read = [k for k in read if k.kinds[expected] > np.log(LEAST_KIND)]
    new = list[DiePrediction]()
    for k in sorted(read, key=lambda k: -float(k.kinds[expected] + k.values.max())):
        if not _shared(k, new, "of_smaller") > MAX_SHARED:
            new.append(k)
    return [*(k for k in predictions if not _shared(k, new, "of_union") > SAME_BOX_OVERLAP), *new]


def _shared(one: DiePrediction, others: Sequence[DiePrediction], part: str) -> float:
    """Return the largest share that the box of one has in common with those of the others."""
    shares = overlaps(boxes_of([one.candidate]), boxes_of([k.candidate for k in others]))
    return float(getattr(shares, part).max(initial=0.0))
