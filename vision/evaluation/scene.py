"""A scene as values: what lies where, what shines, and where the camera is."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision.evaluation import solids
from vision.evaluation.solids import F64, Mesh
from vision.evaluation.textures import F32


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Something to render. `alpha`: roughness of its coat, None for a surface without one; `glass`: share of
    light that goes through."""

    mesh: Mesh
    picture: F32
    alpha: float | None = None
    glass: float = 0.0
    wrap: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Die:
    """A die that lies flat. `up`: the face of its mesh that is up."""

    thing: Thing
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
class View:
    """A pinhole camera. `focal`: pixels; `right`, `down`, `ahead`: its axes in the world."""

    eye: F64
    right: F64
    down: F64
    ahead: F64
    focal: float
    width: int
    height: int

    def project(self, points: F64) -> F64:
        """Pixels of points n x 3; a pixel's middle lies at a half."""
        seen = (points - self.eye) @ np.stack([self.right, self.down, self.ahead], -1)
        return np.asarray(
            seen[:, :2] / seen[:, 2:] * self.focal + [self.width / 2, self.height / 2], np.float64
        )

    def on_table(self, pixel: tuple[float, float], z: float) -> F64:
        """The point at height z that this pixel shows."""
        x, y = (pixel[0] - self.width / 2) / self.focal, (pixel[1] - self.height / 2) / self.focal
        ray = self.ahead + x * self.right + y * self.down
        return np.asarray(self.eye + ray * ((z - self.eye[2]) / ray[2]), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Roll:
    """A whole scene. `sky`: the room around, h x w x 3; `tint`: the light's mean colour."""

    view: View
    dice: list[Die]
    things: list[Thing]
    lamps: list[Lamp]
    sky: F32
    tint: F64
    facts: dict[str, object] = field(default_factory=dict)


def spin(angle: float) -> F64:
    """The rotation by `angle` around the upright axis, 3x3."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def upward(normal: F64, angle: float) -> F64:
    """The rotation that turns a normal up, then everything around by an angle."""
    right, up = solids.frame(normal)
    return np.asarray(spin(angle) @ np.stack([right, up, normal]), np.float64)
