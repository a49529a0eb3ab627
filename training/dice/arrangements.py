"""Kinds of scenes, and the places of dice in each kind.

Most scenes are `anyhow`. The others show hard cases of real tables: dice side by side in a `row` or in a
`heap`, seen from low; one `large` die that fills the picture; dice on tables of their own colour (`alike`),
on `cards`, and on sheets of this project (`covered`); dice that often lean (`leaning`); round white dice on
paper under a lamp (`pale`); dice `behind` hands, rims and the border of the picture.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from training.renderer.camera import Camera
from training.renderer.colours import F32, RNG
from training.renderer.dice import Body, rotation

SceneKind = Literal[
    "anyhow", "row", "heap", "large", "alike", "cards", "covered", "leaning", "pale", "behind"
]
Spot = tuple[float, float]
"""A place on the table: x and y, as multiples of a die's edge length."""

LOW_DEGREES = {6: (35.0, 60.0), 8: (50.0, 70.0)}
"""Limits of the camera's elevation over dice that touch, in degrees, by number of sides. From lower, no top
of an eight-sided die can be read."""
TOUCHING_PIXELS = (20.0, 75.0)
"""Limits of the edge length of dice that touch, in pixels of a picture that is 640 pixels wide."""
LARGE_PIXELS = (170.0, 400.0)
"""Limits of the edge length of a die that fills a picture, in pixels of a picture that is 640 pixels wide."""
ROW_DICE = (3, 8)
HEAP_DICE = (4, 9)
"""Number of dice in a heap: at least the first, fewer than the second."""
GAPS = {6: (1.0, 1.08), 8: (1.0, 1.16)}
"""By number of sides: limits of the distance between neighbours' centres in a row, as a multiple of a die's
edge length."""
HEAP_GAPS = (1.02, 1.35)
"""Limits of the distance between neighbours' centres in a heap, as a multiple of a die's edge. Cubes in a
heap are rotated at random."""
MAX_TRIES = 40


def touching_view(rng: RNG, size: tuple[int, int], sides: int) -> tuple[Camera, float]:
    """Return a camera at low elevation, and a die's edge length, in pixels, in the middle of the picture."""
    return _view(rng, size, TOUCHING_PIXELS, LOW_DEGREES.get(sides, LOW_DEGREES[6]))


def near_view(rng: RNG, size: tuple[int, int], sides: int) -> tuple[Camera, float]:
    """Return a camera so near that one die fills most of the picture, and the die's edge length in pixels."""
    return _view(rng, size, LARGE_PIXELS, (62.0 if sides == 8 else 45.0, 90.0))


def _view(
    rng: RNG, size: tuple[int, int], pixels: tuple[float, float], degrees: tuple[float, float]
) -> tuple[Camera, float]:
    edge = float(np.exp(rng.uniform(*np.log(pixels)))) * size[0] / 640
    elevation, field = float(rng.uniform(*degrees)), float(rng.uniform(28, 50))
    return Camera.above_table(size, edge, elevation, field, float(rng.normal() * 5)), edge


def row(rng: RNG, count: int, sides: int) -> tuple[list[Spot], float]:
    """Return places side by side around the middle of the table, and the direction of the row in radians."""
    along = float(rng.uniform(0, np.pi))
    steps = rng.uniform(*GAPS[sides], count)
    far = np.cumsum(steps) - steps.sum() / 2 + rng.normal() * 0.4
    aside = rng.normal(size=count) * 0.05 + rng.normal() * 0.6
    c, s = np.cos(along), np.sin(along)
    return [(float(a * c - b * s), float(a * s + b * c)) for a, b in zip(far, aside, strict=True)], along


def heap(rng: RNG, count: int) -> list[Spot]:
    """Return places around the middle of the table, each beside another, none on another."""
    spots: list[Spot] = [(float(rng.normal() * 0.5), float(rng.normal() * 0.5))]
    for _ in range(MAX_TRIES * count):
        if len(spots) >= count:
            break
        x, y = spots[int(rng.integers(len(spots)))]
        angle, gap = rng.uniform(0, 2 * np.pi), rng.uniform(*HEAP_GAPS)
        spot = float(x + gap * np.cos(angle)), float(y + gap * np.sin(angle))
        if all(np.hypot(spot[0] - a, spot[1] - b) > HEAP_GAPS[0] for a, b in spots):
            spots.append(spot)
    return spots


def aligned(body: Body, along: float) -> Body:
    """Return a cube turned so that its sides lie along a row; any other die as it is."""
    if body.style.sides != 6:
        return body
    across: F32 = body.axes[:2, 0]
    turn = along - float(np.arctan2(across[1], across[0]))
    return replace(body, axes=rotation(np.array([0, 0, 1], np.float32), turn) @ body.axes)


def spots_of(rng: RNG, kind: SceneKind, sides: int) -> tuple[Sequence[Spot], float | None]:
    """Return the places of the dice in a scene of this kind, and the direction of a row in radians or None.

    There are no places for kinds of scenes whose dice lie at random.
    """
    if kind == "row":
        return row(rng, int(rng.integers(*ROW_DICE)), sides)
    if kind == "heap":
        return heap(rng, int(rng.integers(*HEAP_DICE))), None
    if kind == "large":
        return [(float(rng.normal() * 0.12), float(rng.normal() * 0.1))], None
    return (), None
