"""Random light in a room: an environment map of walls and windows, and lamps."""

import numpy as np

from training.evaluation import textures
from training.evaluation.scene import Lamp, Lighting
from training.evaluation.solids import F64
from training.evaluation.textures import F32, Random

HARD_KELVINS = {
    "warm": (1900.0, 2700.0),
    "cool": (9000.0, 16000.0),
    "dim": (2300.0, 4500.0),
    "tinted": (3500.0, 6500.0),
}
"""Ranges of colour temperature, in kelvin, for kinds of light in which colours are hard to tell apart.

The light of kind "tinted" also has the colour of a lampshade.
"""


def _warmth(kelvin: float) -> F64:
    """Return the approximate RGB colour of a black body at this temperature, scaled to green = 1."""
    t = (kelvin - 6500) / 6500
    return np.array([1 - 0.55 * t if t < 0 else 1 - 0.35 * t, 1.0, 1 + 1.15 * t if t < 0 else 1 + 0.5 * t])


def _sky(rng: Random, tint: F64) -> F32:
    """Return a random environment map of a room, 64 x 128 x 3: windows, and walls darker at the floor."""
    rows = np.linspace(1, 0, 64)[:, None, None]
    sky = np.broadcast_to((0.3 + 0.7 * rows) * tint, (64, 128, 3)).astype(np.float32).copy()
    sky *= 0.6 + 0.8 * np.roll(textures.clouds(rng, 64, 128, 3), int(rng.integers(128)), 1)[..., None]
    for _ in range(int(rng.integers(0, 4))):
        x, y, w, h = (int(v) for v in rng.integers((0, 8, 3, 4), (110, 34, 18, 16)))
        sky[y : y + h, x : x + w] = rng.uniform(3, 14) * _warmth(rng.uniform(5000, 8500))
    sky[40:] *= 0.4
    return sky


def _ambient(sky: F32) -> F64:
    """Return the RGB light that the upper half of the room casts on the table."""
    return np.asarray(np.pi * sky[:32].mean(axis=(0, 1)).astype(np.float64))


def _direction(rise: float, around: float) -> F64:
    return np.array([np.cos(rise) * np.cos(around), np.cos(rise) * np.sin(around), np.sin(rise)])


def _lamp(towards: F64, away: float, edge: float, light: F64) -> Lamp:
    """Return a lamp that casts `light` (RGB) on the table from the direction `towards`.

    `away`: its distance in mm; `edge`: its width in mm.
    """
    return Lamp(towards * away, edge, light * away**2 / edge**2 / max(0.3, towards[2]))


def random_light(rng: Random) -> Lighting:
    """Return random light: one lamp, two lamps, daylight, a lamp from the side, or dim light."""
    kind = str(rng.choice(["lamp", "day", "side", "dim", "two"], p=[0.3, 0.25, 0.2, 0.15, 0.1]))
    room = _warmth(rng.uniform(4500, 7500) if kind == "day" else rng.uniform(2900, 6500))
    sky = _sky(rng, room)
    ambient = _ambient(sky)
    lamps: list[Lamp] = []
    total = ambient.copy()
    for _ in range({"day": 0, "two": 2}.get(kind, 1)):
        rise = np.radians(rng.uniform(14, 32) if kind == "side" else rng.uniform(35, 85))
        towards = _direction(rise, rng.uniform(0, 2 * np.pi))
        away, edge = rng.uniform(500, 1800), rng.uniform(40, 350)
        share = np.exp(rng.uniform(np.log(0.4), np.log(6))) * float(ambient[1])
        light = share * _warmth(rng.uniform(2600, 6500))
        lamps.append(_lamp(towards, away, edge, light))
        total += light
    return Lighting(tuple(lamps), sky, total / total[1], kind)


def hard_light(rng: Random, kind: str) -> Lighting:
    """Return random light of a kind from HARD_KELVINS, with one lamp."""
    hue = _warmth(rng.uniform(*HARD_KELVINS[kind]))
    if kind == "tinted":
        hue = hue * np.exp(rng.normal(0, 0.3, 3))
        hue /= hue[1]
    sky = _sky(rng, np.ones(3)) * hue.astype(np.float32)
    ambient = _ambient(sky)
    rise = np.radians(rng.uniform(25, 80))
    towards = _direction(rise, rng.uniform(0, 2 * np.pi))
    away, edge = rng.uniform(500, 1800), rng.uniform(40, 350)
    light = rng.uniform(0.5, 4) * float(ambient[1]) * hue * np.exp(rng.normal(0, 0.04, 3))
    total = ambient + light
    return Lighting((_lamp(towards, away, edge, light),), np.asarray(sky, np.float32), total / total[1], kind)
