"""Where things lie on a table without standing in each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.evaluation.scene import View
from vision.evaluation.solids import F64
from vision.evaluation.textures import Random

MIN_GAP_MM = 0.3
"""Between two square footprints."""


@dataclass(frozen=True, slots=True, eq=False)
class Footprint:
    """A square of side `edge` around `at`, turned by `angle`; or a disc, which is taken for `edge` wide."""

    at: F64
    angle: float
    edge: float
    is_disc: bool = False

    def overlaps(self, other: Footprint) -> bool:
        """Whether both want nearly the same place: squares by separating axes, discs by their distance."""
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
    """Dice that lie together: around a pixel of the picture, so many pixels wide."""

    middle: F64
    width: float


def random_cluster(rng: Random, view: View, edge: float) -> Cluster:
    """A cluster of dice with this edge."""
    pixels = view.focal * edge / float(np.linalg.norm(view.eye))
    middle = rng.uniform(0.3, 0.7, 2) * [view.width, view.height]
    return Cluster(middle, pixels * float(rng.uniform(1.2, 2.6)))


def find_place(
    rng: Random, view: View, sides: int, edge: float, taken: list[Footprint], near: Cluster | None, cut: bool
) -> Footprint:
    """Where the next die lies, inside the picture, or across its border with `cut`; it is added to `taken`.

    Raises LookupError if there is no room.
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
