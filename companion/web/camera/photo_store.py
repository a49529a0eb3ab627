"""Photos kept as evidence: JPEG files in a subfolder of the games' folder, by name."""

import contextlib
import secrets
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.storage.private_files import not_kept, write_file
from sheets.language import message
from vision.frames.image import Image


def encode_jpeg(image: Image, quality: int) -> bytes:
    """Return `image` (HxWx3, BGR) as a JPEG file. `quality`: 0 to 100."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()


def shrink(image: Image, max_side: int) -> Image:
    """Return `image` (HxWx3) reduced to at most `max_side` pixels on its longer side, or unchanged if it
    fits."""
    factor = max_side / max(image.shape[:2])
    if factor >= 1:
        return image
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)


def enlarge(image: Image, side: int) -> Image:
    """Return `image` (HxWx3) scaled to `side` pixels on its longer side."""
    factor = side / max(image.shape[:2])
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC), np.uint8)


def crop_around(image: Image, box: Sequence[float], sides: float, min_side: int = 0) -> Image:
    """Return a square part of `image` around the centre of `box` (x, y, width, height).

    Its side is `sides` times the longer side of the box, which counts as at least `min_side`. Parts outside
    the image are cut off, so the result may be smaller or empty.
    """
    x, y, w, h = box
    side = max(w, h, min_side) * sides
    left, top = max(0, int(x + w / 2 - side / 2)), max(0, int(y + h / 2 - side / 2))
    return image[top : top + int(side) + 1, left : left + int(side) + 1]


MAX_SIDE_PIXELS = 1600
"""A photo with a longer side than this is reduced before it is stored."""


def shrink_for_store(image: Image) -> tuple[Image, float]:
    """Return `image` (HxWx3) with sides of at most MAX_SIDE_PIXELS, and the scale factor (<= 1)."""
    height, width = image.shape[:2]
    factor = min(1.0, MAX_SIDE_PIXELS / max(height, width))
    if factor == 1.0:
        return image, factor
    size = (round(width * factor), round(height * factor))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), factor


class PhotoStore:
    """The photos in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, image: Image) -> str:
        """Write `image` (HxWx3, BGR) to disk and return its name. Raise NotKept."""
        name = secrets.token_hex(8)
        try:
            write_file(self.path(name), encode_jpeg(image, 88))
        except OSError as problem:
            raise not_kept(message("The photo"), self.folder, problem) from problem
        return name

    def path(self, name: str) -> Path:
        """Return the file of the photo called `name`."""
        return self.folder / f"{name}.jpg"

    def delete(self, name: str) -> None:
        """Delete a photo if it exists; a failure is ignored."""
        with contextlib.suppress(OSError):
            self.path(name).unlink()
