"""Photos kept as evidence: JPEG files in a folder beside the games, by name."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

import cv2

from vision.frames.image import Image

SIDE = 1600
"""The longer side of a kept photo, at most, in pixels."""


def shrunk(image: Image) -> tuple[Image, float]:
    """`image` (HxWx3) with its longer side at most SIDE pixels, and the factor by which it shrank (<= 1)."""
    height, width = image.shape[:2]
    factor = min(1.0, SIDE / max(height, width))
    if factor == 1.0:
        return image, factor
    size = (round(width * factor), round(height * factor))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA), factor  # type: ignore[return-value]


class PhotoStore:
    """The kept photos of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, image: Image) -> str:
        """Write `image` (HxWx3, BGR) to disk and give its name."""
        self.folder.mkdir(parents=True, exist_ok=True)
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 88])
        name = secrets.token_hex(8)
        part = self.folder / f"{name}.part"
        with part.open("wb") as file:
            file.write(data.tobytes())
            file.flush()
            os.fsync(file.fileno())
        part.replace(self.path(name))
        return name

    def path(self, name: str) -> Path:
        """Where the photo of that name lies."""
        return self.folder / f"{name}.jpg"

    def delete(self, name: str) -> None:
        """Delete a photo; one that is gone already does no harm."""
        with contextlib.suppress(OSError):
            self.path(name).unlink()
