"""Where dice are: a network that marks their centres looks at the picture twice.

The first look takes the whole picture at a pyramid of scales. The network answers for dice 11 to 92 pixels
wide; the picture is halved again and again to cover larger ones. A large picture is also looked at enlarged,
if its dice turn out to be small or none is found: each such level costs four times as much as the one before,
so there is a largest one.

The second look takes what lies around small dice, enlarged to the size that the network sees best
(`vision.dice.cuts`): there it parts dice that touch. Both looks are then one (`_merged`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.cuts import Cut, cuts
from vision.dice.exposure import brighten
from vision.geometry import Box, Boxes, Point, centre, longer_side, overlaps
from vision.inference import F32, session, tensor

PYRAMID_PIXELS = (640, 320, 160)
"""Longer side of the picture at each level that is always looked at."""
MIN_DIE_PIXELS = 16.0
"""A die narrower than this at the finest level calls for a finer one."""
MAX_LEVEL_PIXELS = 2_500_000
"""Pixels of the finest level at most, whatever is seen: a third of a second, and 250 MB."""
MAX_ENLARGEMENT = 1.4
"""A picture at most this many times larger than the finest level needs no finer one."""
LIKELY_SCORE = 0.3
"""Score from which a candidate counts as a die while levels are chosen and doubles are dropped."""
FOUND_SCORE = 0.5
"""A second look wants at least one candidate with this score: a group without it is hardly of dice."""
SURE_SCORE = 0.75
"""A large box keeps smaller ones in it away only with this score."""
MIN_SCORE = 0.1
"""Centres with a lower score are dropped in each look."""
MIN_CANDIDATE_SCORE = 0.16
"""What both looks together find less likely than this is no candidate: to read it would only cost time."""
MAX_FOUND = 600
"""What one look finds at most, the likeliest: each is compared with the others. Each die is found at several
levels; the fullest tables have 40."""
STRIDE_PIXELS = 8
"""Pixels of the picture for one cell of the network's maps."""
SIDE_PIXELS = (8, 110)
"""Smallest and largest side of a die that one level answers for."""
MAX_UNION_OVERLAP = 0.5
MAX_SMALLER_OVERLAP = 0.65
"""A box that shares more than this with a likelier one is the same die, or a part of it."""
MAX_COVERED_SHARE = 0.65
"""A box of which likelier ones cover more than this together lies across two dice that touch."""
MAX_AREA_RATIO = 1.8
"""A box this many times as large as a likely one may be a die and what lies around it."""
SAME_DIE_OVERLAP = 0.5
"""Boxes of two looks that share more than this of their union are the same die."""
CONFLICT_OVERLAP = 0.35
"""Boxes of two looks that share more than this of the smaller one cannot both be dice."""
NEARER_LOOK_ODDS = 2.7
"""How many times the odds of a die of the second look count where the first saw something else there."""
UNSEEN_SHARE = 0.25
"""How much it counts that the second look, where it could see a die, saw none: the share of its log odds,
those of MIN_SCORE, in the mean of both looks."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Perhaps a die. `score`: how likely it is one, 0 to 1."""

    box: Box
    score: float

    @property
    def centre(self) -> Point:
        """The middle of its box."""
        return centre(self.box)

    @property
    def side(self) -> float:
        """The longer side of its box."""
        return longer_side(self.box)


def detect(image: NDArray[np.uint8]) -> list[Candidate]:
    """Every place in the picture (H x W x 3, BGR) that may be a die, best first, without doubles."""
    image = brighten(image)
    found, scale = _first_look(image)
    first = _without_doubles(found)
    likely = [c.box for c in first if c.score > LIKELY_SCORE]
    looked = [
        (cut, _without_doubles(_second_look(image, cut)))
        for cut in cuts(
            likely, (image.shape[1], image.shape[0]), scale, sum(c.score > FOUND_SCORE for c in first)
        )
    ]
    both = _without_doubles(_merged(first, looked)) if looked else first
    return [c for c in both if c.score > MIN_CANDIDATE_SCORE]


