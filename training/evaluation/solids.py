"""Triangle meshes of dice and clutter, with lengths in millimetres and z up.

A rounded die is the Minkowski sum of a smaller die and a ball. A larger ball may cut off its corners, as on
casino and party dice.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]
I32 = NDArray[np.int32]

CUBE_AXES: tuple[tuple[int, int, int], ...] = (
    (0, 0, 1), (0, 0, -1), (0, 1, 0), (0, -1, 0), (1, 0, 0), (-1, 0, 0),
)  # fmt: skip
"""Normals of a cube's faces, as successive pairs of opposite faces."""
OCTANTS: tuple[tuple[int, int, int], ...] = (
    (1, 1, 1), (-1, -1, -1), (-1, 1, 1), (1, -1, -1), (-1, -1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, -1),
)  # fmt: skip
"""Normals of an octahedron's faces, times the square root of three, as successive pairs of opposite faces."""
GRID = 44
"""Number of mesh cells along the edge of a cube's face."""
STEPS = 22
"""Number of mesh cells along the edge of an octahedron's face."""
MARGIN = 0.03
"""Margin at each side of a face's tile in the texture, as a share of the tile's width."""


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """A mesh of n points and m triangles."""

    points: F64  # n x 3
    triangles: I32  # m x 3: indices of points, counter-clockwise from outside
    uv: F64  # n x 2: texture coordinates, 0 to 1
    normals: F64  # n x 3
    faces: I32  # (m,): the index of the solid's face to which a triangle belongs

    def moved(self, turn: F64, to: F64) -> Mesh:
        """Return the mesh turned by the 3 x 3 rotation matrix `turn`, then shifted by `to`."""
        return Mesh(self.points @ turn.T + to, self.triangles, self.uv, self.normals @ turn.T, self.faces)


def frame(normal: F64) -> tuple[F64, F64]:
    """Return unit vectors right and up on a face with this normal, seen from outside: right x up = normal."""
    up = np.array([0.0, 1.0, 0.0]) if abs(normal[1]) < 0.9 else np.array([0.0, 0.0, 1.0])
    up -= normal * (up @ normal)
    up /= np.linalg.norm(up)
    return np.cross(up, normal), up


def corner_frame(normal: F64, corner: int) -> tuple[F64, F64]:
    """Return unit vectors right and up on an octahedron's face, with up towards its corner on axis `corner`.

    `corner`: 0, 1 or 2 for x, y or z.
    """
    tip = np.zeros(3)
    tip[corner] = np.sign(normal[corner])
    up = tip - normal * (tip @ normal)
    up /= np.linalg.norm(up)
    return np.cross(up, normal), up


def _unit(vectors: F64) -> F64:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-12), np.float64)


def _smooth(points: F64, triangles: I32) -> F64:
    """Return the unit normal at each vertex: the mean over its triangles, weighted by area."""
    a, b, c = (points[triangles[:, i]] for i in range(3))
    flat = np.cross(b - a, c - a)
    normals = np.zeros_like(points)
    for i in range(3):
        np.add.at(normals, triangles[:, i], flat)
    return _unit(normals)


