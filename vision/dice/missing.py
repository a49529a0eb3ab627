"""Looks for missing dice once most of a roll has been read.

The detector weighs a die against all of the picture and misses one that looks like its background: a white
die on a score sheet. The reader, shown the same place, often has no doubt. So if dice are missing, the reader
sees every place of their size at which the detector responded at all in any look, however weakly.
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
"""Number of dice needed to know the size of a missing one; with fewer, none is looked for."""
LEAST_KIND = 0.8
"""Reader's probability of the expected kind above which a faint place may be a die."""


def with_missing(
    looks: DieSearch, predictions: Sequence[DiePrediction], dice: Sequence[Box], sides: int
) -> list[DiePrediction]:
    """Return `predictions` and those for faint places that may hold dice besides `dice`.

    A prediction for the same box as a new one is replaced by it. `dice`: the boxes of everything that counts
    as a die; `sides`: number of sides of the expected dice.
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
    """Return the largest overlap of one candidate's box with the others', 0 without others.

    `part`: the field of `Overlaps` to use.
    """
    shares = overlaps(boxes_of([one.candidate]), boxes_of([k.candidate for k in others]))
    return float(getattr(shares, part).max(initial=0.0))
