"""The small rolls that the tests read: `python -m vision.training.fixtures fixtures/rolls`.

Six Qwixx dice on wood, felt, paper and printed sheets, a roll of two, an empty table, a die cut off by
the border,
clutter; with `labels.json`: for each file its dice (colour, value, box) and the status that a reading
must have.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scenes.casting import body_colour, lying
from vision.scenes.roll import PAINT, picture_of
from vision.scenes.scene import Picture, camera, draw, shade
from vision.scenes.solids import Body, Light, Style, Surroundings
from vision.scenes.tables import CLUTTER, MATERIALS, linear

SET = ("white", "white", "red", "yellow", "green", "blue")


def lay(
    dice: list[tuple[str, int]], seed: int, edge: float, elevation: float, material: int, clutter:
    tuple[int, ...] = (), cut_first: bool = False,
) -> tuple[NDArray[np.uint8], Picture]:  # fmt: skip
    """A table with these dice, apart from each other; with `cut_first` the first lies across the left
    border."""
    rng = np.random.default_rng(seed)
    size = (640, 480)
    view = camera(size, edge, elevation, 45.0, float(rng.normal() * 3))
    surface = MATERIALS[material](rng, edge).copy()
    for kind in clutter:
        CLUTTER[kind](surface, rng, edge)
    a = rng.uniform(0, 6.28)
    key = np.array([np.cos(a), np.sin(a), 1.3], np.float32)
    lamps = (Light(key / np.float32(np.linalg.norm(key)), np.array([0.42, 0.48, 0.53], np.float32), 0.2),)
    sky = np.array([0.55, 0.54, 0.53], np.float32)
    around = Surroundings(sky, sky * 0.7, (surface.reshape(-1, 3).mean(0) * 0.6).astype(np.float32), lamps)
    ball = float(rng.choice([1.45, 1.6, 1.74]))
    form = Style(
        body=sky, ink=sky, rounding=float(rng.uniform(0.12, 0.3)), ball=ball,
        pip_radius=float(rng.uniform(0.14, 0.2)), pip_spread=0.5, pip_depth=0.4, gloss=0.7, polish=200.0,
    )  # fmt: skip
    bodies: list[Body] = []
    for at, (colour, value) in enumerate(dice):
        paint = linear(PAINT[colour]) if colour != "other" else body_colour(rng, "other")
        dark = colour in ("white", "yellow")
        ink = linear((22, 22, 24)) if dark else linear((238, 240, 242))
        while True:
            x, y = (float(v) for v in rng.uniform((0.12, 0.16), (0.88, 0.84)) * np.array(size))
            if cut_first and at == 0:
                x = edge * 0.12
            spot = view.on_table(x, y)
            if spot is not None and all(np.hypot(*(b.centre[:2] - spot[:2])) > 1.5 for b in bodies):
                break
        bodies.append(lying(rng, replace(form, body=paint, ink=ink), value, float(spot[0]), float(spot[1])))
    drawn = draw(view, tuple(bodies), surface, edge, around, 0.15, (0.0, 0.0), 2.5)
    light = drawn.image * shade(size, rng, 0.35)
    light = cv2.GaussianBlur(light, (0, 0), 0.6) + rng.normal(size=(480, 640, 1)) * 0.006
    return picture_of(np.asarray(light, np.float32), float(rng.uniform(0.8, 1.15))), drawn


def main(folder: Path) -> None:
    """Write pictures and labels."""
    rng = np.random.default_rng(7)

    def six() -> list[tuple[str, int]]:
        return [(colour, int(v)) for colour, v in zip(SET, rng.integers(1, 7, 6), strict=True)]

    wood, felt, plain = 0, 1, 2
    sheets, discs, lines = 0, 3, 5
    jobs = {
        "wood": (six(), 60, 70, wood, (), False, "complete"),
        "felt": (six(), 55, 62, felt, (), False, "complete"),
        "paper": (six(), 48, 80, plain, (), False, "complete"),
        "oblique": (six(), 62, 48, wood, (), False, "complete"),
        "above": (six(), 52, 88, felt, (), False, "complete"),
        "small": (six(), 30, 68, wood, (), False, "complete"),
        "sheet": (six(), 50, 66, wood, (sheets,), False, "complete"),
        "clutter": (six(), 50, 70, plain, (sheets, discs, lines), False, "complete"),
        "guest": ([*six(), ("other", 4)], 50, 72, felt, (), False, "complete"),
        "two": ([("white", 3), ("blue", 5)], 60, 70, wood, (), False, "wrong-set"),
        "none": ([], 55, 70, wood, (sheets, discs), False, "wrong-set"),
        "cut": (six(), 60, 72, felt, (), True, "unsure"),
    }
    folder.mkdir(parents=True, exist_ok=True)
    labels = {}
    for at, (name, (dice, edge, elevation, material, clutter, cut_first, status)) in enumerate(jobs.items()):
        photo, drawn = lay(dice, 40 + at, edge, elevation, material, clutter, cut_first)
        cv2.imwrite(str(folder / f"{name}.jpg"), photo, [cv2.IMWRITE_JPEG_QUALITY, 82])
        labels[f"{name}.jpg"] = {
            "status": status,
            "dice": [
                {"colour": dice[s.index][0], "value": dice[s.index][1], "box": list(s.box)} for s in
                drawn.seen
            ],
        }  # fmt: skip
    (folder / "labels.json").write_text(json.dumps(labels, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
