"""Motion: how much changed from one frame to the next, whatever the light does.

Pictures are compared small, as logarithms less those of their surroundings: a shadow or a lamp scales the
light of a whole neighbourhood and drops out; an edge that moves stays.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames.image import Image

RELIEF_PIXELS = 320
"""Longer side of the small picture: a die 16 pixels wide in 640 is 8 wide there."""
NOISE_BYTES = 12
"""Added to bytes before their logarithm, which would blow up the sensor's noise in the dark."""
MIN_CHANGE = 0.10
"""Share of a cell's light by which it must change, in a picture without noise."""
MIN_CHANGED_CELLS = 8
"""Changed cells that make a motion: fewer than when a small die moves by a quarter of its width."""
MIN_TINT_CHANGE = 0.2
"""Share of a patch's light, in any colour, by which it must change to count for a hand."""
MIN_HAND_SHARE = 0.05
"""Share of the picture that a hand covers, in one piece that reaches the border."""


@dataclass(frozen=True, slots=True, eq=False)
class Relief:
    """A picture made comparable.

    `cells`: H x W float32, logarithm of the light less that of its surroundings. `colours`: H/4 x W/4 x 3
    float32, logarithm of the light in each colour. `size`: width and height of the picture itself.
    """

    cells: NDArray[np.float32]
    colours: NDArray[np.float32]
    size: tuple[int, int]


def relief(image: Image) -> Relief:
    """The relief of an image HxWx3 uint8, its longer side at most RELIEF_PIXELS."""
    height, width = image.shape[:2]
    scale = min(1.0, RELIEF_PIXELS / max(height, width))
    small = _shrunk(image, scale)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    light = np.log(cv2.GaussianBlur(grey, (3, 3), 0).astype(np.float32) + NOISE_BYTES)
    around = cv2.boxFilter(light, -1, (31, 31), borderType=cv2.BORDER_REFLECT)
    colours = np.log(_shrunk(small, 0.25).astype(np.float32) + NOISE_BYTES)
    return Relief(np.asarray(light - around, np.float32), np.asarray(colours, np.float32), (width, height))


def moving(before: Relief, after: Relief) -> bool:
    """Whether something moved between two pictures; pictures of different sizes differ altogether."""
    if before.size != after.size:
        return True
    difference = np.abs(cv2.blur(after.cells - before.cells, (3, 3)))
    noise = float(np.median(difference)) / 0.6745  # a Gaussian's deviation from its median
    return int((difference > max(MIN_CHANGE, 5 * noise)).sum()) >= MIN_CHANGED_CELLS


def reaches_in(resting: Relief, now: Relief) -> bool:
    """Whether something as large as a hand has come in over the border since the table rested.

    A light that changes everywhere by the same share is no hand; a hard shadow can look like one.
    """
    if resting.size != now.size:
        return False
    difference = now.colours - resting.colours
    difference -= np.median(difference, axis=(0, 1))
    changed = (np.abs(difference).max(axis=2) > MIN_TINT_CHANGE).astype(np.uint8)
    closed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    height, width = closed.shape
    _, _, stats, _ = cv2.connectedComponentsWithStats(closed)
    return any(
        area >= MIN_HAND_SHARE * closed.size and (x == 0 or y == 0 or x + w == width or y + h == height)
        for x, y, w, h, area in stats[1:]
    )


def _shrunk(image: Image, scale: float) -> Image:
    if scale >= 1:
        return image
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
