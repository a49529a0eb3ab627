"""What the tops of dice that lie flat on one table look like to one camera.

In its own plane the spread of a square, and of an equilateral triangle, is the same in all directions. So to
a camera the spread of a top that lies flat hangs on nothing but how it sees the table at that place,
whichever way the die is turned. The plane of the table is the one of CAMERAS that explains the tops best; a
top that differs from what this plane predicts is no top, or its die leans.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]

ELEVATIONS = np.radians(np.arange(24, 91, 3))
"""How high over the table a camera may look down from."""
FOCAL_LENGTHS = np.array([0.6, 0.8, 1.1, 1.6, 2.6])
"""In widths of the picture, from a wide lens to a long one."""
ROLLS = np.radians([-12, -6, 0, 6, 12])
"""By how much a camera may be held askew."""
CAMERAS = np.stack(np.meshgrid(ELEVATIONS, FOCAL_LENGTHS, ROLLS, indexing="ij"), -1).reshape(-1, 3)
"""Planes of the table that are tried: elevation, focal length and roll of the camera, G x 3."""
SPREAD = 0.08
"""Standard deviation of the shapes of tops that lie flat, as a reader sees them."""
MOST_FAR = 3.0
"""Largest distance, in standard deviations, that counts against a plane; chosen."""
UNLIKE = 8.0
"""Largest difference of a top, in standard deviations; chosen."""
ROLL = np.radians(10)
"""Standard deviation of how far people hold a camera askew."""


def shapes(across: F64, down: F64, correlation: F64) -> F64:
    """The shapes of spreads, whatever their size: ... x 2, how much wider than high, and how much askew, as
    logarithms; from the standard deviations across and down the picture and the correlation of both."""
    return _shapes(across**2, down**2, correlation * across * down)


def _shapes(wide: F64, high: F64, askew: F64) -> F64:
    """The same from the entries of the covariance: the difference of the diagonal, and twice what lies beside
    it, of the logarithm of its square root."""
    middle = (wide + high) / 2
    apart = np.sqrt(((wide - high) / 2) ** 2 + askew**2)
    most = middle + apart
    least = np.maximum(1e-6 * most, middle - apart)
    stretch = (np.log(np.maximum(most, 1e-12)) - np.log(np.maximum(least, 1e-12))) / 4
    turned = stretch / np.maximum(apart, 1e-12)
    return np.stack([turned * (wide - high), 2 * turned * askew], -1)


def flat_shapes(spots: F64) -> F64:
    """What tops look like that lie flat at N places: G x N x 2, to each of CAMERAS. `spots`: N x 2, from the
    middle of the picture, in widths of it."""
    elevation, focal, roll = (column[:, None] for column in CAMERAS.T)
    x, y = spots[None, :, 0] / focal, spots[None, :, 1] / focal
    # two directions in the table, as the camera sees them (right, down, ahead) and as the picture shows them
    along = np.cos(roll), np.sin(roll), np.zeros_like(roll)
    away = -np.sin(elevation) * np.sin(roll), np.sin(elevation) * np.cos(roll), -np.cos(elevation)
    ax, ay = along[0] - x * along[2], along[1] - y * along[2]
    bx, by = away[0] - x * away[2], away[1] - y * away[2]
    return _shapes(ax**2 + bx**2, ay**2 + by**2, ax * ay + bx * by)


def differences_from_flat(seen: F64, spots: F64, usual: NDArray[np.bool_]) -> F64:
    """How far the shape of each of N tops is from what those in its row of `usual` (N x N) predict, N, in
    standard deviations: each camera predicts as much as it explains those.

    `seen`: N x 2, by `shapes`; `spots` as `flat_shapes` wants them.
    """
    far = np.linalg.norm(flat_shapes(spots) - seen[None], axis=-1) / SPREAD
    likely = (
        np.minimum(far, MOST_FAR) ** 2 / 2 @ usual.T.astype(np.float64) + (CAMERAS[:, 2:] / ROLL) ** 2 / 2
    )
    likely = np.exp(likely.min(0) - likely)
    given = (likely * np.exp(-(np.minimum(far, UNLIKE) ** 2) / 2)).sum(0) / likely.sum(0)
    return np.asarray(np.sqrt(-2 * np.log(given)), np.float64)
