"""The camera over the table. The world's z points up from the table (z = 0); one unit is a die's edge."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.renderer.colours import F32


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A pinhole camera."""

    origin: F32  # in the world
    axes: F32  # 3 x 3, its rows are right, down and forward in the world
    focal: float  # focal length in pixels
    size: tuple[int, int]  # width and height in pixels

    @classmethod
    def above_table(
        cls, size: tuple[int, int], edge: float, elevation: float, field: float, roll: float = 0.0
    ) -> Camera:
        """Return a camera that looks at the table's middle, where a die's edge is `edge` pixels long.

        `elevation`: above the table; `field`: horizontal field of view; `roll`: rotation about the line of
        sight; all in degrees.
        """
        focal = size[0] / 2 / np.tan(np.radians(field) / 2)
        distance = focal / edge
        e = np.radians(elevation)
        forward = np.array([0, np.cos(e), -np.sin(e)])
        right = np.array([1.0, 0, 0])
        down = np.cross(forward, right)
        c, s = np.cos(np.radians(roll)), np.sin(np.radians(roll))
        axes = np.stack([c * right + s * down, c * down - s * right, forward])
        origin = -forward * distance
        return cls(origin.astype(np.float32), axes.astype(np.float32), float(focal), size)

    @property
    def edge_at_middle(self) -> float:
        """Return the length in pixels of a world unit, a die's edge, in the middle of the picture."""
        return self.focal / float(np.linalg.norm(self.origin))

    def local(self, points: F32) -> F32:
        """Convert world points (... x 3) to the camera's axes: right, down and forward (... x 3)."""
        return np.asarray((points - self.origin) @ self.axes.T, np.float32)

    def rays(self, x: F32, y: F32) -> F32:
        """Return unit rays through the pixels (x, y). The result has their shape, and 3 as its last size."""
        w, h = self.size
        local = np.stack([(x - w / 2) / self.focal, (y - h / 2) / self.focal, np.ones_like(x)], -1)
        world = local @ self.axes
        return np.asarray(world / np.linalg.norm(world, axis=-1, keepdims=True), np.float32)

    def pixel_rays(self) -> F32:
        """Return unit rays through the middle of each pixel, height x width x 3."""
        w, h = self.size
        return self.rays(
            *np.meshgrid(np.arange(w, dtype=np.float32) + 0.5, np.arange(h, dtype=np.float32) + 0.5)
        )

    def project(self, points: F32) -> F32:
        """Project world points (n x 3) to pixels (n x 2)."""
        local = self.local(points)
        z = np.maximum(local[:, 2:3], 0.1)
        return np.asarray(local[:, :2] / z * self.focal + np.asarray(self.size) / 2, np.float32)

    def on_table(self, x: float, y: float) -> F32 | None:
        """Return the point of the table behind a pixel, or None above the horizon."""
        ray = self.rays(np.asarray(x, np.float32), np.asarray(y, np.float32))
        if ray[2] > -0.05:
            return None
        return np.asarray(self.origin - ray * (self.origin[2] / ray[2]), np.float32)
