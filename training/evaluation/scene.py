"""A scene as values: objects, lamps and camera. Millimetres, z up."""

from dataclasses import dataclass

import numpy as np

from training.evaluation import solids
from training.evaluation.solids import F64, Mesh
from training.evaluation.textures import F32


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A solid to render. `roughness` of its coat, None for a surface without one; `glass`: share of light
    that it transmits; `wrap`: whether its texture is repeated."""

    mesh: Mesh
    texture: F32
    roughness: float | None = None
    glass: float = 0.0
    wrap: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Die:
    """A die that lies flat. `up`: index of the face of its mesh that is up."""

    solid: Solid
    colour: str
    value: int
    sides: int
    up: int


@dataclass(frozen=True, slots=True, eq=False)
class Lamp:
    """A bright square: its centre, edge, and radiance; it faces the middle of the table."""

    at: F64
    edge: float
    radiance: F64


@dataclass(frozen=True, slots=True, eq=False)
class Lighting:
    """`sky`: the room around, h x w x 3; `tint`: the light's mean colour; `kind`: a word for it."""

    lamps: tuple[Lamp, ...]
    sky: F32
    tint: F64
    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A pinhole camera. `focal`: pixels; `right`, `down`, `ahead`: its axes in the world."""

    eye: F64
    right: F64
    down: F64
    ahead: F64
    focal: float
    width: int
    height: int

    @property
    def elevation(self) -> float:
        """Return the degrees above the table."""
        return round(float(np.degrees(np.arcsin(self.eye[2] / np.linalg.norm(self.eye)))), 1)

    def project(self, points: F64) -> F64:
        """Return the pixels of points n x 3; a pixel's middle is at a half."""
        seen = (points - self.eye) @ np.stack([self.right, self.down, self.ahead], -1)
        return np.asarray(
            seen[:, :2] / seen[:, 2:] * self.focal + [self.width / 2, self.height / 2], np.float64
        )

    def on_table(self, pixel: tuple[float, float], z: float) -> F64:
        """Return the point at height z that this pixel shows."""
        x, y = (pixel[0] - self.width / 2) / self.focal, (pixel[1] - self.height / 2) / self.focal
        ray = self.ahead + x * self.right + y * self.down
        return np.asarray(self.eye + ray * ((z - self.eye[2]) / ray[2]), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Roll:
    """A whole scene: dice and other `solids` on a table. `facts`: entries for the line of labels."""

    view: View
    dice: list[Die]
    solids: list[Solid]
    lighting: Lighting
    facts: dict[str, object]


def spin(angle: float) -> F64:
    """Return the rotation around z by radians."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def upward(normal: F64, angle: float) -> F64:
    """Return the rotation that turns a normal up, then everything around by an angle."""
    right, up = solids.frame(normal)
    return np.asarray(spin(angle) @ np.stack([right, up, normal]), np.float64)


def endless_table(view: View, texture: F32, tile: float, turn: float, roughness: float | None) -> Solid:
    """Return a table as wide as the view; its texture repeats every `tile` mm, turned by radians."""
    reach = float(np.linalg.norm(view.eye)) * 4
    flat = solids.leaf(2 * reach, 2 * reach, 0.0)
    spread = Mesh(flat.points, flat.triangles, flat.uv * 2 * reach / tile, flat.normals, flat.faces)
    return Solid(spread.moved(spin(turn), np.zeros(3)), np.clip(texture, 0.01, 0.9), roughness, wrap=True)
