"""Describes a scene: objects, lamps and a camera. Lengths are in millimetres, and z points up."""

from dataclasses import dataclass

import numpy as np

from training.evaluation import solids
from training.evaluation.solids import F64, Mesh
from training.evaluation.textures import F32


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A solid to render."""

    mesh: Mesh
    texture: F32
    roughness: float | None = None  # of its glossy coat; None without a coat
    glass: float = 0.0  # the share of the light that it lets through
    wrap: bool = False  # True if the texture is repeated


@dataclass(frozen=True, slots=True, eq=False)
class Die:
    """A die of a scene. `up`: the index, in its mesh, of the face that shows its value."""

    solid: Solid
    colour: str
    value: int
    sides: int
    up: int


@dataclass(frozen=True, slots=True, eq=False)
class Lamp:
    """A square lamp that faces the middle of the table: its centre, its edge in mm and its RGB radiance."""

    at: F64
    edge: float
    radiance: F64


@dataclass(frozen=True, slots=True, eq=False)
class Lighting:
    """The light of a scene."""

    lamps: tuple[Lamp, ...]
    sky: F32  # environment map of the room, h x w x 3
    tint: F64  # the light's mean colour, with green = 1
    kind: str  # a name for the light, such as "day" or "dim"


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A pinhole camera; `right`, `down` and `ahead` are the unit vectors of its axes in the scene."""

    eye: F64
    right: F64
    down: F64
    ahead: F64
    focal: float  # in pixels
    width: int
    height: int

    @property
    def elevation(self) -> float:
        """Return the camera's elevation above the table, in degrees, as seen from the table's middle."""
        return round(float(np.degrees(np.arcsin(self.eye[2] / np.linalg.norm(self.eye)))), 1)

    def project(self, points: F64) -> F64:
        """Return the pixel coordinates, n x 2, of points, n x 3. The first pixel's centre is (0.5, 0.5)."""
        seen = (points - self.eye) @ np.stack([self.right, self.down, self.ahead], -1)
        return np.asarray(
            seen[:, :2] / seen[:, 2:] * self.focal + [self.width / 2, self.height / 2], np.float64
        )

    def on_table(self, pixel: tuple[float, float], z: float) -> F64:
        """Return the point at height `z` above the table that this pixel shows."""
        x, y = (pixel[0] - self.width / 2) / self.focal, (pixel[1] - self.height / 2) / self.focal
        ray = self.ahead + x * self.right + y * self.down
        return np.asarray(self.eye + ray * ((z - self.eye[2]) / ray[2]), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Roll:
    """A whole scene: dice and other solids on a table, with light and camera.

    `facts`: further entries for the scene's line in labels.jsonl.
    """

    view: View
    dice: list[Die]
    solids: list[Solid]
    lighting: Lighting
    facts: dict[str, object]


def spin(angle: float) -> F64:
    """Return the 3 x 3 matrix of a rotation around z by `angle` in radians."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def upward(normal: F64, angle: float) -> F64:
    """Return the 3 x 3 matrix of a rotation that turns `normal` up and then turns by `angle` around z."""
    right, up = solids.frame(normal)
    return np.asarray(spin(angle) @ np.stack([right, up, normal]), np.float64)


def endless_table(view: View, texture: F32, tile: float, turn: float, roughness: float | None) -> Solid:
    """Return a flat table that fills the view. Its texture repeats every `tile` mm and is turned by `turn`,
    in radians."""
    reach = float(np.linalg.norm(view.eye)) * 4
    flat = solids.leaf(2 * reach, 2 * reach, 0.0)
    spread = Mesh(flat.points, flat.triangles, flat.uv * 2 * reach / tile, flat.normals, flat.faces)
    return Solid(spread.moved(spin(turn), np.zeros(3)), np.clip(texture, 0.01, 0.9), roughness, wrap=True)
