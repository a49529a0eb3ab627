"""Cutting the places of a straightened sheet out, alike in training and in reading.

Every place comes as two pictures of the same size and light: the place itself with some of its neighbourhood
(marks overshoot), and what an empty place of its row looks like in this photo: the median of the palest of
its kin. What differs from its kin is printed number or pencil; the network learns which.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.page import Box, SheetPlan
from vision.frames import Image
from vision.sheet_alignment import EDGE

SIDE = 48
"""Width and height in pixels of a place's picture."""
REACH = 0.3
"""How far the picture reaches beyond the place, in widths and heights of it, on every side."""
WHITE = 225.0
"""What the paper of empty places becomes, of 255."""


def kin(plan: SheetPlan) -> tuple[tuple[str, ...], ...]:
    """The plan's places by kind: each row's cells, the locks, the miss boxes, the bonus boxes."""
    rows = [tuple(f"{row.letter}{number}" for number in row.numbers) for row in plan.rows]
    locks = tuple(f"lock {row.letter}" for row in plan.rows)
    misses = tuple(f"miss {n}" for n in range(1, len(plan.misses) + 1))
    bar = tuple(f"box {n}" for n in range(1, len(plan.bar) + 1))
    return tuple(group for group in (*rows, locks, misses, bar) if group)


def cell_pictures(straight: Image, plan: SheetPlan, scale: float) -> NDArray[np.uint8]:
    """N x SIDE x SIDE x 6, one for each of the plan's places in their order: itself, then its empty kin.

    `straight`: the sheet with EDGE mm around at `scale` pixels a mm (`sheet_alignment.straighten`).
    """
    places = plan.places
    cut = {name: _cut(straight, box, scale) for name, box in places.items()}
    pictures: dict[str, NDArray[np.uint8]] = {}
    for group in kin(plan):
        own = np.stack([cut[name] for name in group]).astype(np.float32)
        empty = _empty(own)
        paper = np.percentile(empty.reshape(-1, 3), 80, axis=0)
        gain = WHITE / np.maximum(paper, 12.0)
        own *= gain
        empty = np.broadcast_to(empty * gain, own.shape)
        both = np.clip(np.concatenate([own, empty], -1), 0, 255).astype(np.uint8)
        pictures |= dict(zip(group, both, strict=True))
    return np.stack([pictures[name] for name in places])


def _cut(straight: Image, box: Box, scale: float) -> NDArray[np.float32]:
    w, h = box.w * (1 + 2 * REACH), box.h * (1 + 2 * REACH)
    fx, fy = SIDE / (w * scale), SIDE / (h * scale)
    x0, y0 = (box.cx - w / 2 + EDGE) * scale, (box.cy - h / 2 + EDGE) * scale
    # averaged down: first to the pixel grid, then by area
    a, b = max(0, int(x0)), max(0, int(y0))
    area = straight[b : int(np.ceil(y0 + h * scale)) + 1, a : int(np.ceil(x0 + w * scale)) + 1]
    if min(fx, fy) < 0.7:
        area = np.asarray(cv2.GaussianBlur(area, (0, 0), 0.35 / fx, sigmaY=0.35 / fy), np.uint8)
    m = np.array([[fx, 0, -(x0 - a) * fx], [0, fy, -(y0 - b) * fy]])
    m[:, 2] += (m[0, 0] - 1) / 2, (m[1, 1] - 1) / 2
    return np.asarray(
        cv2.warpAffine(area, m, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.float32,
    )


def _empty(own: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the empty ones of a kind look like: N x SIDE x SIDE x 3 to SIDE x SIDE x 3.

    The median of those with the least ink inside and with the most usual surroundings: under a thumb or a
    card there is no ink either.
    """
    edge = round(SIDE * REACH / (1 + 2 * REACH))
    inner = slice(edge + 3, -(edge + 3))
    middle = own[:, inner, inner].min(3)
    light = np.maximum(np.percentile(middle.reshape(len(own), -1), 90, axis=1), 8.0)[:, None, None]
    ink = np.maximum(0.0, 0.88 - middle / light).mean((1, 2))
    around = own / np.percentile(own.reshape(len(own), -1, 3), 90, axis=1)[:, None, None].clip(8.0)
    strange = np.abs(around - np.median(around, 0))
    strange[:, edge:-edge, edge:-edge] = 0
    count = max(1, min(len(own), (len(own) + 1) // 2, 5))
    chosen = np.argsort(ink + 2.0 * strange.mean((1, 2, 3)), kind="stable")[:count]
    return np.asarray(np.median(own[chosen], 0), np.float32)
