"""Non-maximum suppression: removes boxes that show the same die as a better one, or a part of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.candidate import Candidate, boxes_of
from vision.dice.detector_settings import SETTINGS
from vision.geometry import overlaps


def suppress_doubles(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates, best first, without those that repeat a better one or a part of it."""
    ranked = sorted(candidates, key=lambda c: -c.score)[: SETTINGS.most_compared]
    boxes = boxes_of(ranked)
    same = overlaps(boxes, boxes).of_smaller > SETTINGS.same_overlap
    is_kept = np.zeros(len(ranked), np.bool_)
    for i in range(len(ranked)):
        is_kept[i] = not (same[i] & is_kept).any()
    return [c for c, keep in zip(ranked, is_kept, strict=True) if keep]


def without_heaps(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates, best first, without boxes around a heap of dice.

    Such a box holds two or more likely candidates that are much smaller and apart from each other.
    """
    ranked = sorted(candidates, key=lambda c: -c.score)[: SETTINGS.most_compared]
    likely = [c for c in ranked if c.score > SETTINGS.found_score]
    boxes, inner = boxes_of(ranked), boxes_of(likely)
    smaller = inner[:, 2:].prod(1) < SETTINGS.inside_area * boxes[:, 2:].prod(1)[:, None]
    held = smaller & (overlaps(boxes, inner).of_smaller > SETTINGS.inside_overlap)

    def is_heap(row: NDArray[np.bool_]) -> bool:
        inside = [c for c, there in zip(likely, row, strict=True) if there]
        return len(inside) > 1 and len(suppress_doubles(inside)) > 1

    return [c for c, row in zip(ranked, held, strict=True) if not is_heap(row)]
