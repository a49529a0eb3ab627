"""Infers the plane of the table from the top faces of flat dice, as one camera sees them.

A camera's position determines the normal and the shape of a flat top at each place of the picture. Each of
CAMERAS predicts both and is weighted by how well it explains the dice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.candidate import Candidate, boxes_of
from vision.dice.normals import UNKNOWN_NORMAL, Normal, as_seen_along, vectors
from vision.geometry import F64, Boxes, overlaps, touches_border

ELEVATIONS = np.radians(np.arange(24, 91, 2))
"""Elevations of the camera above the table that are tried, in radians."""
FOCAL_LENGTHS = np.array([0.6, 0.8, 1.1, 1.6, 2.6])
"""Focal lengths that are tried, in widths of the picture, from wide to long."""
CAMERA_ROLLS = np.radians(np.arange(-15, 16, 3))
"""Roll angles of the camera (rotation about its axis) that are tried, in radians."""
CAMERAS = np.stack(np.meshgrid(ELEVATIONS, FOCAL_LENGTHS, CAMERA_ROLLS, indexing="ij"), -1).reshape(-1, 3)
"""Cameras that are tried, G x 3: elevation, focal length and roll."""
_UP = vectors(
    np.cos(CAMERAS[:, 0]) * np.sin(CAMERAS[:, 2]),
    -np.cos(CAMERAS[:, 0]) * np.cos(CAMERAS[:, 2]),
    -np.sin(CAMERAS[:, 0]),
)
"""The upward direction from the table in the frame of each of CAMERAS: right, down and ahead, G x 3."""
CAMERA_ROLL_SPREAD = np.radians(10)
"""Standard deviation, in radians, of the roll angle at which people hold a camera."""
_LOG_PRIOR = -((CAMERAS[:, 2] / CAMERA_ROLL_SPREAD) ** 2) / 2
LEAST_SPREAD = 0.03
"""Added in quadrature to the scale of each normal's error, since neighbouring CAMERAS predict normals that
differ by about this much."""
FREEDOM = 4.0
"""Degrees of freedom of Student's t distribution of a normal's error, as in the network's training."""
SHAPE_SPREAD = 0.08
"""Standard deviation of the errors of `SeenTops.shapes` for dice that lie flat."""
SHAPE_WEIGHT = 0.5
"""Weight of a shape's evidence relative to that of a normal, since their errors are correlated. Fitted."""
LEANING_SHARE = 0.03
"""Probability that a die leans."""
LEANING_SPREAD, LEANING_SHAPE_SPREAD = 0.3, 0.45
"""Standard deviations of a leaning die's normal and shape from those of a flat die (0.3: 17 degrees)."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenNormals:
    """The normals of the tops of N dice."""

    normals: F64  # N x 2
    spreads: F64  # N, the scale of their error (`vision.dice.normals`)
    spots: F64  # N x 2, their positions from the middle of the picture, in widths of the picture


@dataclass(frozen=True, slots=True, eq=False)
class SeenTops(SeenNormals):
    """The normals and the shapes of the tops of N dice."""

    shapes: F64  # N x 2, by `shapes_of`


def spots_of(boxes: Boxes, size: tuple[int, int]) -> F64:
    """Return the centres of N boxes relative to the picture's centre, N x 2, in widths of the picture.

    `size`: width and height of the picture.
    """
    return np.asarray((boxes[:, :2] + boxes[:, 2:] / 2 - np.array(size) / 2) / size[0], np.float64)


def shapes_of(across: F64, down: F64, correlation: F64) -> F64:
    """Return shapes, ... x 2: the log of a top face's width over its height, and that along the diagonals.

    `across`, `down`, `correlation`: standard deviations and correlation of the points of the top face.
    """
    return _shapes(across**2, down**2, correlation * across * down)


def _shapes(wide: F64, high: F64, askew: F64) -> F64:
    """Return shapes like `shapes_of`, from the variances across and down and the covariance `askew`."""
    middle = (wide + high) / 2
    apart = np.sqrt(((wide - high) / 2) ** 2 + askew**2)
    most = middle + apart
    least = np.maximum(1e-6 * most, middle - apart)
    stretch = (np.log(np.maximum(most, 1e-12)) - np.log(np.maximum(least, 1e-12))) / 4
    turned = stretch / np.maximum(apart, 1e-12)
    return vectors(turned * (wide - high), 2 * turned * askew)


def flat_tops(spots: F64) -> tuple[F64, F64]:
    """Return the normals and the shapes of flat tops at N `spots` for each of CAMERAS, both N x G x 2."""
    elevation, focal, roll = CAMERAS.T
    x, y = spots.T[..., None] / focal
    # two directions in the table, as the camera sees them: right, down, ahead
    along = np.cos(roll), np.sin(roll), np.zeros_like(roll)
    away = -np.sin(elevation) * np.sin(roll), np.sin(elevation) * np.cos(roll), -np.cos(elevation)
    ax, ay = along[0] - x * along[2], along[1] - y * along[2]
    bx, by = away[0] - x * away[2], away[1] - y * away[2]
    return flat_normals(spots), _shapes(ax**2 + bx**2, ay**2 + by**2, ax * ay + bx * by)


def flat_normals(spots: F64) -> F64:
    """Return the normals of flat tops at N `spots` for each of CAMERAS, N x G x 2."""
    x, y = spots.T[..., None] / CAMERAS[:, 1]
    return as_seen_along(vectors(x, y, np.ones_like(x)), _UP)


def leaning_log_ratios(tops: SeenTops, usual: NDArray[np.bool_]) -> F64:
    """Return for each of N dice the log likelihood ratio: leaning against lying flat on the table.

    `usual`: N x N; row i marks the tops from which the table is inferred for top i.
    """
    normals, shapes = flat_tops(tops.spots)
    flat, leaning = _normal_densities(normals, tops.normals, tops.spreads)
    off = ((shapes - tops.shapes[:, None]) ** 2).sum(-1)
    flat += SHAPE_WEIGHT * _log_density(off, SHAPE_SPREAD)
    leaning += SHAPE_WEIGHT * _log_density(off, LEANING_SHAPE_SPREAD)
    likely = usual.astype(np.float64) @ _either(flat, leaning) + _LOG_PRIOR
    return np.asarray(_log_sum(likely + leaning) - _log_sum(likely + flat), np.float64)


def log_evidence(tops: SeenNormals) -> float:
    """Return the log of the likelihood of these normals, averaged over CAMERAS, up to a constant."""
    flat, leaning = _normal_densities(flat_normals(tops.spots), tops.normals, tops.spreads)
    return float(_log_sum((_either(flat, leaning).sum(0) + _LOG_PRIOR)[None])[0])


def normals_below(spots: F64, tops: SeenNormals, telling: NDArray[np.bool_]) -> tuple[F64, F64]:
    """Return the table's normals at M `spots` (M x 2), and the scales of their errors (M).

    Row i of `telling` (M x N) marks the `tops` from which the table is inferred for spot i.
    """
    flat, leaning = _normal_densities(flat_normals(tops.spots), tops.normals, tops.spreads)
    likely = telling.astype(np.float64) @ _either(flat, leaning) + _LOG_PRIOR
    share = np.exp(likely - likely.max(-1, keepdims=True))
    share /= share.sum(-1, keepdims=True)
    normals = flat_normals(spots)
    mean = np.einsum("mg,mgk->mk", share, normals)
    off = np.einsum("mg,mgk->m", share, (normals - mean[:, None]) ** 2) / 2
    return mean, np.asarray(np.hypot(np.sqrt(off), LEAST_SPREAD / 2), np.float64)


MIN_OTHERS = 2
"""Number of other dice needed to determine the table's plane."""
SAME_DIE_OVERLAP = 0.3
"""Two boxes may show the same die if they share at least this part of the smaller box."""


