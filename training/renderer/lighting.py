"""Light on a scene: lamps, the sky of a room, and the light that the table reflects."""

from dataclasses import dataclass, field

import numpy as np

from training.renderer.colours import F32, RNG, smoothstep


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """A distant lamp."""

    direction: F32  # unit vector towards it
    colour: F32  # its irradiance
    size: float = 0.15  # how soft its highlights and shadows are


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """All light on a scene: from above, from the horizon, reflected by the table, and from lamps."""

    zenith: F32
    horizon: F32
    bounce: F32
    lights: tuple[Light, ...] = field(default_factory=tuple)

    @property
    def ambient(self) -> F32:
        """Return the mean light of the sky."""
        return self.zenith * 0.65 + self.horizon * 0.35

    def environment(self, direction: F32, sharpness: float) -> F32:
        """Return the light, n x 3, from n directions (unit vectors); lamps are blurred by 1 / `sharpness`."""
        z = np.clip(direction[:, 2:3], -1, 1)
        sky = self.horizon + (self.zenith - self.horizon) * np.maximum(z, 0)
        out = np.where(z > 0, sky, self.bounce + (self.horizon - self.bounce) * np.exp(4 * z))
        for light in self.lights:
            c = np.clip(direction @ light.direction, 0, 1)
            k = 1.0 / (light.size**2 + 1.0 / sharpness)
            out = out + light.colour * (np.exp((c - 1) * k) * min(2.5, 0.08 * k + 0.6))[:, None]
        return np.asarray(out, np.float32)


def uneven_light(size: tuple[int, int], rng: RNG, strength: float) -> F32:
    """Return factors of about 1 for uneven light on a picture: a gradient and a bright pool.

    They are height x width x 1. `size`: width and height.
    """
    w, h = size
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    angle, (px, py) = rng.uniform(0, 6.28), rng.uniform(0, 1, 2)
    slope = (x / w - 0.5) * np.cos(angle) + (y / h - 0.5) * np.sin(angle)
    pool = smoothstep(1.2 - np.hypot(x / w - px, y / h - py))
    return np.asarray((1 + strength * (slope + pool - 0.5))[..., None], np.float32)
