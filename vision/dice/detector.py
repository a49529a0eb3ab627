"""Where dice are: a network that marks their centres looks at the picture, and looks closer where it may pay.

The first look takes the whole picture at a pyramid of scales. The network answers for dice 11 to 92 pixels
wide; the picture is halved again and again to cover larger ones. A large picture is also looked at enlarged,
if its dice turn out to be small or none is found: each such level costs four times as much as the one before,
so there is a largest one.

The closer look takes one cut around all dice, scaled to the size that the network sees best
(`vision.dice.cuts`): there it parts dice that touch. It replaces what the first look saw wherever it can see.
No look is right everywhere: the closer one loses dice that lie far apart. So `looks` gives one after the
other, and whoever reads them takes the one that explains the roll best (`vision.dice.pipeline`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.candidate import Candidate, boxes_of
from vision.dice.cuts import Cut, cut_around
from vision.dice.detector_settings import SETTINGS
from vision.dice.doubles import without_doubles
from vision.dice.exposure import brighten
from vision.geometry import Box, longer_side, overlaps
from vision.inference import F32, session, tensor


def looks(image: NDArray[np.uint8], closer: bool = True) -> Iterator[list[Candidate]]:
    """What each look at the picture (H x W x 3, BGR) sees, one or two: every place that may be a die, best
    first, without doubles. `closer`: whether a closer look may follow, if anything is worth one."""
    image = brighten(image)
    first = without_doubles(_first_look(image))
    likely = [c for c in first if c.score > SETTINGS.likely_score]
    if closer and all(c.score <= SETTINGS.found_score for c in first):
        yield [c for c in first if c.score > SETTINGS.candidate_score]
        return
    yield likely
    if not closer:
        return
    cut = cut_around([c.box for c in likely], (image.shape[1], image.shape[0]))
    near = without_doubles(_closer_look(image, cut))
    both = without_doubles([*near, *(c for c in first if not _could_see(cut, c))])
    yield [c for c in both if c.score > SETTINGS.candidate_score]


def faint(image: NDArray[np.uint8], dice: Sequence[Box]) -> list[Candidate]:
    """Places in the picture (H x W x 3, BGR) that may hold a die which no look saw beside these, likeliest
    first: whatever the network takes for a centre, at several sizes, however little it thinks of it. Each
    comes in its own box and in one as large as the median of `dice`, one or more: what the network hardly
    sees it also measures badly.
    """
    image = brighten(image)
    height, width = image.shape[:2]
    side = median(map(longer_side, dice))
    most = math.sqrt(SETTINGS.cut_pixels / (height * width))
    seen = [
        c
        for shown in SETTINGS.faint_sides
        for c in _level(image, min(shown / side, most), SETTINGS.faint_score)
    ]
    usual = median(w for _, _, w, _ in dice), median(h for _, _, _, h in dice)
    taken = np.array(dice, np.float64).reshape(-1, 4)
    found: list[Candidate] = []
    for c in sorted((each for one in seen for each in (one, _resized(one, usual))), key=lambda c: -c.score):
        box = np.array([c.box])
        is_fit = 1 / SETTINGS.faint_ratio < c.side / side < SETTINGS.faint_ratio
        is_free = overlaps(box, taken).of_smaller.max() < SETTINGS.faint_overlap
        if is_fit and is_free and not (overlaps(box, boxes_of(found)).of_union > SETTINGS.same_box).any():
            found.append(c)
    return found[: SETTINGS.most_faint]


def _resized(c: Candidate, size: tuple[float, float]) -> Candidate:
    """The candidate in a box of this width and height around the same middle."""
    (x, y), (w, h) = c.centre, size
    return Candidate((x - w / 2, y - h / 2, w, h), c.score)


def detect(image: NDArray[np.uint8]) -> list[Candidate]:
    """What the closest look at the picture (H x W x 3, BGR) sees."""
    *_, closest = looks(image)
    return closest


def _first_look(image: NDArray[np.uint8]) -> list[Candidate]:
    """What the network finds in the whole picture."""
    height, width = image.shape[:2]
    longer = max(height, width)
    found: list[Candidate] = []
    source = image
    for side in SETTINGS.pyramid:
        if max(source.shape[:2]) > side:  # each level is made from the one before
            small = (max(1, round(width * side / longer)), max(1, round(height * side / longer)))
            source = np.asarray(cv2.resize(source, small, interpolation=cv2.INTER_AREA), np.uint8)
        h, w = source.shape[:2]
        found += [_scaled(c, width / w, height / h) for c in _level(source, side / max(h, w))]
    side = SETTINGS.pyramid[0]
    finest = min(longer, int(math.sqrt(SETTINGS.most_pixels * longer / min(height, width))))
    while finest > SETTINGS.most_enlargement * side and _needs_finer_level(found, side / longer):
        side = min(2 * side, finest)
        found += _level(image, side / longer)
    return found


def _closer_look(image: NDArray[np.uint8], cut: Cut) -> list[Candidate]:
    """What the network finds in a cut, without what its edges slice."""
    part = np.ascontiguousarray(image[cut.top : cut.bottom, cut.left : cut.right])
    moved = [
        Candidate((c.box[0] + cut.left, c.box[1] + cut.top, c.box[2], c.box[3]), c.score)
        for c in _level(part, cut.scale)
    ]
    return [c for c in moved if cut.holds(c.box)]


def _could_see(cut: Cut, c: Candidate) -> bool:
    """Tell whether the closer look would have seen this die: it lies in the cut, in a fit size."""
    least, most = SETTINGS.sides
    return cut.holds(c.box) and least < c.side * cut.scale < most


def _level(
    image: NDArray[np.uint8], scale: float, least_score: float = SETTINGS.least_score
) -> list[Candidate]:
    """The candidates that the network finds in the picture at this scale, in pixels of `image`, with a score
    above `least_score`."""
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
    for (x, y, bw, bh), score in _peaks(out[0], least_score):
        if x + bw / 2 > w or y + bh / 2 > h:  # in the padding
            continue
        left, top = max(0.0, x * across), max(0.0, y * down)
        right, bottom = min(float(width), (x + bw) * across), min(float(height), (y + bh) * down)
        if right - left > 4 and bottom - top > 4:
            found.append(Candidate((left, top, right - left, bottom - top), score))
    return found


def _peaks(maps: F32, least_score: float) -> list[tuple[Box, float]]:
    """The boxes and scores at the peaks of the network's maps that are above `least_score`.

    `maps`: 5 or more x H x W: logit of a centre, its offset x and y in cells, logarithms of width and height
    in cells.
    """
    heat = 1 / (1 + np.exp(-maps[0]))
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > least_score)
    least, most = SETTINGS.sides
    found = []
    rows, columns = np.nonzero(peaks)
    if len(rows) > SETTINGS.most_compared:
        likeliest = np.sort(np.argsort(-heat[rows, columns], kind="stable")[: SETTINGS.most_compared])
        rows, columns = rows[likeliest], columns[likeliest]
    for j, i in zip(rows, columns, strict=True):
        dx, dy, log_width, log_height = (float(v) for v in maps[1:5, j, i])
        w, h = (SETTINGS.stride * float(np.exp(min(v, 4.0))) for v in (log_width, log_height))
        if least <= max(w, h) <= most:
            x, y = (i + 0.5 + dx) * SETTINGS.stride - w / 2, (j + 0.5 + dy) * SETTINGS.stride - h / 2
            found.append(((float(x), float(y), w, h), float(heat[j, i])))
    return found


def _scaled(c: Candidate, across: float, down: float) -> Candidate:
    x, y, w, h = c.box
    return Candidate((x * across, y * down, w * across, h * down), c.score)


def _needs_finer_level(found: Sequence[Candidate], scale: float) -> bool:
    """Tell whether a picture may hold dice too small for `scale`, the finest so far."""
    sides = [c.side * scale for c in found if c.score > SETTINGS.likely_score]
    return not sides or min(sides) < SETTINGS.least_side
