"""Data about dice: shape, paint and numbers, and the pose of a die on the table.

Lengths are in half-edges of the die (a cube spans -1 to 1), colours are linear light in BGR order, 0 to 1.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from training.renderer.colours import F32, RNG
from training.renderer.polyhedra import POLYHEDRA

CUBE_NORMALS: F32 = np.array(
    [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], np.float32
)
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)),
}
"""Places of the pips on a face with each value, in units of `Style.pip_spread`."""


@dataclass(frozen=True, slots=True, eq=False)
class Style:
    """The make of a die: its shape, paint and numbers."""

    body: F32
    ink: F32
    sides: int = 6
    rounding: float = 0.2  # radius of its edges
    ball: float = 1.74  # radius of the sphere that cuts off its corners
    extents: tuple[float, float, float] = (1.0, 1.0, 1.0)
    pip_radius: float = 0.18
    pip_spread: float = 0.5
    pip_depth: float = 0.5
    pip_ring: float = 0.0
    one_scale: float = 1.0
    ink_of_one: F32 | None = None
    second: F32 | None = None
    marbling: float = 0.0
    grain: float = 2.0
    translucency: float = 0.0
    gloss: float = 0.3
    polish: float = 60.0
    texture_seed: int = 0
    glyphs: F32 | None = None
    """Ink of each value, on a polyhedron or a numbered cube: values x n x n, 0 to 1; None for pips."""


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A die at its place in the world."""

    style: Style
    centre: F32
    half: float  # half an edge, in world units
    axes: F32  # 3 x 3, its columns are the die's own axes in the world
    faces: tuple[int, ...]  # value of each face in the order of `normals`, 0 for a blank face
    turns: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    """rotation of each face's ink, in quarters on a cube, otherwise in steps of the face's symmetry"""

    @property
    def normals(self) -> F32:
        """Return the unit normals of the faces, n x 3, in the die's own axes."""
        return CUBE_NORMALS if self.style.sides == 6 else POLYHEDRA[self.style.sides].normals

    @property
    def radius(self) -> float:
        """Return the radius of a sphere around the die, in world units."""
        if self.style.sides != 6:
            return (
                self.half * 1.004 * float(np.linalg.norm(POLYHEDRA[self.style.sides].corners, axis=1).max())
            )
        return self.half * min(self.style.ball, float(np.linalg.norm(self.style.extents)))

    def top(self) -> int:
        """Return the index of the face that looks up."""
        return int(np.argmax(self.axes[2] @ self.normals.T))


def rotation(axis: F32, angle: float) -> F32:
    """Return the 3 x 3 matrix of a rotation by `angle` radians about a unit axis."""
    return np.asarray(cv2.Rodrigues(np.asarray(axis, np.float64) * angle)[0], np.float32)


def lying(
    rng: RNG, style: Style, value: int, x: float, y: float, edge: float = 1.0, tilt: float = 0.0
) -> Body:
    """Return a die on the table at (x, y) that shows `value`, turned at random; it leans by `tilt` radians.

    A die with neither 6 nor 8 sides lies on a random face instead, because its value is not read.
    """
    half = edge / 2
    if style.sides in (6, 8):
        faces, axes, turns = (_octahedron if style.sides == 8 else _cube)(rng, value)
    else:
        faces, axes, turns = _polyhedron(rng, style.sides)
    height = half * (style.extents[2] if style.sides == 6 else POLYHEDRA[style.sides].inradius)
    if tilt > 0:
        towards = rng.uniform(0, 6.28)
        axes = rotation(np.array([np.cos(towards), np.sin(towards), 0], np.float32), tilt) @ axes
        height = height + half * float(np.sin(tilt)) * 0.9
    axes = rotation(np.array([0, 0, 1], np.float32), rng.uniform(0, 6.28)) @ axes
    return Body(style, np.array([x, y, height], np.float32), half, axes.astype(np.float32), faces, turns)


def _octahedron(rng: RNG, value: int) -> tuple[tuple[int, ...], F32, tuple[int, ...]]:
    """Return faces, axes and turns (see `Body`) of an octahedron with `value` up; opposite faces sum to 9."""
    faces: list[int] = []
    for low in rng.permutation([1, 2, 3, 4]):
        pair = (int(low), 9 - int(low))
        faces += pair if rng.random() < 0.5 else pair[::-1]
    axes = _turned_up(POLYHEDRA[8].normals[faces.index(value)])
    return tuple(faces), axes, tuple(int(t) for t in rng.integers(0, 3, 8))


def _turned_up(normal: F32) -> F32:
    """Return the axes (see `Body`) of a die whose face with this normal is up."""
    up = np.array([0, 0, 1], np.float32)
    axis = np.asarray(np.cross(normal, up), np.float32)
    angle = float(np.arctan2(np.linalg.norm(axis), normal @ up))
    return rotation(axis / max(1e-6, float(np.linalg.norm(axis))), angle)


def _polyhedron(rng: RNG, sides: int) -> tuple[tuple[int, ...], F32, tuple[int, ...]]:
    """Return faces, axes and turns (see `Body`) of a polyhedron that rests on a random face."""
    solid = POLYHEDRA[sides]
    faces = tuple(int(value) + 1 for value in rng.permutation(sides))
    axes = _turned_up(-solid.normals[int(rng.integers(sides))])
    return faces, axes, tuple(int(turn) for turn in rng.integers(0, solid.fold, sides))


def _cube(rng: RNG, value: int) -> tuple[tuple[int, ...], F32, tuple[int, ...]]:
    """Return faces, axes and turns (see `Body`) of a cube with `value` up; opposite faces sum to 7."""
    rest = [v for v in (1, 2, 3) if v not in (value, 7 - value)]
    rng.shuffle(rest)
    a, b = (v if rng.random() < 0.5 else 7 - v for v in rest)
    faces = (a, 7 - a, b, 7 - b, value, 7 - value)
    return faces, np.eye(3, dtype=np.float32), tuple(int(t) for t in rng.integers(0, 4, 6))
