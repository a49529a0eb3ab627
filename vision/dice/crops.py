"""Cuts one die out of a picture, the same way in training and in reading."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.exposure import brighten
from vision.geometry import Point

CROP_PIXELS = 96
"""Side in pixels of the crop that a reader takes. A *reader* is a network that reads one die."""
CROP_SCALE = 1.45
"""Side of the crop, as a multiple of the longer side of the die's box."""
FACE_PIXELS = 40
"""Side in pixels of the square onto which the reader maps the top face."""
FACE_MARGIN = 1.3
"""Side of the square of FACE_PIXELS, as a multiple of the side of the face."""
MAX_INTERPOLATED_RATIO = 1.5
"""A square more than this many times as wide as its crop is reduced by averaging, not by interpolation."""


def cut(image: NDArray[np.uint8], centre: Point, side: float, size: int) -> NDArray[np.uint8]:
    """Return the square of `side` pixels around `centre`, resized to size x size x 3.

    Outside the picture, the pixels of its border are repeated.
    """
    left, top = centre[0] - side / 2, centre[1] - side / 2
    if side > MAX_INTERPOLATED_RATIO * size:
        return _averaged(image, left, top, side, size)
    scale = size / side
    to_crop = np.array(
        [[scale, 0, -left * scale + (scale - 1) / 2], [0, scale, -top * scale + (scale - 1) / 2]], np.float64
    )
    crop = cv2.warpAffine(
        image, to_crop, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, np.uint8)


def cut_die(
    image: NDArray[np.uint8], centre: Point, longer_side: float, zoom: float = 1.0
) -> NDArray[np.uint8]:
    """Return the crop of a die that a reader takes, CROP_PIXELS square, brightened if the die is dim.

    `longer_side`: the longer side of the die's box, in pixels; `zoom`: how much wider than usual the crop is.
    """
    crop = cut(image, centre, CROP_SCALE * zoom * longer_side, CROP_PIXELS)
    edge = max(0, round(CROP_PIXELS / 2 * (1 - 1 / (CROP_SCALE * zoom))))
    return brighten(crop, crop[edge : CROP_PIXELS - edge, edge : CROP_PIXELS - edge])


def _averaged(image: NDArray[np.uint8], left: float, top: float, side: float, size: int) -> NDArray[np.uint8]:
    height, width = image.shape[:2]
    x0, y0 = int(np.floor(left)), int(np.floor(top))
    x1, y1 = int(np.ceil(left + side)), int(np.ceil(top + side))
    area = image[max(0, y0) : min(height, y1), max(0, x0) : min(width, x1)]
    if area.size == 0:
        return np.zeros((size, size, image.shape[2]), np.uint8)
    border = (max(0, -y0), max(0, y1 - height), max(0, -x0), max(0, x1 - width))
    if any(border):
        area = np.asarray(cv2.copyMakeBorder(area, *border, cv2.BORDER_REPLICATE), np.uint8)
    return np.asarray(cv2.resize(area, (size, size), interpolation=cv2.INTER_AREA), np.uint8)
