"""Stores photos as evidence, and keeps readings of sheets in memory until people accept them."""

import contextlib
import secrets
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.sheet_scan.reading import SheetReading
from companion.storage.private_files import not_kept, write_file
from companion.table.events import Photo
from sheets.language import message
from vision.frames.image import Image

MAX_SIDE_PIXELS = 1600
"""Longest side of a stored photo."""


def encode_jpeg(image: Image, quality: int) -> bytes:
    """Return `image` (HxWx3, BGR) as a JPEG file. `quality`: 0 to 100."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()


def shrink(image: Image, max_side: int = MAX_SIDE_PIXELS) -> tuple[Image, float]:
    """Return `image` (HxWx3), with no side longer than `max_side` pixels, and its scale factor (<= 1)."""
    height, width = image.shape[:2]
    factor = min(1.0, max_side / max(height, width))
    if factor == 1.0:
        return image, factor
    size = (round(width * factor), round(height * factor))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), factor


def enlarge(image: Image, side: int) -> Image:
    """Return `image` (HxWx3) scaled to `side` pixels on its longer side."""
    factor = side / max(image.shape[:2])
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC), np.uint8)


def crop_around(image: Image, box: Sequence[float], sides: float, min_side: int = 0) -> Image:
    """Return a square part of `image`, centred on `box` (x, y, width, height) and cut off at the edges.

    The side is `sides` times the box's longer side, which counts as at least `min_side` pixels.
    """
    x, y, w, h = box
    side = max(w, h, min_side) * sides
    left, top = max(0, int(x + w / 2 - side / 2)), max(0, int(y + h / 2 - side / 2))
    return image[top : top + int(side) + 1, left : left + int(side) + 1]


class PhotoStore:
    """The photos in a folder: JPEG files with random names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, image: Image) -> str:
        """Write `image` (HxWx3, BGR) to disk and return the photo's name, or raise NotKept."""
        name = secrets.token_hex(8)
        try:
            write_file(self.path(name), encode_jpeg(image, 88))
        except OSError as problem:
            raise not_kept(message("The photo"), self.folder, problem) from problem
        return name

    def path(self, name: str) -> Path:
        return self.folder / f"{name}.jpg"

    def delete(self, name: str) -> None:
        """Delete a photo, if it exists. A failure is ignored."""
        with contextlib.suppress(OSError):
            self.path(name).unlink()


MAX_PENDING_PHOTOS = 24
"""Largest number of waiting photos; a further photo replaces the oldest."""


@dataclass(frozen=True, slots=True)
class PendingSheets:
    """A photo of sheets, with the readings that people still have to accept."""

    photo: Photo
    readings: tuple[SheetReading, ...]
    crops: tuple[tuple[str, ...], ...]
    """For each sheet, pictures of the cells and boxes that are hard to read, as data URLs."""
    factor: float = 1.0
    """Scale factor from the image that was read to the stored photo, at most 1."""


class PendingSheetPhotos:
    """Photos of sheets whose readings people have not accepted yet, by random name. Thread-safe."""

    def __init__(self) -> None:
        self._photos: dict[str, PendingSheets] = {}
        self._lock = threading.Lock()

    def add(self, sheets: PendingSheets) -> str:
        name = secrets.token_hex(8)
        with self._lock:
            self._photos[name] = sheets
            if len(self._photos) > MAX_PENDING_PHOTOS:
                del self._photos[next(iter(self._photos))]
        return name

    def find(self, name: str) -> PendingSheets | None:
        return self._photos.get(name)
