"""Renders the small rolls that the tests read: `python -m training.dice.fixtures fixtures/rolls`.

They show Qwixx dice on various tables, a die cut off by the border, clutter, or no dice. `labels.json` has
the dice (colour, value, box) in each file, and the status that a reading must have.
"""

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.dice.random_scenes import body_colour
from training.dice.tabletops import CLUTTER, MATERIALS
from training.renderer.camera import Camera
from training.renderer.colours import F32, RNG, linear
from training.renderer.dice import Body, Style, lying
from training.renderer.lighting import Light, Surroundings, uneven_light
from training.renderer.render import Picture, Scene, render
from training.renderer.throw import DIE_COLOURS, MIN_GAP, exposed

SET = ("white", "white", "red", "yellow", "green", "blue")
SIZE = (640, 480)
FIELD_OF_VIEW = 45.0
"""The camera's horizontal field of view, in degrees."""

Dice = list[tuple[str, int]]
"""The colour and value of each die."""


@dataclass(frozen=True, slots=True)
class RollPhoto:
    """The settings of a rendered photo of dice on a table."""

    dice: Dice
    edge: float  # length in pixels of a die's edge in the middle
    elevation: float  # of the camera, in degrees
    material: str  # of MATERIALS
    clutter: tuple[str, ...] = ()  # of CLUTTER
    cut_first: bool = False  # the first die lies across the left border

    def draw(self, seed: int) -> tuple[NDArray[np.uint8], Picture]:
        """Return a photo drawn from a seed, in 8 bits, and the rendered scene with its ground truth."""
        rng = np.random.default_rng(seed)
        view = Camera.above_table(SIZE, self.edge, self.elevation, FIELD_OF_VIEW, float(rng.normal() * 3))
        surface = MATERIALS[self.material](rng, self.edge).copy()
        for kind in self.clutter:
            CLUTTER[kind](surface, rng, self.edge)
        around = _light(rng, surface)
        bodies = self._bodies(rng, view)
        drawn = render(Scene(view, bodies, surface, self.edge, around), 2.5)
        light = drawn.image * uneven_light(SIZE, rng, 0.35)
        light = cv2.GaussianBlur(light, (0, 0), 0.6) + rng.normal(size=(SIZE[1], SIZE[0], 1)) * 0.006
        return exposed(np.asarray(light, np.float32), float(rng.uniform(0.8, 1.15))), drawn

    def _bodies(self, rng: RNG, view: Camera) -> tuple[Body, ...]:
        """Return the dice, which look alike except for their colours, in places where none touch."""
        ball = float(rng.choice([1.45, 1.6, 1.74]))
        rounding, pip_radius = float(rng.uniform(0.12, 0.3)), float(rng.uniform(0.14, 0.2))
        style = Style(
            linear((0, 0, 0)),
            linear((0, 0, 0)),
            rounding=rounding,
            ball=ball,
            pip_radius=pip_radius,
            pip_spread=0.5,
            pip_depth=0.4,
            gloss=0.7,
            polish=200.0,
        )
        bodies: list[Body] = []
        for index, (colour, value) in enumerate(self.dice):
            paint = linear(DIE_COLOURS[colour]) if colour != "other" else body_colour(rng, "other")
            ink = linear((22, 22, 24)) if colour in ("white", "yellow") else linear((238, 240, 242))
            x, y = self._free_spot(rng, view, bodies, cut=self.cut_first and index == 0)
            bodies.append(lying(rng, replace(style, body=paint, ink=ink), value, x, y))
        return tuple(bodies)

    def _free_spot(self, rng: RNG, view: Camera, bodies: list[Body], cut: bool) -> tuple[float, float]:
        while True:
            x, y = (float(v) for v in rng.uniform((0.12, 0.16), (0.88, 0.84)) * np.array(SIZE))
            spot = view.on_table(self.edge * 0.12 if cut else x, y)
            if spot is not None and all(np.hypot(*(b.centre[:2] - spot[:2])) > MIN_GAP for b in bodies):
                return float(spot[0]), float(spot[1])


def _light(rng: RNG, surface: F32) -> Surroundings:
    """Return the lighting of a room with one lamp on a random side."""
    a = rng.uniform(0, 6.28)
    key = np.array([np.cos(a), np.sin(a), 1.3], np.float32)
    lamp = Light(key / np.float32(np.linalg.norm(key)), np.array([0.42, 0.48, 0.53], np.float32), 0.2)
    sky = np.array([0.55, 0.54, 0.53], np.float32)
    return Surroundings(sky, sky * 0.7, (surface.reshape(-1, 3).mean(0) * 0.6).astype(np.float32), (lamp,))


def main(folder: Path) -> None:
    """Write all pictures and their labels into the folder."""
    rng = np.random.default_rng(7)

    def six() -> Dice:
        return [(colour, int(v)) for colour, v in zip(SET, rng.integers(1, 7, 6), strict=True)]

    two: Dice = [("white", 3), ("blue", 5)]
    photos = {
        "wood": (RollPhoto(six(), 60, 70, "wood"), "complete"),
        "felt": (RollPhoto(six(), 55, 62, "felt"), "complete"),
        "paper": (RollPhoto(six(), 48, 80, "plain"), "complete"),
        "oblique": (RollPhoto(six(), 62, 48, "wood"), "complete"),
        "above": (RollPhoto(six(), 52, 88, "felt"), "complete"),
        "small": (RollPhoto(six(), 30, 68, "wood"), "complete"),
        "sheet": (RollPhoto(six(), 50, 66, "wood", ("sheets",)), "complete"),
        "clutter": (RollPhoto(six(), 50, 70, "plain", ("sheets", "discs", "lines")), "complete"),
        "guest": (RollPhoto([*six(), ("other", 4)], 50, 72, "felt"), "complete"),
        "two": (RollPhoto(two, 60, 70, "wood"), "wrong-set"),
        "none": (RollPhoto([], 55, 70, "wood", ("sheets", "discs")), "wrong-set"),
        "cut": (RollPhoto(six(), 60, 72, "felt", cut_first=True), "unsure"),
    }
    folder.mkdir(parents=True, exist_ok=True)
    labels = {}
    for seed, (name, (roll, status)) in enumerate(photos.items(), 40):
        photo, drawn = roll.draw(seed)
        cv2.imwrite(str(folder / f"{name}.jpg"), photo, [cv2.IMWRITE_JPEG_QUALITY, 82])
        dice = [(*roll.dice[seen.index], list(seen.box)) for seen in drawn.seen]
        rows = [{"colour": colour, "value": value, "box": box} for colour, value, box in dice]
        labels[f"{name}.jpg"] = {"status": status, "dice": rows}
    (folder / "labels.json").write_text(json.dumps(labels, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
