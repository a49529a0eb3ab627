"""Prepares pictures for a page: scaled, cropped, as JPEG."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.frames.image import Image


def encode_jpeg(image: Image, quality: int) -> bytes:
    """`image` (HxWx3, BGR) as a JPEG file. `quality`: 0 to 100."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()


def shrink(image: Image, max_side: int) -> Image:
    """`image` (HxWx3) with its longer side at most `max_side` pixels."""
    factor = max_side / max(image.shape[:2])
    if factor >= 1:
        return image
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)


def enlarge(image: Image, side: int) -> Image:
    """`image` (HxWx3) scaled to `side` pixels on its longer side, smoothly if enlarged."""
    factor = side / max(image.shape[:2])
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC), np.uint8)


def crop_around(image: Image, box: Sequence[float], sides: float, min_side: int = 0) -> Image:
    """A square of `image` around `box` (x, y, width, height), `sides` times as wide as its longer side.

    The longer side counts as `min_side` at least. What lies outside the image is cut off; 0x0 is possible.
    """
    x, y, w, h = box
    side = max(w, h, min_side) * sides
    left, top = max(0, int(x + w / 2 - side / 2)), max(0, int(y + h / 2 - side / 2))
    return image[top : top + int(side) + 1, left : left + int(side) + 1]
