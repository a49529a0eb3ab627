"""Where dice are: a network that marks their centres, run over a pyramid of scales.

One scale answers for dice 11 to 92 pixels wide; halving the picture again and again covers the large ones. A
large picture is looked at more closely, at twice the size and twice again, only where its dice turn out to be
small or none is seen: that costs four times as much each time.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.exposure import brighten
from vision.inference import session, tensor

PYRAMID_PIXELS = (640, 320, 160)
"""Longer sides of the picture at the levels of the pyramid that are always looked at, in pixels."""
MIN_DIE_PIXELS = 16.0
"""Dice narrower than this at the finest level so far, in pixels, call for a closer look."""
LIKELY_SCORE = 0.3
"""What counts as a die when that is decided."""
STRIDE_PIXELS = 8
MAX_COVERED_SHARE = 0.65
"""A box of which so much belongs to likelier ones is that of two dice that touch, not of a third."""
MAX_OVERLAP_SHARE = 0.65
"""A box that shares so much with a likelier one is that of the same die, or of a part of it."""
MAX_AREA_RATIO = 1.8
"""A box so many times as large as one in it takes its place only where it has at least SURE_SCORE."""
SURE_SCORE = 0.75
MIN_SCORE = 0.1
"""Centres less likely than this are dropped."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Perhaps a die. `box`: x, y, width, height in pixels of the picture; `score`: how likely, 0 to 1."""

    box: tuple[float, float, float, float]
    score: float

    @property
    def centre(self) -> tuple[float, float]:
        x, y, w, h = self.box
        return x + w / 2, y + h / 2


def _level(image: NDArray[np.uint8], scale: float) -> list[Candidate]:
    h, w = image.shape[:2]
    small = image
    if scale != 1:
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = np.asarray(
            cv2.resize(image, (max(1, round(w * scale)), max(1, round(h * scale))), interpolation=how),
            np.uint8,
        )
    sh, sw = small.shape[:2]
    padded = cv2.copyMakeBorder(small, 0, -sh % 32, 0, -sw % 32, cv2.BORDER_REPLICATE)
    (out,) = session("detector").run(None, {"image": tensor([np.asarray(padded, np.uint8)])})
    maps = out[0]
    heat = 1 / (1 + np.exp(-maps[0]))
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > MIN_SCORE)
    found = []
    for j, i in zip(*np.nonzero(peaks), strict=True):
        dx, dy, lw, lh = (float(v) for v in maps[1:5, j, i])
        bw, bh = STRIDE_PIXELS * float(np.exp(min(lw, 4.0))), STRIDE_PIXELS * float(np.exp(min(lh, 4.0)))
        if not 8 <= max(bw, bh) <= 110:
            continue
        x, y = (i + 0.5 + dx) * STRIDE_PIXELS - bw / 2, (j + 0.5 + dy) * STRIDE_PIXELS - bh / 2
        if x + bw / 2 > sw or y + bh / 2 > sh:  # in the padding
            continue
        sx, sy = w / sw, h / sh
        x0, y0 = max(0.0, x * sx), max(0.0, y * sy)
        x1, y1 = min(float(w), (x + bw) * sx), min(float(h), (y + bh) * sy)
        if x1 - x0 > 4 and y1 - y0 > 4:
            found.append(Candidate((x0, y0, x1 - x0, y1 - y0), float(heat[j, i])))
    return found


def _zoomed(c: Candidate, across: float, down: float) -> Candidate:
    x, y, w, h = c.box
    return Candidate((x * across, y * down, w * across, h * down), c.score)


def overlap(a: Candidate, b: Candidate) -> tuple[float, float]:
    """Shared area over the united one, and over the smaller of the two."""
    ax, ay, aw, ah = a.box
    bx, by, bw, bh = b.box
    across = max(0.0, min(ax + aw, bx + bw) - max(ax, bx))
    down = max(0.0, min(ay + ah, by + bh) - max(ay, by))
    shared = across * down
    return shared / (aw * ah + bw * bh - shared), shared / min(aw * ah, bw * bh)


def _area(c: Candidate) -> float:
    return c.box[2] * c.box[3]


def _calls_for_more(found: list[Candidate], scale: float) -> bool:
    """Whether a picture looked at with `scale` at the finest may hold dice too small for that."""
    sizes = [max(c.box[2:]) * scale for c in found if c.score > LIKELY_SCORE]
    return not sizes or min(sizes) < MIN_DIE_PIXELS


def detect(image: NDArray[np.uint8]) -> list[Candidate]:
    """Every place in the picture (H x W x 3, BGR) that may be a die, best first; doubles removed."""
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
        found += [_zoomed(c, width / w, height / h) for c in _level(source, side / max(h, w))]
    side = PYRAMID_PIXELS[0]
    while longer > 1.4 * side and _calls_for_more(found, side / longer):
        side = min(2 * side, longer)
        found += _level(image, side / longer)
    kept: list[Candidate] = []
    for c in sorted(found, key=lambda c: -c.score):
        covered = 0.0
        for k2 in kept:
            union, inside = overlap(c, k2)
            if c.score > LIKELY_SCORE and k2.score < SURE_SCORE and _area(k2) > MAX_AREA_RATIO * _area(c):
                continue  # what looks like one large die may be a small one and what lies around it
            covered += inside * min(1.0, _area(k2) / _area(c))
            if union > 0.5 or inside > MAX_OVERLAP_SHARE or covered > MAX_COVERED_SHARE:
                break
        else:
            kept.append(c)
    return kept
