"""Cutting one die out of a picture, alike in training and in reading."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

CROP_PIXELS = 96
"""Side of the reader's crop in pixels."""
CROP_SCALE = 1.45
"""Side of the crop over the longer side of the die's box."""
FACE_PIXELS = 40
"""Side of the top face once the reader has laid it square, in pixels."""
FACE_MARGIN = 1.3
"""How far that square reaches beyond the face."""


def cut(image: NDArray[np.uint8], centre: tuple[float, float], side: float, size: int) -> NDArray[np.uint8]:
    """The square of `side` image pixels around `centre`, as size x size x 3.

    What lies outside the picture repeats its border. Large squares are averaged down, small ones
    interpolated.
    """
    x0, y0 = centre[0] - side / 2, centre[1] - side / 2
    if side > 1.5 * size:
        h, w = image.shape[:2]
        a, b = int(np.floor(x0)), int(np.floor(y0))
        c, d = int(np.ceil(x0 + side)), int(np.ceil(y0 + side))
        area = image[max(0, b) : min(h, d), max(0, a) : min(w, c)]
        if area.size == 0:
            return np.zeros((size, size, image.shape[2]), np.uint8)
        border = (max(0, -b), max(0, d - h), max(0, -a), max(0, c - w))
        if any(border):
            area = np.asarray(cv2.copyMakeBorder(area, *border, cv2.BORDER_REPLICATE), np.uint8)
        return np.asarray(cv2.resize(area, (size, size), interpolation=cv2.INTER_AREA), np.uint8)
    scale = size / side
    m = np.array(
        [[scale, 0, -x0 * scale + (scale - 1) / 2], [0, scale, -y0 * scale + (scale - 1) / 2]], np.float64
    )
    return np.asarray(
        cv2.warpAffine(image, m, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )
