"""Where dice are: a network that marks their centres, run over a pyramid of scales.

The network answers for dice 11 to 92 pixels wide; the picture is halved again and again to cover larger ones.
A large picture is also looked at enlarged, if its dice turn out to be small or none is found: each such level
costs four times as much as the one before, so there is a largest one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.exposure import brighten
from vision.geometry import Box, Point, area, centre, longer_side, overlap
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
SURE_SCORE = 0.75
"""A large box keeps smaller ones in it away only with this score."""
MIN_SCORE = 0.1
"""Centres with a lower score are dropped."""
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
    height, width = image.shape[:2]
    longer = max(height, width)
    found: list[Candidate] = []
    image = brighten(image)
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
    return _without_doubles(found)


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
    for j, i in zip(*np.nonzero(peaks), strict=True):
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
    kept: list[Candidate] = []
    for c in sorted(found, key=lambda c: -c.score):
        covered = 0.0
        for better in kept:
            larger = area(better.box) / area(c.box)
            if c.score > LIKELY_SCORE and better.score < SURE_SCORE and larger > MAX_AREA_RATIO:
                continue  # the large one may be this die and what lies around it
            shared = overlap(c.box, better.box)
            covered += shared.of_smaller * min(1.0, larger)
            if (
                shared.of_union > MAX_UNION_OVERLAP
                or shared.of_smaller > MAX_SMALLER_OVERLAP
                or covered > MAX_COVERED_SHARE
            ):
                break
        else:
            kept.append(c)
    return kept
