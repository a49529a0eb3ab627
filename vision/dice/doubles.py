"""Which boxes of one look are doubles of others: each die is found at several sizes, its parts too."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.dice.candidate import Candidate, boxes_of
from vision.dice.detector_settings import SETTINGS
from vision.geometry import overlaps


def without_doubles(found: Sequence[Candidate]) -> list[Candidate]:
    """The candidates, best first, without those that repeat, are part of, or lie across better ones."""
    ranked = sorted(found, key=lambda c: -c.score)[: SETTINGS.most_compared]
    boxes, scores = boxes_of(ranked), np.array([c.score for c in ranked])
    areas, shared = boxes[:, 2] * boxes[:, 3], overlaps(boxes, boxes)
    same = (shared.of_union > SETTINGS.union_overlap) | (shared.of_smaller > SETTINGS.smaller_overlap)
    is_kept = np.zeros(len(ranked), np.bool_)
    for i, score in enumerate(scores):
        larger = areas / areas[i]
        around = (scores < SETTINGS.around_score) & (larger > SETTINGS.around_area)
        better = is_kept & ~(around & (score > SETTINGS.likely_score))
        covered = (shared.of_smaller[i] * np.minimum(1, larger))[better].sum()
        is_kept[i] = covered <= SETTINGS.covered_share and not (same[i] & better).any()
    return [c for c, keep in zip(ranked, is_kept, strict=True) if keep]
