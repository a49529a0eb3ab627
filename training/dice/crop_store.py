"""Stores training crops compactly: 128 x 128 pixels as JPEG, masks as PNG, about six kilobytes per die.

The crops of a rendered scene are in one file beside it (NAME.crops.npz), so that training resumes in seconds
after a stop. In memory they stay encoded until a batch needs them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.dice.dataset import Label, label_of

Pixels = NDArray[np.uint8]
JPEG_QUALITY = 95


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """A training crop around one die, n x n x 3, with its label."""

    encoded: bytes
    label: Label
    rendered: bool  # cut from a rendered picture, so pixels are cube roots of linear light
    width: float  # of the die in its picture, in pixels
    encoded_mask: bytes | None = None
    encoded_solid: bytes | None = None
    distractor: bool = False  # shows a thing that resembles a die, on a crowded table

    @classmethod
    def of(
        cls,
        pixels: Pixels,
        label: Label,
        rendered: bool,
        width: float,
        mask: Pixels | None = None,
        solid: Pixels | None = None,
        distractor: bool = False,
    ) -> Crop:
        """Encode these pixels (n x n x 3) as a crop. For other arguments, see the attributes.

        `mask`, `solid`: where the die's top face, and where any die, is visible (n x n, 0 to 255).
        """
        face, body = (None if m is None else _encode(".png", m) for m in (mask, solid))
        return cls(_encode(".jpg", pixels), label, rendered, width, face, body, distractor)

    @property
    def pixels(self) -> Pixels:
        """Return the pixels, n x n x 3."""
        return _decode(self.encoded, cv2.IMREAD_COLOR)

    @property
    def has_mask(self) -> bool:
        """Return True if the mask of the die's top face is known."""
        return self.encoded_mask is not None

    @property
    def mask(self) -> Pixels | None:
        """Return the mask of the die's visible top face, n x n, 0 to 255, or None if unknown."""
        return None if self.encoded_mask is None else _decode(self.encoded_mask, cv2.IMREAD_GRAYSCALE)

    @property
    def solid(self) -> Pixels | None:
        """Return the mask of all visible dice, n x n, 0 to 255, or None if unknown."""
        return None if self.encoded_solid is None else _decode(self.encoded_solid, cv2.IMREAD_GRAYSCALE)


def _encode(kind: str, pixels: Pixels) -> bytes:
    options = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY] if kind == ".jpg" else []
    return cv2.imencode(kind, pixels, options)[1].tobytes()


def _decode(data: bytes, how: int) -> Pixels:
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), how), np.uint8)


def save_crops(path: Path, crops: Iterable[Crop]) -> None:
    """Write crops into one file, atomically."""
    rows, parts = [], list[bytes]()
    for crop in crops:
        own = [crop.encoded, crop.encoded_mask or b"", crop.encoded_solid or b""]
        rows.append(
            {
                "label": asdict(crop.label),
                "rendered": crop.rendered,
                "width": crop.width,
                "distractor": crop.distractor,
                "bytes": [len(part) for part in own],
            }
        )
        parts += own
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(file, rows=np.array(json.dumps(rows)), data=np.frombuffer(b"".join(parts), np.uint8))
    part.replace(path)


def load_crops(path: Path) -> list[Crop]:
    """Load the crops of a file."""
    with np.load(path) as kept:
        rows, data = json.loads(str(kept["rows"])), kept["data"].tobytes()
    found, at = list[Crop](), 0
    for row in rows:
        ends = [at + int(end) for end in np.cumsum(row["bytes"])]
        whole, mask, solid = _slices(data, [at, *ends])
        at = ends[-1]
        label = label_of(row["label"])
        found.append(
            Crop(whole, label, row["rendered"], row["width"], mask or None, solid or None, row["distractor"])
        )
    return found


def _slices(data: bytes, ends: Sequence[int]) -> list[bytes]:
    return [data[a:b] for a, b in pairwise(ends)]