def _first_look(image: NDArray[np.uint8]) -> tuple[list[Candidate], float]:
    """What the network finds in the whole picture, and the finest scale that it looked at."""
    height, width = image.shape[:2]
    longer = max(height, width)
    found: list[Candidate] = []
    source = image
    for side in PYRAMID_PIXELS:
        if max(source.shape[:2]) > side:  # each level is made from the one before
            small = (max(1, round(width * side / longer)), max(1, round(height * side / longer)))
            source = np.asarray(cv2.resize(source, small, interpolation=cv2.INTER_AREA), np.uint8)
        h, w = source.shape[:2]
        found += [_scaled(c, width / w, height / h) for c in _level(source, side / max(h, w))]
    side = PYRAMID_PIXELS[0]
    finest = min(longer, int(math.sqrt(MAX_LEVEL_PIXELS * longer / min(height, width))))
    while finest > MAX_ENLARGEMENT * side and _needs_finer_level(found, side / longer):
        side = min(2 * side, finest)
        found += _level(image, side / longer)
    return found, side / longer


def _second_look(image: NDArray[np.uint8], cut: Cut) -> list[Candidate]:
    """What the network finds in a cut, without what its edges slice."""
    part = np.ascontiguousarray(image[cut.top : cut.bottom, cut.left : cut.right])
    moved = [
        Candidate((c.box[0] + cut.left, c.box[1] + cut.top, c.box[2], c.box[3]), c.score)
        for c in _level(part, cut.scale)
    ]
    return [c for c in moved if cut.holds(c.box)]


def _merged(first: Sequence[Candidate], looked: Sequence[tuple[Cut, Sequence[Candidate]]]) -> list[Candidate]:
    """Both looks as one.

    What both saw is one die: its log odds are the mean of both looks', its box is that of the surer one. What
    only the second saw is new. What only the first saw, where the second would have seen it, is less likely;
    it is dropped if the second saw something else there that is likely: then the first took two dice that
    touch, or a die and what lies beside it, for one.
    """
    near: list[Candidate] = [c for _, seen in looked for c in seen]
    if not near:
        return [c if not _could_see(looked, c) else _unseen(c) for c in first]
    shared = overlaps(_boxes(near), _boxes(first))
    found: list[Candidate] = []
    seen_twice: set[int] = set()
    for k, i in enumerate(shared.of_union.argmax(1).tolist()):
        c = near[k]
        if shared.of_union[k, i] > SAME_DIE_OVERLAP:
            seen_twice.add(i)
            near[k] = max(c, first[i], key=lambda one: one.score)
            c = Candidate(near[k].box, _mean_score(c.score, first[i].score, 0.5))
        found.append(c)
    outdone = _outdone(first, near)
    for i, c in enumerate(first):
        if i in seen_twice:
            continue
        if not _could_see(looked, c):
            found.append(c)
        elif not outdone[i]:
            found.append(_unseen(c))
    return found


def _boxes(some: Sequence[Candidate]) -> Boxes:
    return np.array([c.box for c in some], np.float64).reshape(-1, 4)


def _unseen(c: Candidate) -> Candidate:
    """What the second look, where it could see it, did not see."""
    return Candidate(c.box, _mean_score(c.score, MIN_SCORE, UNSEEN_SHARE))


def _mean_score(score: float, other: float, share: float) -> float:
    """The score whose log odds are the mean of two, the `other` with this share."""
    odds = float(_odds(score) ** (1 - share) * _odds(other) ** share)
    return odds / (1 + odds)


def _odds(score: float) -> float:
    score = min(score, 0.999)
    return score / (1 - score)


def _could_see(looked: Sequence[tuple[Cut, Sequence[Candidate]]], c: Candidate) -> bool:
    """Whether a second look would have seen this die: it lay in the cut, of a size that it answers for."""
    least, most = SIDE_PIXELS
    return any(cut.holds(c.box) and least < c.side * cut.scale < most for cut, _ in looked)


def _outdone(far: Sequence[Candidate], near: Sequence[Candidate]) -> list[bool]:
    """Of what the first look saw: whether the second saw something that cannot be there together with it, and
    is likelier."""
    odds = np.array([_odds(c.score) * NEARER_LOOK_ODDS for c in near])
    own = np.array([_odds(c.score) for c in far])
    conflict = overlaps(_boxes(far), _boxes(near)).of_smaller > CONFLICT_OVERLAP
    return list(np.any(conflict & (odds > own[:, None]), axis=1))


