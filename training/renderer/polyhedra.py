"""Dice other than cubes: solids whose faces all have the same distance from their middle.

Lengths are in half-edges of a die, as in `training.renderer.dice`.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from training.renderer.colours import F32

GOLDEN = (1 + 5**0.5) / 2
KITE_SLOPE = np.radians(38)
"""Angle between the faces of a ten-sided die and the plane normal to its axis."""


@dataclass(frozen=True, eq=False)
class Polyhedron:
    """A convex solid whose faces all have the same distance from its middle."""

    normals: F32  # faces x 3, unit vectors
    inradius: float  # distance from the middle to each face
    fold: int  # order of a face's rotational symmetry
    reach: float  # half the side of the square that a face's numeral fills
    paired: bool = True  # faces 2i and 2i + 1 are opposite

    @cached_property
    def corners(self) -> F32:
        """Return the corners, n x 3, that is, the points of the solid at which three or more faces meet."""
        found = list[F32]()
        for three in combinations(self.normals, 3):
            planes = np.array(three, np.float64)
            if abs(np.linalg.det(planes)) < 1e-3:
                continue
            point = np.linalg.solve(planes, np.full(3, self.inradius)).astype(np.float32)
            inside = (self.normals @ point).max() < self.inradius + 1e-4
            if inside and all(np.abs(point - other).max() > 1e-3 for other in found):
                found.append(point)
        return np.array(found, np.float32)

    def planes(self, points: F32) -> F32:
        """Return the distances of points (n x 3) from the middle along the normals.

        If faces are paired, the result is n x pairs, negative towards the second face of a pair. Otherwise it
        is n x faces, with 0 for negative distances.
        """
        along = points @ (self.normals[::2] if self.paired else self.normals).T
        return np.asarray(along if self.paired else np.maximum(along, 0), np.float32)

    def towards(self, weights: F32) -> F32:
        """Return weighted sums of the normals, n x 3. `weights` has the shape that `planes` returns."""
        return np.asarray(weights @ (self.normals[::2] if self.paired else self.normals), np.float32)


def _unit(rows: list[list[float]]) -> F32:
    normals = np.array(rows, np.float32)
    return np.asarray(normals / np.linalg.norm(normals, axis=1, keepdims=True), np.float32)


def _both(rows: list[list[float]]) -> F32:
    """Return unit vectors in these directions, each followed by its opposite."""
    return _unit([side for row in rows for side in (row, [-x for x in row])])


def _cycled(*rows: tuple[float, float, float]) -> list[list[float]]:
    return [list(np.roll(row, shift)) for row in rows for shift in range(3)]


_KITES = [
    [np.cos(turn) * np.cos(KITE_SLOPE), np.sin(turn) * np.cos(KITE_SLOPE), np.sin(KITE_SLOPE)]
    for turn in 2 * np.pi * np.arange(5) / 5
]

_CUBE_CORNERS: list[list[float]] = [[1, 1, 1], [-1, 1, 1], [1, -1, 1], [1, 1, -1]]

POLYHEDRA: dict[int, Polyhedron] = {
    4: Polyhedron(_unit([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]), 0.46, 3, 0.62, paired=False),
    8: Polyhedron(_both(_CUBE_CORNERS), 0.8165, 3, 0.5),
    10: Polyhedron(_both(_KITES), 0.78, 1, 0.42),
    12: Polyhedron(_both(_cycled((0, 1, GOLDEN), (0, -1, GOLDEN))), 1.0, 5, 0.42),
    20: Polyhedron(
        _both(_CUBE_CORNERS + _cycled((0, 1 / GOLDEN, GOLDEN), (0, -1 / GOLDEN, GOLDEN))), 1.05, 3, 0.3
    ),
}
"""The solids by number of faces, in the sizes of dice that are sold together with six-sided dice."""
