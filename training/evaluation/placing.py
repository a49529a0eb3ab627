"""Finds positions on a table for dice and other objects, so that they do not intersect."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.evaluation.scene import View, spin
from training.evaluation.solids import F64
from training.evaluation.textures import Random

MIN_GAP_MM = 0.3
"""Minimum gap between two square footprints, in mm."""
TOUCH_STEP_MM = 0.1
"""Step, in mm, by which a die is moved away from another until they just touch."""
IN_LINE_SHARE = 0.5
"""Probability that a die is parallel to the one that it touches."""
LEAN_DEGREES = (14.0, 40.0)
"""Range of the angle by which a die leans, in degrees."""
MIN_HALF_PIXELS = 9.0
"""Minimum half-width, in pixels, of a die that touches or leans against another."""


@dataclass(frozen=True, slots=True, eq=False)
class Footprint:
    """The area that an object takes on the table: a square with side `edge`, or a disc about `edge` wide.

    Its middle is `at`. A square is turned by `angle`. `lean`: the tilt of the object in the direction
    `angle`. Lengths are in mm, angles in radians.
    """

    at: F64
    angle: float
    edge: float
    is_disc: bool = False
    lean: float = 0.0

    def overlaps(self, other: Footprint) -> bool:
        """Return True if two footprints overlap, or the gap between them is too small."""
        delta = (self.at - other.at)[:2]
        gap = float(np.hypot(*delta))
        if self.is_disc or other.is_disc:
            return gap < 0.58 * (self.edge + other.edge) + 0.5
        if gap > 0.71 * (self.edge + other.edge):
            return False
        for axis in (self.angle, other.angle):
            c, s = np.cos(axis), np.sin(axis)
            reach = sum(
                (abs(np.cos(one.angle - axis)) + abs(np.sin(one.angle - axis))) * one.edge / 2
                for one in (self, other)
            )
            if max(abs(delta @ [c, s]), abs(delta @ [-s, c])) - reach > MIN_GAP_MM:
                return False
        return True


@dataclass(frozen=True, slots=True, eq=False)
class Cluster:
    """A group of dice: the pixel in its middle, and the standard deviation of the dice from it, in pixels."""

    middle: F64
    width: float


def random_cluster(rng: Random, view: View, edge: float) -> Cluster:
    """Return a random cluster, not far from the middle of the picture, for dice with this edge in mm."""
    pixels = view.focal * edge / float(np.linalg.norm(view.eye))
    middle = rng.uniform(0.3, 0.7, 2) * [view.width, view.height]
    return Cluster(middle, pixels * float(rng.uniform(1.2, 2.6)))


def find_place(
    rng: Random, view: View, sides: int, edge: float, taken: list[Footprint], near: Cluster | None, cut: bool
) -> Footprint:
    """Return a random free footprint for the next die, and add it to `taken`.

    The die lies wholly inside the picture or, with `cut`, perhaps across its border. `near`: where to try
    first. Raise LookupError if there is no room.
    """
    lift = edge / 2 if sides == 6 else edge / np.sqrt(6)
    for trial in range(400):
        if near is not None and trial < 200:
            pixel = near.middle + rng.normal(0, near.width * (1 + trial / 50), 2)
        else:
            pixel = rng.uniform(0, 1, 2) * [view.width, view.height]
        at = view.on_table((float(pixel[0]), float(pixel[1])), lift)
        depth = float((at - view.eye) @ view.ahead)
        half = view.focal * edge / max(depth, 1) * (0.78 if sides == 6 else 0.66)
        margin = 0 if cut else half + 2
        inside = margin < pixel[0] < view.width - margin and margin < pixel[1] < view.height - margin
        place = Footprint(at, float(rng.uniform(0, 2 * np.pi)), edge, sides == 8)
        if inside and depth > 40 and half > 11 and not any(place.overlaps(other) for other in taken):
            taken.append(place)
            return place
    raise LookupError("no room for another die")


def find_touching_place(rng: Random, view: View, edge: float, taken: list[Footprint]) -> Footprint:
    """Return a random footprint at which the next die touches one of equal size, and add it to `taken`.

    Raise LookupError if there is no room.
    """
    for _ in range(400):
        near = taken[int(rng.integers(len(taken)))]
        in_line = rng.random() < IN_LINE_SHARE
        angle = near.angle if in_line else float(rng.uniform(0, 2 * np.pi))
        along = near.angle + (float(rng.integers(4)) * np.pi / 2 if in_line else float(rng.uniform(0, 6.3)))
        beside = float(rng.uniform(-0.8, 0.8)) * edge
        start = near.at + spin(along) @ np.array([0.0, beside, 0.0])
        step = spin(along) @ np.array([1.0, 0.0, 0.0])
        for far in np.arange(0.5 * edge, 1.8 * edge, TOUCH_STEP_MM):
            place = Footprint(start + far * step, angle, edge, near.is_disc)
            if not place.overlaps(near):
                break
        if _is_inside(view, place) and not any(place.overlaps(other) for other in taken):
            taken.append(place)
            return place
    raise LookupError("no room for a die that touches another")


def find_leaning_place(rng: Random, view: View, edge: float, taken: list[Footprint]) -> Footprint:
    """Return a random footprint at which the next cube stands on an edge and leans against another cube.

    It is added to `taken`. Raise LookupError if there is no room.
    """
    for _ in range(400):
        near = taken[int(rng.integers(len(taken)))]
        lean = float(np.radians(rng.uniform(*LEAN_DEGREES)))
        along = near.angle + float(rng.integers(4)) * np.pi / 2
        # its lower edge lies so far from the other's side that its upper edge reaches that side
        far = edge / 2 * (1 + np.cos(lean) + np.sin(lean)) + MIN_GAP_MM
        beside = float(rng.uniform(-0.5, 0.5)) * edge
        at = near.at + spin(along) @ np.array([far, beside, 0.0])
        place = Footprint(at, along + np.pi, edge, lean=lean)
        others = [other for other in taken if other is not near]
        if _is_inside(view, place) and not any(place.overlaps(other) for other in others):
            taken.append(place)
            return place
    raise LookupError("no room for a die that leans")


def _is_inside(view: View, place: Footprint) -> bool:
    """Return True if a die at `place` is wholly in the picture, neither too near the camera nor too far."""
    ((x, y),) = view.project(place.at[None])
    depth = float((place.at - view.eye) @ view.ahead)
    half = view.focal * place.edge / max(depth, 1) * 0.85
    margin = half + 2
    inside = margin < x < view.width - margin and margin < y < view.height - margin
    return bool(inside) and depth > 40 and half > MIN_HALF_PIXELS