def tables_below(
    places: Sequence[Candidate], tops: Mapping[Candidate, Normal], size: tuple[int, int]
) -> list[Normal]:
    """Return the table's normal at each of `places` in a picture of `size`, from the `tops` of other dice.

    A normal is UNKNOWN_NORMAL if fewer than MIN_OTHERS other dice are away from the picture's border.
    """
    tellers = [c for c in tops if not touches_border(c.box, size)]
    if len(tellers) < MIN_OTHERS or not places:
        return [UNKNOWN_NORMAL] * len(places)
    boxes, theirs = boxes_of(places), boxes_of(tellers)
    telling = overlaps(boxes, theirs).of_smaller < SAME_DIE_OVERLAP
    normals = np.array([tops[c] for c in tellers], np.float64)
    seen = SeenNormals(normals[:, :2], normals[:, 2], spots_of(theirs, size))
    table, spreads = normals_below(spots_of(boxes, size), seen, telling)
    known = telling.sum(1) >= MIN_OTHERS
    return [
        Normal(float(x), float(y), float(spread)) if told else UNKNOWN_NORMAL
        for (x, y), spread, told in zip(table, spreads, known, strict=True)
    ]


def _normal_densities(expected: F64, normals: F64, spreads: F64) -> tuple[F64, F64]:
    """Return the log-likelihoods of N normals if the dice are flat, and if they lean, for each of G CAMERAS.

    Both are N x G. `expected`: N x G x 2, the normals of flat tops for each of CAMERAS.
    """
    off = ((expected - normals[:, None]) ** 2).sum(-1)
    spread = np.hypot(spreads, LEAST_SPREAD)[:, None]
    flat = -(FREEDOM + 2) / 2 * np.log1p(off / spread**2 / FREEDOM) - 2 * np.log(spread)
    wide = np.hypot(spreads, LEANING_SPREAD)[:, None]
    return flat, -off / wide**2 / 2 - 2 * np.log(wide)


def _either(flat: F64, leaning: F64) -> F64:
    """Combine the log-likelihoods of `flat` and `leaning` tops; tops lean with probability LEANING_SHARE."""
    return np.asarray(
        np.logaddexp(np.log1p(-LEANING_SHARE) + flat, np.log(LEANING_SHARE) + leaning), np.float64
    )


def _log_density(squares: F64, spread: float) -> F64:
    """Return the log of a Gaussian density in the plane, up to a constant, from squared distances."""
    return np.asarray(-squares / spread**2 / 2 - 2 * np.log(spread), np.float64)


def _log_sum(logs: F64) -> F64:
    """Return the logarithm of the sum of exponentials over the last axis."""
    most = logs.max(-1)
    return np.asarray(most + np.log(np.exp(logs - most[:, None]).sum(-1)), np.float64)
