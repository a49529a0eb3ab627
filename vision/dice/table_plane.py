"""What the tops of dice that lie flat on one table look like to one camera.

In its own plane the spread of a square, and of an equilateral triangle, is the same in all directions. So the
spread of a flat top in a picture depends only on how the camera sees the table at that place, whichever way
the die is turned. The plane of the table is the one of CAMERAS that explains the tops best; a top that
differs from what this plane predicts is no top, or its die leans.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]

ELEVATIONS = np.radians(np.arange(24, 91, 3))
"""Heights of the camera above the table that are tried, as angles."""
FOCAL_LENGTHS = np.array([0.6, 0.8, 1.1, 1.6, 2.6])
"""Focal lengths that are tried, in widths of the picture, from wide to long."""
ROLLS = np.radians([-12, -6, 0, 6, 12])
"""Angles by which a camera may be held askew that are tried."""
CAMERAS = np.stack(np.meshgrid(ELEVATIONS, FOCAL_LENGTHS, ROLLS, indexing="ij"), -1).reshape(-1, 3)
"""Planes of the table that are tried: elevation, focal length and roll of the camera, G x 3."""
SPREAD = 0.08
"""Standard deviation of the shapes of tops that lie flat, as a reader sees them."""
MOST_FAR = 3.0
"""Largest distance, in standard deviations, that counts against a plane; chosen."""
UNLIKE = 8.0
"""Largest difference of a top, in standard deviations; chosen."""
ROLL = np.radians(10)
"""Standard deviation of the angle by which people hold a camera askew."""


def shapes(across: F64, down: F64, correlation: F64) -> F64:
    """The shapes of spreads, whatever their size: ... x 2, the logarithms of width over height and of the
    same along the diagonals; from the standard deviations across and down the picture and their correlation.
    """
    return _shapes(across**2, down**2, correlation * across * down)


def _shapes(wide: F64, high: F64, askew: F64) -> F64:
    """The shapes, from the entries of the covariance: the difference of the diagonal, and twice the entry
    beside it, of the logarithm of its square root."""
    middle = (wide + high) / 2
    apart = np.sqrt(((wide - high) / 2) ** 2 + askew**2)
    most = middle + apart
    least = np.maximum(1e-6 * most, middle - apart)
    stretch = (np.log(np.maximum(most, 1e-12)) - np.log(np.maximum(least, 1e-12))) / 4
    turned = stretch / np.maximum(apart, 1e-12)
    return np.stack([turned * (wide - high), 2 * turned * askew], -1)


def flat_shapes(spots: F64) -> F64:
    """The shapes of flat tops at N places, as each of CAMERAS sees them: G x N x 2. `spots`: N x 2, from the
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
    """N: the difference of each top's shape from the prediction of those in its row of `usual` (N x N), in
    standard deviations; each camera is weighed by how well it explains those.

    `seen`: N x 2, by `shapes`; `spots` as `flat_shapes` wants them.
    """
    far = np.linalg.norm(flat_shapes(spots) - seen[None], axis=-1) / SPREAD
    likely = (
        np.minimum(far, MOST_FAR) ** 2 / 2 @ usual.T.astype(np.float64) + (CAMERAS[:, 2:] / ROLL) ** 2 / 2
    )
    likely = np.exp(likely.min(0) - likely)
    given = (likely * np.exp(-(np.minimum(far, UNLIKE) ** 2) / 2)).sum(0) / likely.sum(0)
    return np.asarray(np.sqrt(-2 * np.log(given)), np.float64)
