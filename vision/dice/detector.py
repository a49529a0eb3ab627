"""Finds dice with a network that marks their centres, in a first and, if it may help, a closer look.

The first look takes the whole picture at a pyramid of scales. The network answers for dice 11 to 92 pixels
wide; the picture is halved again and again to cover larger ones. A large picture is also shown enlarged if it
seems to have only small dice, or none. Each such level costs four times as much as the one before, so their
size is limited.

The closer look takes one cut around all dice, scaled to the size that the network sees best
(`vision.dice.cuts`). It separates dice that touch, but loses dice that are far apart. So `DieSearch.each`
yields both looks, and the caller takes the one that explains the roll better (`vision.dice.pipeline`); for
dice of any kind, both are combined into one. The network's outputs are kept, so that a search for a missing
die (`vision.dice.missing`) need not run it again.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.candidate import Candidate, boxes_of
from vision.dice.cuts import Cut, cut_around
from vision.dice.detector_settings import SETTINGS
from vision.dice.doubles import suppress_doubles, without_heaps
from vision.dice.exposure import brighten
from vision.frames.image import Image, size_of
from vision.geometry import Box, longer_side, overlaps
from vision.inference import F32, session, tensor


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """The network's output for a part of the picture at one scale."""

    maps: F32  # 6 x H x W: logit of a die's centre, offset x and y, log width and height (in cells), unused
    left: int  # the part's edges in pixels of the picture
    top: int
    right: int
    bottom: int
    size: tuple[int, int]  # width and height of the part as the network saw it; the rest is padding

    def candidates(self, least_score: float) -> list[Candidate]:
        """Return the candidates with a score above `least_score`, in pixels of the picture."""
        width, height = self.right - self.left, self.bottom - self.top
        across, down = width / self.size[0], height / self.size[1]
        peaks = []
        for (x, y, w, h), score in _peaks(self.maps, least_score):
            if x + w / 2 > self.size[0] or y + h / 2 > self.size[1]:  # in the padding
                continue
            left, top = max(0.0, x * across), max(0.0, y * down)
            right, bottom = min(float(width), (x + w) * across), min(float(height), (y + h) * down)
            if right - left <= 4 or bottom - top <= 4:
                continue
            box = (left + self.left, top + self.top, right - left, bottom - top)
            peaks.append(Candidate(box, score))
        return peaks


