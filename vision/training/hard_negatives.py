"""What the detector takes for dice and is none.

`python -m vision.training.hard_negatives --scenes SCENES --out FILE`. Looked for with the shipped detector
in the pictures that training may see; `vision.training.train reader --mined FILE` shows them to the reader
as things that are no dice.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import numpy as np

from vision.dice.detector import detect
from vision.training.dataset import Item, Label, load, rendered, taught
from vision.training.photo import develop
from vision.training.scenes import DECODED


def strangers(item: Item, seed: int) -> list[tuple[float, float, float, float]]:
    """Boxes that the detector finds where no die is, not even part of one."""
    image = load(item)
    if item.group == "rendered":
        image = develop(DECODED[image], np.random.default_rng(seed))
    found = []
    for candidate in detect(image):
        cx, cy = candidate.centre
        side = candidate.side
        near = any(
            abs(cx - d.box[0] - d.box[2] / 2) < (d.box[2] + side) * 0.4
            and abs(cy - d.box[1] - d.box[3] / 2) < (d.box[3] + side) * 0.4
            for d in item.labels
            if d.value
        )
        if not near and side >= 10:
            found.append(candidate.box)
    return found[:12]


def with_mined(items: list[Item], file: Path) -> list[Item]:
    """The items, with what was mined in them as labels of value 0."""
    mined: dict[str, list[list[float]]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        mined[row["picture"]] = row["boxes"]
    out = []
    for item in items:
        boxes = mined.get(f"{item.path.parent.name}/{item.path.name}", [])
        extra = tuple(Label((b[0], b[1], b[2], b[3]), "", 0, 0) for b in boxes)
        out.append(replace(item, labels=item.labels + extra))
    return out


def main() -> None:
    """Mine and write one line a picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--every", type=int, default=6, help="take one rendered scene in so many")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    items = rendered(given.scenes, sides=6)[:: given.every]
    if given.photos is not None:
        items += taught(given.photos)
    with given.out.open("w", encoding="utf-8") as lines:
        for at, item in enumerate(items):
            boxes = [[round(v, 1) for v in box] for box in strangers(item, at)]
            picture = f"{item.path.parent.name}/{item.path.name}"
            lines.write(json.dumps({"picture": picture, "boxes": boxes}) + "\n")


if __name__ == "__main__":
    main()
