"""Reads doubtful dice once more, from crops that are shifted a little.

An off-centre crop also shows a side of its die, or the top of the die behind, and the reader may take that
for the top. The tops of the other dice tell how a flat top faces at that place (`vision.dice.table_plane`).
So a die that seems to lean, or is doubtful for another reason, is read from further crops. The crop with the
flattest top counts, if that top surely is flat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.candidate import Candidate, boxes_of
from vision.dice.classifier import DiePrediction, classify_further, normals_of, tops_of
from vision.dice.leaning import leans
from vision.frames.image import Image, size_of
from vision.geometry import Box, Boxes, Point
from vision.reading import COLOUR_ORDER, Die

SHIFTS = ((-0.2, 0.0), (0.2, 0.0), (0.0, -0.2), (0.0, -0.4), (0.0, 0.2))
"""Shifts of the further crops right and down, in sides of the median die; the largest is up, to the top."""
MAX_LEAN = -3.0
"""Log odds of leaning below which a further crop's top surely is flat: with -2, one more of 60 rolls with a
leaning die would be taken for flat."""
LEAST_SURE = 0.9
"""A further crop shows the die only if the reader's probabilities of a die and of its colour exceed this."""
APART = 0.5
"""Distance between the tops of two dice, in longer sides of a box, up to which a further crop of one is
dropped because it shows the other."""


def recropped(
    image: Image,
    predictions: Sequence[DiePrediction],
    dice: Mapping[Candidate, Die],
    sides: int,
) -> list[DiePrediction]:
    """Return the candidates of a picture, with each doubtful die as its flattest crop shows it.

    A die without a surely flat crop stays as it is. `dice`: those of the game; `sides`: of each of them.
    """
    ours = [k for k in predictions if k.candidate in dice]
    boxes = boxes_of([k.candidate for k in ours])
    tried = [
        (i, Candidate(box, k.candidate.score))
        for i, k in enumerate(ours)
        if dice[k.candidate].doubtful and len(ours) > 1
        for box in further_boxes(k.candidate.box, np.delete(boxes, i, 0))
    ]
    tops = normals_of(ours)
    read = classify_further(image, [candidate for _, candidate in tried], tops, sides, glances=False)
    middles = np.array([_top(k) for k in ours])
    again = [
        (i, k)
        for (i, _), k in zip(tried, read, strict=True)
        if _shows(k, dice[ours[i].candidate]) and _is_apart(k, np.delete(middles, i, 0))
    ]
    if not again:
        return list(predictions)
    whose = [*range(len(ours)), *(i for i, _ in again)]
    others = np.array([[j < len(ours) and j != i for j in range(len(whose))] for i in whose])
    odds = leans(tops_of([*ours, *(k for _, k in again)]), size_of(image), others)
    least = np.minimum(MAX_LEAN, odds[: len(ours)])
    flattest = dict[Candidate, Candidate]()
    for (i, k), lean in zip(again, odds[len(ours) :], strict=True):
        if np.isfinite(lean) and lean < least[i]:
            least[i], flattest[ours[i].candidate] = lean, k.candidate
    closely = classify_further(image, list(flattest.values()), tops, sides)
    better = dict(zip(flattest, closely, strict=True))
    return [better.get(k.candidate, k) for k in predictions]


def further_boxes(box: Box, others: Boxes) -> list[Box]:
    """Return the boxes to reread a die from: its own, shifted, and one of median size on its lower edge.

    `others`: N x 4, the boxes of the other dice, one or more.
    """
    x, y, w, h = box
    usual_w, usual_h = (float(side) for side in np.median(others[:, 2:], 0))
    side = float(np.median(others[:, 2:].max(1)))
    standing = (x + w / 2 - usual_w / 2, y + h - usual_h, usual_w, usual_h)
    return [*((x + right * side, y + down * side, w, h) for right, down in SHIFTS), standing]


def _shows(crop: DiePrediction, die: Die) -> bool:
    """Return True if a further crop surely shows a die of this die's kind and colour."""
    colour = float(np.exp(crop.colours[COLOUR_ORDER.index(die.colour)]))
    return min(crop.reader_score, colour) > LEAST_SURE and crop.sides == die.sides


def _top(k: DiePrediction) -> Point:
    """Return the middle of the die's top face, in pixels of the picture."""
    (x, y), side = k.candidate.centre, k.candidate.side
    return x + side * k.face_offset[0], y + side * k.face_offset[1]


def _is_apart(crop: DiePrediction, tops: NDArray[np.float64]) -> bool:
    """Return True if a further crop shows none of the other dice's `tops` (N x 2)."""
    return bool(np.hypot(*(tops - _top(crop)).T).min() > APART * crop.candidate.side)
