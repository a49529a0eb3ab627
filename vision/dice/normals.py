"""Finds the normal of each die's top face, with a network that sees the die's crop.

A normal is a unit vector in the frame of a camera that looks straight at the die: x to the right, y down. Its
third component follows from x and y, since a top faces the camera.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.geometry import F64
from vision.inference import session, tensor

NETWORK = "normals"
LOG_SPREADS = (-5.0, 1.0)
"""Least and largest logarithm of `Normal.spread` that occurred in the network's training."""


class Normal(NamedTuple):
    """The normal of a top face, and its uncertainty."""

    x: float
    y: float
    spread: float  # the scale of the error of x and of y


UNKNOWN_NORMAL = Normal(0.0, 0.0, 1.0)


def find_normals(crops: Sequence[NDArray[np.uint8]]) -> list[Normal]:
    """Return the normals of the top faces in crops (CROP_PIXELS x CROP_PIXELS x 3, BGR)."""
    if not crops:
        return []
    (said,) = session(NETWORK).run(None, {"crops": tensor(list(crops))})
    x, y, log_spread = np.asarray(said, np.float64).T
    spread = np.exp(np.clip(log_spread, *LOG_SPREADS))
    return [Normal(*map(float, each)) for each in zip(x, y, spread, strict=True)]


def as_seen_along(rays: F64, normals: F64) -> F64:
    """Convert normals to the frame of a camera that looks along `rays` (... x 3); return ... x 2.

    `normals`: ... x 3, their components to the right, down and ahead in the frame of the actual camera.
    """
    rays = rays / np.linalg.norm(rays, axis=-1, keepdims=True)
    x, y, ahead = np.moveaxis(rays, -1, 0)
    right, down, far = np.moveaxis(np.asarray(normals, np.float64), -1, 0)
    aside = x * right + y * down
    # the rotation that takes the ray (x, y, ahead) to (0, 0, 1)
    kept = aside / (1 + ahead) + far
    return vectors(right - x * kept, down - y * kept)


def vectors(*components: F64) -> F64:
    """Stack `components` into vectors along a new last axis. For speed, each component stays contiguous."""
    return np.moveaxis(np.stack(components), 0, -1)