def tile(face: int, columns: int, rows: int, at: F64) -> F64:
    """Map points on a face, -1 to 1, to coordinates in a texture with a tile per face; v points down."""
    x = (face % columns + 0.5 + (0.5 - MARGIN) * at[:, 0]) / columns
    y = (face // columns + 0.5 - (0.5 - MARGIN) * at[:, 1]) / rows
    return np.stack([x, y], -1)


def cube(edge: float, rounding: float, ball: float, dents: list[F64], radius: float, depth: float) -> Mesh:
    """Return a cube with dents for pips, and a texture of 3 x 2 tiles.

    All arguments but `edge` are in units of half the edge. `rounding`: radius of the rounded edges. `ball`:
    radius of the ball that cuts off corners (1.74 cuts nothing). `dents`: for each face, the centres of its
    pips, k x 2 from -1 to 1. `radius`, `depth`: of the dents.
    """
    line = np.linspace(-1, 1, GRID + 1)
    a, b = (g.ravel() for g in np.meshgrid(line, line))
    at = np.stack([a, b], -1)
    cell = np.arange(GRID)[:, None] * (GRID + 1) + np.arange(GRID)
    low = cell.ravel()
    quads = np.stack([low, low + 1, low + GRID + 2, low, low + GRID + 2, low + GRID + 1], -1).reshape(-1, 3)
    points, uv, normals, triangles, faces = [], [], [], [], []
    for face, axis in enumerate(CUBE_AXES):
        normal = np.array(axis, float)
        right, up = frame(normal)
        flat = normal + a[:, None] * right + b[:, None] * up
        inner = np.clip(flat, rounding - 1, 1 - rounding)
        out = _unit(flat - inner)
        shape = inner + rounding * out
        far = np.linalg.norm(shape, axis=-1)
        cut = far > ball
        shape[cut] *= (ball / far[cut])[:, None]
        lateral = np.stack([shape @ right, shape @ up], -1)
        for pip in dents[face]:
            near = ((lateral - pip) ** 2).sum(-1) / radius**2
            shape -= np.clip(1 - near, 0, None)[:, None] * depth * normal
        points.append(shape)
        uv.append(tile(face, 3, 2, lateral))
        triangles.append(quads + face * len(at))
        normals.append(_smooth(shape, quads.astype(np.int32)))
        faces.append(np.full(len(quads), face))
    return Mesh(
        np.concatenate(points) * edge / 2, np.concatenate(triangles).astype(np.int32), np.concatenate(uv),
        np.concatenate(normals), np.concatenate(faces).astype(np.int32),
    )  # fmt: skip


def octahedron(edge: float, rounding: float, corners: list[int]) -> Mesh:
    """Return an octahedron with a texture of 4 x 2 tiles; half a tile is a face's circumradius.

    `rounding`: radius of the rounded edges as a share of the inradius. `corners`: for each face, the axis
    (0 to 2) of the corner to which the up direction of its tile points.
    """
    tip = edge / np.sqrt(2)
    inradius = tip / np.sqrt(3)
    around = edge / np.sqrt(3)
    weights: list[tuple[float, float, float]] = []
    quads: list[tuple[int, int, int]] = []
    number: dict[tuple[int, int], int] = {}
    for i in range(STEPS + 1):
        for j in range(STEPS + 1 - i):
            number[i, j] = len(weights)
            weights.append((i / STEPS, j / STEPS, 1 - (i + j) / STEPS))
    for i in range(STEPS):
        for j in range(STEPS - i):
            quads.append((number[i, j], number[i + 1, j], number[i, j + 1]))
            if i + j < STEPS - 1:
                quads.append((number[i + 1, j], number[i + 1, j + 1], number[i, j + 1]))
    share, grid = np.array(weights), np.array(quads)
    points, uv, normals, triangles, faces = [], [], [], [], []
    for face, octant in enumerate(OCTANTS):
        normal = np.array(octant) / np.sqrt(3)
        outer = share * tip * np.array(octant)
        # the nearest point of the smaller triangle below: its barycentric weights, never below zero
        below = np.array([_nearest(w) for w in (share - rounding / 3) / (1 - rounding)]) * (1 - rounding)
        inner = below * tip * np.array(octant)
        shape = inner + rounding * inradius * _unit(outer - inner)
        right, up = corner_frame(normal, corners[face])
        order = grid if np.prod(octant) > 0 else grid[:, ::-1]
        points.append(shape)
        uv.append(tile(face, 4, 2, np.stack([shape @ right, shape @ up], -1) / around))
        triangles.append(order + face * len(share))
        normals.append(_unit(outer - inner))
        faces.append(np.full(len(order), face))
    return Mesh(
        np.concatenate(points), np.concatenate(triangles).astype(np.int32), np.concatenate(uv),
        np.concatenate(normals), np.concatenate(faces).astype(np.int32),
    )  # fmt: skip


def _nearest(weights: F64) -> F64:
    """Return the barycentric weights of the nearest point in an equilateral triangle.

    `weights`: those of the given point, perhaps negative. The result is their projection onto the simplex
    (J. Duchi et al., 2008).
    """
    order = np.sort(weights)[::-1]
    sums = np.cumsum(order) - 1
    k = int(np.nonzero(order > sums / np.arange(1, 4))[0][-1])
    return np.asarray(np.maximum(weights - sums[k] / (k + 1), 0), np.float64)


def _joined(parts: list[tuple[F64, I32, F64]]) -> Mesh:
    points, triangles, uv, normals, faces = [], [], [], [], []
    count = 0
    for i, (vertices, order, at) in enumerate(parts):
        points.append(vertices)
        triangles.append(order + count)
        uv.append(at)
        normals.append(_smooth(vertices, order))
        faces.append(np.full(len(order), i))
        count += len(vertices)
    return Mesh(
        np.concatenate(points), np.concatenate(triangles).astype(np.int32), np.concatenate(uv),
        np.concatenate(normals), np.concatenate(faces).astype(np.int32),
    )  # fmt: skip


def gathered(meshes: list[Mesh]) -> Mesh:
    """Return several meshes as one, whose texture has those of the meshes side by side, in order."""
    count = len(meshes)
    parts = [(m.points, m.triangles, (m.uv + np.array([i, 0])) / [count, 1]) for i, m in enumerate(meshes)]
    joined = _joined(parts)
    normals = np.concatenate([m.normals for m in meshes])
    return Mesh(joined.points, joined.triangles, joined.uv, normals, joined.faces)


def leaf(width: float, height: float, z: float = 0.15) -> Mesh:
    """Return a flat sheet at height `z` around the origin. Its texture is upright when seen along +y."""
    x, y = width / 2, height / 2
    points = np.array([[-x, -y, z], [x, -y, z], [x, y, z], [-x, y, z]])
    return _joined([(points, np.array([[0, 1, 2], [0, 2, 3]], np.int32),
                     np.array([[0, 1], [1, 1], [1, 0], [0, 0]], float))])  # fmt: skip


def block(width: float, depth: float, height: float, taper: float = 1.0) -> Mesh:
    """Return a box on the table whose top is smaller by the factor `taper`.

    The texture is on the top; the sides have the colour of one of its corners.
    """
    x, y = width / 2, depth / 2
    low = np.array([[-x, -y, 0], [x, -y, 0], [x, y, 0], [-x, y, 0]])
    high = low * [taper, taper, 0] + [0, 0, height]
    two = np.array([[0, 1, 2], [0, 2, 3]], np.int32)
    parts = [(high, two, np.array([[0, 1], [1, 1], [1, 0], [0, 0]], float))]
    for i in range(4):
        j = (i + 1) % 4
        parts.append((np.array([low[i], low[j], high[j], high[i]]), two, np.full((4, 2), 0.02)))
    return _joined(parts)


def disc(radius: float, height: float) -> Mesh:
    """Return a coin or counter with the texture on its top."""
    angle = np.linspace(0, 2 * np.pi, 49)[:-1]
    ring = np.stack([np.cos(angle), np.sin(angle)], -1)
    top = np.concatenate([[[0, 0, height]], np.c_[ring * radius, np.full(48, height)]])
    at = np.concatenate([[[0.5, 0.5]], 0.5 + 0.5 * ring * [1, -1]])
    i = np.arange(48)
    fan = np.stack([np.zeros(48, int), i + 1, (i + 1) % 48 + 1], -1).astype(np.int32)
    rim = np.concatenate([np.c_[ring * radius, np.zeros(48)], np.c_[ring * radius, np.full(48, height)]])
    j = (i + 1) % 48
    side = np.concatenate([np.stack([i, j, j + 48], -1), np.stack([i, j + 48, i + 48], -1)]).astype(np.int32)
    return _joined([(top, fan, at), (rim, side, np.tile(0.5 + 0.49 * ring, (2, 1)))])


def pencil(length: float, radius: float) -> Mesh:
    """Return a six-sided pencil along x. The rows of its texture run from the tip (top row) to the end."""
    stations = np.array([0, 2.5, 16, 16.1, length - 0.1, length])
    widths = np.array([0.02, 0.25, 1, 1, 1, 1]) * radius
    angle = np.arange(7) * np.pi / 3
    vertices = np.array([[s, w * np.cos(t), w * np.sin(t)] for s, w in zip(stations, widths, strict=True)
                         for t in angle])  # fmt: skip
    rows = np.repeat([0.0, 0.06, 0.30, 0.34, 0.9, 1.0], 7)
    at = np.stack([np.tile(np.linspace(0, 1, 7), 6), rows], -1)
    order = []
    for i in range(5):
        for j in range(6):
            p = i * 7 + j
            order += [(p, p + 8, p + 1), (p, p + 7, p + 8)]
    vertices[:, 2] += radius * np.cos(np.pi / 6)
    vertices[:, 0] -= length / 2
    return _joined([(vertices, np.array(order, np.int32), at)])
