"""Non-maximum suppression: removes the boxes that repeat a better one, at several sizes, or show a part of
its die."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.dice.candidate import Candidate, boxes_of
from vision.dice.detector_settings import SETTINGS
from vision.geometry import overlaps


def suppress_doubles(found: Sequence[Candidate]) -> list[Candidate]:
    """The candidates, best first, without those that repeat or are part of better ones."""
    ranked = sorted(found, key=lambda c: -c.score)[: SETTINGS.most_compared]
    boxes = boxes_of(ranked)
    same = overlaps(boxes, boxes).of_smaller > SETTINGS.same_overlap
    is_kept = np.zeros(len(ranked), np.bool_)
    for i in range(len(ranked)):
        is_kept[i] = not (same[i] & is_kept).any()
    return [c for c, keep in zip(ranked, is_kept, strict=True) if keep]
