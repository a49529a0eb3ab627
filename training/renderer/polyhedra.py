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
    """`normals`: faces x 3, unit; opposite faces, if `paired`, are neighbours: 2i and 2i + 1. `inradius`:
    from the middle to each face. `fold`: turns that bring a face onto itself. `reach`: half the side of the
    square on a face that its numeral fills."""

    normals: F32
    inradius: float
    fold: int
    reach: float
    paired: bool = True

    @cached_property
    def corners(self) -> F32:
        """Return the corners, points x 3, at which three planes or more meet within all others."""
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
        """Return distances of points (n x 3) along the normals, clipped to those that count towards a face.

        The result is n x faces, or n x pairs of opposite faces with the sign of the nearer one.
        """
        along = points @ (self.normals[::2] if self.paired else self.normals).T
        return np.asarray(along if self.paired else np.maximum(along, 0), np.float32)

    def towards(self, weights: F32) -> F32:
        """Return the sums of normals (n x 3) by weights as `planes` returns them."""
        return np.asarray(weights @ (self.normals[::2] if self.paired else self.normals), np.float32)


def _unit(rows: list[list[float]]) -> F32:
    normals = np.array(rows, np.float32)
    return np.asarray(normals / np.linalg.norm(normals, axis=1, keepdims=True), np.float32)


def _both(rows: list[list[float]]) -> F32:
    """Return unit normals, each followed by its opposite."""
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
"""The solids by the number of their faces, in the sizes that are sold beside six-sided dice."""
