"""Photos kept as evidence: JPEG files in a folder beside the games, by name."""

import contextlib
import secrets
from pathlib import Path

import cv2
import numpy as np

from companion.storage.private_files import not_kept, write_file
from companion.web.camera.pictures import encode_jpeg
from sheets.language import message
from vision.frames.image import Image

MAX_SIDE_PIXELS = 1600
"""The longer side of a kept photo, at most."""


def shrink_for_store(image: Image) -> tuple[Image, float]:
    """`image` (HxWx3), its longer side MAX_SIDE_PIXELS at most, and the factor by which it shrank (<= 1)."""
    height, width = image.shape[:2]
    factor = min(1.0, MAX_SIDE_PIXELS / max(height, width))
    if factor == 1.0:
        return image, factor
    size = (round(width * factor), round(height * factor))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), factor


class PhotoStore:
    """The kept photos of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, image: Image) -> str:
        """Write `image` (HxWx3, BGR) to disk; its name. Raises NotKept."""
        name = secrets.token_hex(8)
        try:
            write_file(self.path(name), encode_jpeg(image, 88))
        except OSError as problem:
            raise not_kept(message("The photo"), self.folder, problem) from problem
        return name

    def path(self, name: str) -> Path:
        """The path of the photo of that name."""
        return self.folder / f"{name}.jpg"

    def delete(self, name: str) -> None:
        """Delete a photo, if it is there."""
        with contextlib.suppress(OSError):
            self.path(name).unlink()
