"""Points and boxes in a picture: sizes, distances and overlaps of boxes."""

from math import hypot
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
Boxes = F64
"""N x 4; each row is a box: x, y, width, height."""
Point = tuple[float, float]
"""x, y in pixels."""
Box = tuple[float, float, float, float]
"""x and y of the top left corner, width, height, in pixels of the upright picture."""
PixelBox = tuple[int, int, int, int]
"""The same as `Box`, in whole pixels."""
AnyBox = TypeVar("AnyBox", Box, PixelBox)
"""For functions that return the same kind of box as they take."""


class Overlap(NamedTuple):
    """The area that two boxes share, as a fraction of their union and of the smaller box."""

    of_union: float
    of_smaller: float


class Overlaps(NamedTuple):
    """The `Overlap` of each of N boxes with each of M other boxes, as N x M arrays."""

    of_union: F64
    of_smaller: F64


def centre(box: Box) -> Point:
    """Return the centre of a box."""
    x, y, width, height = box
    return x + width / 2, y + height / 2


def area(box: Box) -> float:
    """Return the area of a box in square pixels."""
    return box[2] * box[3]


def longer_side(box: Box) -> float:
    """Return the larger of a box's width and height."""
    return max(box[2], box[3])


def mean_side(box: Box) -> float:
    """Return the mean of a box's width and height, at least 1 pixel."""
    return max(1.0, (box[2] + box[3]) / 2)


def distance(a: Box, b: Box) -> float:
    """Return the distance between the centres of two boxes, as a multiple of the smaller `mean_side`."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    return hypot(ax - bx, ay - by) / min(mean_side(a), mean_side(b))


def shared_area(a: Box, b: Box) -> float:
    """Return the area inside both boxes in square pixels."""
    ax, ay, aw, ah = a
    bx, by, bw, bh = b
    across = max(0.0, min(ax + aw, bx + bw) - max(ax, bx))
    down = max(0.0, min(ay + ah, by + bh) - max(ay, by))
    return across * down


def overlap(a: Box, b: Box) -> Overlap:
    """Return the area that two boxes share, as a fraction of their union and of the smaller box."""
    shared, first, second = shared_area(a, b), area(a), area(b)
    return Overlap(shared / (first + second - shared), shared / min(first, second))


def overlaps(some: Boxes, others: Boxes) -> Overlaps:
    """Return the overlap of each of `some` boxes (N x 4) with each of `others` (M x 4)."""
    x, y, w, h = some.T[:, :, None]
    x2, y2, w2, h2 = others.T[:, None]
    across = np.clip(np.minimum(x + w, x2 + w2) - np.maximum(x, x2), 0, None)
    shared = across * np.clip(np.minimum(y + h, y2 + h2) - np.maximum(y, y2), 0, None)
    first, second = w * h, w2 * h2
    return Overlaps(shared / (first + second - shared), shared / np.minimum(first, second))


def gaps(boxes: Boxes) -> F64:
    """Return the gap in pixels between every two of N boxes, N x N; 0 for boxes that touch or overlap."""
    x, y, w, h = boxes.T[:, :, None]
    across = np.maximum(x, x.T) - np.minimum(x + w, (x + w).T)
    down = np.maximum(y, y.T) - np.minimum(y + h, (y + h).T)
    return np.asarray(np.hypot(np.maximum(across, 0), np.maximum(down, 0)), np.float64)


def touches_border(box: Box, size: tuple[int, int]) -> bool:
    """Return True if a box touches or nearly touches the border of a picture of `size` (width, height)."""
    x, y, w, h = box
    edge = max(1.5, 0.02 * max(w, h))
    return x <= edge or y <= edge or x + w >= size[0] - edge or y + h >= size[1] - edge


def whole_pixels(box: Box, size: tuple[int, int]) -> PixelBox:
    """Round a box to whole pixels, at least 1 x 1, and clip it to a picture of `size` (width, height)."""
    x, y, width, height = box
    left, top = max(0, round(x)), max(0, round(y))
    right, bottom = min(size[0], round(x + width)), min(size[1], round(y + height))
    return left, top, max(1, right - left), max(1, bottom - top)


def scaled_box(box: PixelBox, old: tuple[int, int], new: tuple[int, int]) -> PixelBox:
    """Return the box in its picture after the picture is resized from `old` to `new` (width, height)."""
    x, y, w, h = box
    across, down = new[0] / old[0], new[1] / old[1]
    return whole_pixels((x * across, y * down, w * across, h * down), new)


def reading_order(box: Box, height: int) -> tuple[float, float]:
    """Return a sort key for boxes: by rows, each a sixth of the picture's `height`, then left to right."""
    x, y = centre(box)
    return y // max(1, height // 6), x
