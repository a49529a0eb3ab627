"""Reads doubtful dice again from shifted crops, and searches faint candidates for missing dice.

A crop may be off the centre of its die and show a side face, which the reader may take for the top.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from vision.dice.candidate import Candidate, boxes_of
from vision.dice.classifier import SAME_BOX_OVERLAP, DiePrediction, classify_further, normals_of, tops_of
from vision.dice.detector import DieSearch
from vision.dice.evidence import MAX_SHARED
from vision.dice.leaning import leans
from vision.frames.image import Image, size_of
from vision.geometry import Box, Boxes, Point, overlaps
from vision.reading import COLOUR_ORDER, Die

MIN_OTHERS = 3
"""Number of dice needed to know the size of a missing die. With fewer, no missing die is searched for."""
LEAST_KIND = 0.8
"""A faint candidate may be a die if the reader's probability of the expected number of sides exceeds this."""
SHIFTS = ((-0.2, 0.0), (0.2, 0.0), (0.0, -0.2), (0.0, -0.4), (0.0, 0.2))
"""Shifts of the crops to the right and down, as multiples of the median die's side."""
MAX_LEAN = -3.0
"""The top in a shifted crop counts as flat if `leans` returns less than this for it. With -2, one more
leaning die among 60 rolls would be taken for flat."""
LEAST_SURE = 0.9
"""A shifted crop shows the die if the reader's probabilities of a die and of that colour exceed this."""
APART = 0.5
"""A shifted crop is dropped if the top in it is at most this far, in longer sides of its box, from the top of
another die: it shows that other die."""


def recropped(
    image: Image,
    predictions: Sequence[DiePrediction],
    dice: Mapping[Candidate, Die],
    sides: int,
) -> list[DiePrediction]:
    """Return `predictions`, with doubtful dice read again from shifted crops.

    Of the crops of a die, the one that shows its top flattest is read; if none is flat enough, the old
    prediction stays. `dice`: the dice of the game, by candidate; `sides`: their number of sides.
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
        if _shows(k, dice[ours[i].candidate])
        and np.hypot(*(np.delete(middles, i, 0) - _top(k)).T).min() > APART * k.candidate.side
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
    """Return boxes in which to read the die in `box` again: shifted copies of `box`, and a box of usual size.

    The latter has the median size of `others`, and the middle of its lower edge is that of `box`.
    """
    x, y, w, h = box
    usual_w, usual_h = (float(side) for side in np.median(others[:, 2:], 0))
    side = float(np.median(others[:, 2:].max(1)))
    standing = (x + w / 2 - usual_w / 2, y + h - usual_h, usual_w, usual_h)
    return [*((x + right * side, y + down * side, w, h) for right, down in SHIFTS), standing]


def _shows(crop: DiePrediction, die: Die) -> bool:
    """Return True if the reader is sure that a crop shows a die of the same kind and colour as `die`."""
    colour = float(np.exp(crop.colours[COLOUR_ORDER.index(die.colour)]))
    return min(crop.reader_score, colour) > LEAST_SURE and crop.sides == die.sides


def _top(k: DiePrediction) -> Point:
    (x, y), side = k.candidate.centre, k.candidate.side
    return x + side * k.face_offset[0], y + side * k.face_offset[1]


def with_missing(
    search: DieSearch, predictions: Sequence[DiePrediction], dice: Sequence[Box], sides: int
) -> list[DiePrediction]:
    """Return `predictions` plus new predictions for faint candidates that may be further dice.

    A new prediction replaces an old one for the same box. `dice`: boxes of all candidates that count as dice.
    """
    if len(dice) < MIN_OTHERS:
        return list(predictions)
    expected = 2 if sides == 8 else 1
    read = classify_further(search.image, search.faint(dice), normals_of(predictions), sides, LEAST_KIND)
    read = [k for k in read if k.kinds[expected] > np.log(LEAST_KIND)]
    new = list[DiePrediction]()
    for k in sorted(read, key=lambda k: -float(k.kinds[expected] + k.values.max())):
        if not _shared(k, new, "of_smaller") > MAX_SHARED:
            new.append(k)
    return [*(k for k in predictions if not _shared(k, new, "of_union") > SAME_BOX_OVERLAP), *new]


def _shared(one: DiePrediction, others: Sequence[DiePrediction], part: str) -> float:
    """Return the largest overlap of one die's box with boxes of `others`. `part`: a field of `Overlaps`."""
    shares = overlaps(boxes_of([one.candidate]), boxes_of([k.candidate for k in others]))
    return float(getattr(shares, part).max(initial=0.0))