def _level(image: NDArray[np.uint8], scale: float) -> list[Candidate]:
    """The candidates that the network finds in the picture at this scale, in pixels of `image`."""
    height, width = image.shape[:2]
    small = image
    if scale != 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = np.asarray(cv2.resize(image, size, interpolation=how), np.uint8)
    h, w = small.shape[:2]
    padded = cv2.copyMakeBorder(small, 0, -h % 32, 0, -w % 32, cv2.BORDER_REPLICATE)
    (out,) = session("detector").run(None, {"image": tensor([np.asarray(padded, np.uint8)])})
    across, down = width / w, height / h
    found = []
    for (x, y, bw, bh), score in _peaks(out[0]):
        if x + bw / 2 > w or y + bh / 2 > h:  # in the padding
            continue
        left, top = max(0.0, x * across), max(0.0, y * down)
        right, bottom = min(float(width), (x + bw) * across), min(float(height), (y + bh) * down)
        if right - left > 4 and bottom - top > 4:
            found.append(Candidate((left, top, right - left, bottom - top), score))
    return found


def _peaks(maps: F32) -> list[tuple[Box, float]]:
    """The boxes and scores at the peaks of the network's maps.

    `maps`: 5 or more x H x W: logit of a centre, its offset x and y in cells, logarithms of width and height
    in cells.
    """
    heat = 1 / (1 + np.exp(-maps[0]))
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > MIN_SCORE)
    least, most = SIDE_PIXELS
    found = []
    rows, columns = np.nonzero(peaks)
    if len(rows) > MAX_FOUND:
        likeliest = np.sort(np.argsort(-heat[rows, columns], kind="stable")[:MAX_FOUND])
        rows, columns = rows[likeliest], columns[likeliest]
    for j, i in zip(rows, columns, strict=True):
        dx, dy, log_width, log_height = (float(v) for v in maps[1:5, j, i])
        w, h = (STRIDE_PIXELS * float(np.exp(min(v, 4.0))) for v in (log_width, log_height))
        if least <= max(w, h) <= most:
            x, y = (i + 0.5 + dx) * STRIDE_PIXELS - w / 2, (j + 0.5 + dy) * STRIDE_PIXELS - h / 2
            found.append(((float(x), float(y), w, h), float(heat[j, i])))
    return found


def _scaled(c: Candidate, across: float, down: float) -> Candidate:
    x, y, w, h = c.box
    return Candidate((x * across, y * down, w * across, h * down), c.score)


def _needs_finer_level(found: Sequence[Candidate], scale: float) -> bool:
    """Whether a picture may hold dice too small for `scale`, the finest so far."""
    sides = [c.side * scale for c in found if c.score > LIKELY_SCORE]
    return not sides or min(sides) < MIN_DIE_PIXELS


def _without_doubles(found: Sequence[Candidate]) -> list[Candidate]:
    """The candidates, best first, without those that repeat, are part of, or lie across better ones."""
    ranked = sorted(found, key=lambda c: -c.score)[:MAX_FOUND]
    boxes, scores = _boxes(ranked), np.array([c.score for c in ranked])
    areas, shared = boxes[:, 2] * boxes[:, 3], overlaps(boxes, boxes)
    is_kept = np.zeros(len(ranked), np.bool_)
    for i, score in enumerate(scores):
        larger = areas / areas[i]
        # a large one of which nobody is sure may be this die and what lies around it
        around = (score > LIKELY_SCORE) & (scores < SURE_SCORE) & (larger > MAX_AREA_RATIO)
        better = is_kept & ~around
        covered = (shared.of_smaller[i] * np.minimum(1, larger))[better].sum()
        same = (shared.of_union[i] > MAX_UNION_OVERLAP) | (shared.of_smaller[i] > MAX_SMALLER_OVERLAP)
        is_kept[i] = covered <= MAX_COVERED_SHARE and not (same & better).any()
    return [c for c, keep in zip(ranked, is_kept, strict=True) if keep]