class DieSearch:
    """The looks at one picture, with the network's outputs."""

    def __init__(self, image: Image) -> None:
        """Prepare the looks at `image`, H x W x 3, BGR."""
        self.image = image
        self._bright = brighten(image)
        self._levels: list[Level] = []

    def each(self, any_dice: bool = False) -> Iterator[list[Candidate]]:
        """Yield the candidates of one or two looks, best first, without duplicates.

        The closer look follows only if the first has a candidate above SETTINGS.found_score. With `any_dice`
        (dice of any kind), nothing tells whether the first look lacks a die, so both are combined.
        """
        first = self._first(SETTINGS.larger if any_dice else SETTINGS.pyramid)
        likely = [c for c in suppress_doubles(first) if c.score > SETTINGS.likely_score]
        worth = any(c.score > SETTINGS.found_score for c in likely)
        if any_dice:
            both = first + self._closer(likely) if worth else first
            yield [c for c in suppress_doubles(without_heaps(both)) if c.score > SETTINGS.likely_score]
            return
        yield likely
        if worth:
            yield suppress_doubles(self._closer(likely))

    def _closer(self, likely: Sequence[Candidate]) -> list[Candidate]:
        """Return the candidates of the closer look, in one cut around the `likely` ones."""
        cut = cut_around([c.box for c in likely], size_of(self.image))
        part = np.ascontiguousarray(self._bright[cut.top : cut.bottom, cut.left : cut.right])
        return self._shown(part, cut.scale, cut).candidates(SETTINGS.candidate_score)

    def faint(self, dice: Sequence[Box]) -> list[Candidate]:
        """Return places that may hold a die besides `dice`, likeliest first.

        They are the centres above SETTINGS.faint_score in any look that have about the size of the dice and
        hardly overlap them. `dice`: one box or more.
        """
        side = median(map(longer_side, dice))
        seen = [c for level in self._levels for c in level.candidates(SETTINGS.faint_score)]
        fit = [c for c in seen if 1 / SETTINGS.faint_ratio < c.side / side < SETTINGS.faint_ratio]
        taken = overlaps(boxes_of(fit), np.array(dice, np.float64).reshape(-1, 4)).of_smaller.max(1)
        free = [c for c, share in zip(fit, taken, strict=True) if share < SETTINGS.faint_overlap]
        return sorted(free, key=lambda c: -c.score)[: SETTINGS.most_faint]

    def _first(self, pyramid: Sequence[int]) -> list[Candidate]:
        """Return the candidates of the first look; `pyramid`: the longer side of each level in pixels."""
        width, height = size_of(self.image)
        longer = max(height, width)
        candidates: list[Candidate] = []
        source = self._bright
        for side in pyramid:
            if max(source.shape[:2]) > side:  # each level is made from the one before
                small = (max(1, round(width * side / longer)), max(1, round(height * side / longer)))
                source = np.asarray(cv2.resize(source, small, interpolation=cv2.INTER_AREA), np.uint8)
            candidates += self._shown(source, side / max(source.shape[:2])).candidates(SETTINGS.least_score)
        side = pyramid[0]
        finest = min(longer, int(math.sqrt(SETTINGS.most_pixels * longer / min(height, width))))
        while finest > SETTINGS.most_enlargement * side and _needs_finer_level(candidates, side / longer):
            side = min(2 * side, finest)
            candidates += self._shown(self._bright, side / longer).candidates(SETTINGS.least_score)
        return candidates

    def _shown(self, part: NDArray[np.uint8], scale: float, cut: Cut | None = None) -> Level:
        """Run the network on `part` at this scale, and keep and return the output.

        `part`: the whole picture, perhaps reduced before, or the pixels of `cut`.
        """
        small = part
        if scale != 1:
            size = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
            how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            small = np.asarray(cv2.resize(part, size, interpolation=how), np.uint8)
        h, w = small.shape[:2]
        padded = cv2.copyMakeBorder(small, 0, -h % 32, 0, -w % 32, cv2.BORDER_REPLICATE)
        (out,) = session("detector").run(None, {"image": tensor([np.asarray(padded, np.uint8)])})
        left, top, right, bottom = (
            (0, 0, *size_of(self.image)) if cut is None else (cut.left, cut.top, cut.right, cut.bottom)
        )
        level = Level(out[0], left, top, right, bottom, (w, h))
        self._levels.append(level)
        return level


def detect(image: NDArray[np.uint8]) -> list[Candidate]:
    """Return the candidates of the last, closest look at the picture (H x W x 3, BGR)."""
    *_, closest = DieSearch(image).each()
    return closest


def _peaks(maps: F32, least_score: float) -> list[tuple[Box, float]]:
    """Return the boxes and scores of the peaks above `least_score`, in pixels shown to the network.

    `maps`: as in `Level`; the last one may be absent.
    """
    heat = 1 / (1 + np.exp(-maps[0]))
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > least_score)
    least, most = SETTINGS.sides
    boxes = []
    rows, columns = np.nonzero(peaks)
    if len(rows) > SETTINGS.most_compared:
        likeliest = np.sort(np.argsort(-heat[rows, columns], kind="stable")[: SETTINGS.most_compared])
        rows, columns = rows[likeliest], columns[likeliest]
    for j, i in zip(rows, columns, strict=True):
        dx, dy, log_width, log_height = (float(v) for v in maps[1:5, j, i])
        w, h = (SETTINGS.stride * float(np.exp(min(v, 4.0))) for v in (log_width, log_height))
        if least <= max(w, h) <= most:
            x, y = (i + 0.5 + dx) * SETTINGS.stride - w / 2, (j + 0.5 + dy) * SETTINGS.stride - h / 2
            boxes.append(((float(x), float(y), w, h), float(heat[j, i])))
    return boxes


def _needs_finer_level(candidates: Sequence[Candidate], scale: float) -> bool:
    """Return True if a picture may hold dice too small for `scale`, the finest so far."""
    sides = [c.side * scale for c in candidates if c.score > SETTINGS.likely_score]
    return not sides or min(sides) < SETTINGS.least_side
