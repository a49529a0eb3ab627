"""Motion: how much changed from one frame to the next, whatever the light does.

Pictures are compared small, as logarithms less their surroundings: a shadow or a lamp scales the light of a
whole neighbourhood and so drops out, an edge that moves stays.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image

SIDE = 320
"""Longer side of the small picture; a die 16 pixels wide in 640 is 8 wide there."""
CHANGE = 0.10
"""Least change of a cell, as a share of its light, that counts in a picture without noise."""
CELLS = 8
"""Changed cells that make a motion: less than a small die that moves by a quarter of its width."""
HAND = 0.03
"""Share of the picture that a hand changes at least, in one piece that reaches the border."""


@dataclass(frozen=True, slots=True)
class Change:
    """`cells`: number of cells that changed; `hand`: whether they look like an arm that reaches in."""

    cells: int
    hand: bool = False

    @property
    def moving(self) -> bool:
        """Whether something moved."""
        return self.cells >= CELLS


@dataclass(frozen=True, slots=True, eq=False)
class Relief:
    """A picture made comparable: H'xW' float32, logarithm of the light less that of its surroundings."""

    cells: NDArray[np.float32]
    size: tuple[int, int]


def relief(image: Image) -> Relief:
    """The relief of an image HxWx3 (or HxW grey) uint8, its longer side at most `SIDE`."""
    height, width = image.shape[:2]
    scale = SIDE / max(height, width)
    small = image
    if scale < 1:
        shape = (max(1, round(width * scale)), max(1, round(height * scale)))
        small = np.asarray(cv2.resize(image, shape, interpolation=cv2.INTER_AREA), np.uint8)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if small.ndim == 3 else small
    # 12 of 255: in the dark the logarithm would blow up the sensor's noise
    light = np.log(cv2.GaussianBlur(grey, (3, 3), 0).astype(np.float32) + 12)
    around = cv2.boxFilter(light, -1, (31, 31), borderType=cv2.BORDER_REFLECT)
    return Relief(np.asarray(light - around, np.float32), (width, height))


def change(before: Relief, after: Relief) -> Change:
    """What changed between two pictures; pictures of different sizes have changed altogether."""
    if before.size != after.size:
        return Change(after.cells.size)
    difference = np.abs(cv2.blur(after.cells - before.cells, (3, 3)))
    noise = float(np.median(difference)) / 0.6745  # a Gaussian's deviation from its median
    changed = (difference > max(CHANGE, 5 * noise)).astype(np.uint8)
    cells = int(changed.sum())
    hand = cells >= HAND * changed.size and _reaches_in(changed)
    return Change(cells, hand)


def _reaches_in(changed: NDArray[np.uint8]) -> bool:
    """Whether one piece of the change, its gaps closed, is as large as a hand and touches the border."""
    closed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(closed)
    height, width = changed.shape
    for x, y, w, h, area in stats[1:]:
        border = x == 0 or y == 0 or x + w == width or y + h == height
        if border and area >= HAND * changed.size:
            return True
    return False
