"""Finds dice with a network that marks their centres, in one or two passes (called *looks*).

The first look shows the whole picture to the network at several scales. The closer look shows only the part
of the picture with the dice (a *cut*): it separates dice that touch, but loses dice that are far apart.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.candidate import Candidate, boxes_of
from vision.dice.detector_settings import SETTINGS
from vision.dice.exposure import brighten
from vision.frames.image import Image, size_of
from vision.geometry import F32, Box, longer_side, overlaps
from vision.inference import session, tensor


@dataclass(frozen=True, slots=True)
class Cut:
    """A rectangle of a picture, and the scale at which the network sees it."""

    left: int
    top: int
    right: int
    bottom: int
    scale: float  # pixels given to the network per pixel of the picture

    @property
    def pixels(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top) * self.scale**2


def cut_around(boxes: Sequence[Box], size: tuple[int, int]) -> Cut:
    """Return the cut around `boxes` (one or more) with a margin. `size`: the picture's width and height."""
    side = median(map(longer_side, boxes))
    room = SETTINGS.cut_margin * side
    left = max(0, int(min(x for x, _, _, _ in boxes) - room))
    top = max(0, int(min(y for _, y, _, _ in boxes) - room))
    right = min(size[0], int(max(x + w for x, _, w, _ in boxes) + room) + 1)
    bottom = min(size[1], int(max(y + h for _, y, _, h in boxes) + room) + 1)
    most = math.sqrt(SETTINGS.cut_pixels / ((right - left) * (bottom - top)))
    return Cut(left, top, right, bottom, min(SETTINGS.cut_scale, SETTINGS.cut_side / side, most))


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
        """Return the candidates with a score above `least_score`, with boxes in pixels of the picture."""
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
    """Searches a picture for dice, and keeps the network's outputs for `faint`."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self._bright = brighten(image)
        self._levels: list[Level] = []

    def looks(self, any_dice: bool = False) -> Iterator[list[Candidate]]:
        """Yield the candidates in the whole picture and, if a die is among them, those in the part with dice.

        With `any_dice`, yield both together as one list.
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
        cut = cut_around([c.box for c in likely], size_of(self.image))
        part = np.ascontiguousarray(self._bright[cut.top : cut.bottom, cut.left : cut.right])
        return self._shown(part, cut.scale, cut).candidates(SETTINGS.candidate_score)

    def faint(self, dice: Sequence[Box]) -> list[Candidate]:
        """Return weak candidates about as large as `dice` (one or more boxes), but elsewhere, best first."""
        side = median(map(longer_side, dice))
        seen = [c for level in self._levels for c in level.candidates(SETTINGS.faint_score)]
        fit = [c for c in seen if 1 / SETTINGS.faint_ratio < c.side / side < SETTINGS.faint_ratio]
        taken = overlaps(boxes_of(fit), np.array(dice, np.float64).reshape(-1, 4)).of_smaller.max(1)
        free = [c for c, share in zip(fit, taken, strict=True) if share < SETTINGS.faint_overlap]
        return sorted(free, key=lambda c: -c.score)[: SETTINGS.most_faint]

    def _first(self, pyramid: Sequence[int]) -> list[Candidate]:
        """Return the candidates in the whole picture. `pyramid`: its longer side at each scale, in pixels."""
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
        while finest > SETTINGS.most_enlargement * side:  # dice may be too small for the finest level so far
            likely = [c.side * side / longer for c in candidates if c.score > SETTINGS.likely_score]
            if min(likely, default=0) >= SETTINGS.least_side:
                break
            side = min(2 * side, finest)
            candidates += self._shown(self._bright, side / longer).candidates(SETTINGS.least_score)
        return candidates

    def _shown(self, part: NDArray[np.uint8], scale: float, cut: Cut | None = None) -> Level:
        """Return the network's output for `part` after resizing it by `scale`.

        `cut`: where `part` is in the picture, or None if it is the whole picture.
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


def suppress_doubles(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates, best first, without candidates that overlap a better candidate."""
    ranked = sorted(candidates, key=lambda c: -c.score)[: SETTINGS.most_compared]
    boxes = boxes_of(ranked)
    same = overlaps(boxes, boxes).of_smaller > SETTINGS.same_overlap
    is_kept = np.zeros(len(ranked), np.bool_)
    for i in range(len(ranked)):
        is_kept[i] = not (same[i] & is_kept).any()
    return [c for c, keep in zip(ranked, is_kept, strict=True) if keep]


def without_heaps(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates, best first, without boxes that contain several dice."""
    ranked = sorted(candidates, key=lambda c: -c.score)[: SETTINGS.most_compared]
    likely = [c for c in ranked if c.score > SETTINGS.found_score]
    boxes, inner = boxes_of(ranked), boxes_of(likely)
    smaller = inner[:, 2:].prod(1) < SETTINGS.inside_area * boxes[:, 2:].prod(1)[:, None]
    held = smaller & (overlaps(boxes, inner).of_smaller > SETTINGS.inside_overlap)

    def is_heap(row: NDArray[np.bool_]) -> bool:
        inside = [c for c, there in zip(likely, row, strict=True) if there]
        return len(inside) > 1 and len(suppress_doubles(inside)) > 1

    return [c for c, row in zip(ranked, held, strict=True) if not is_heap(row)]


def detect(image: NDArray[np.uint8]) -> list[Candidate]:
    """Return the candidates in a picture (H x W x 3, BGR).

    They come from the part of the picture with dice or, if no die is seen, from the whole picture.
    """
    return list(DieSearch(image).looks())[-1]


def _peaks(maps: F32, least_score: float) -> list[tuple[Box, float]]:
    """Return the peaks of `maps` above `least_score`: box, in pixels of the network's input, and score."""
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
