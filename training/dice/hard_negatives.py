"""Collects hard negatives for the reader: things that the detector takes for dice.

`python -m training.dice.hard_negatives --scenes SCENES --out FILE` runs the shipped detector on the
pictures that training may see; `training.dice.train joint --hard-negatives FILE` trains the reader on them.
"""

import argparse
import json
from dataclasses import replace
from pathlib import Path

import numpy as np

from training.dice.dataset import (
    HARD_NEGATIVE,
    Label,
    LabelledImage,
    load_image,
    rendered_scenes,
    training_photos,
)
from training.dice.photo import develop
from training.dice.scenes import DECODED
from vision.dice.detector import detect

MIN_PIXELS = 10
"""A box whose longer side has fewer pixels than this is not collected."""
MAX_PER_IMAGE = 12


def false_positives(item: LabelledImage, seed: int) -> list[tuple[float, float, float, float]]:
    """Return the detector's boxes (x, y, width, height) that contain no die, not even part of one."""
    image = load_image(item)
    if item.is_rendered:
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
        if not near and side >= MIN_PIXELS:
            found.append(candidate.box)
    return found[:MAX_PER_IMAGE]


def with_hard_negatives(items: list[LabelledImage], file: Path) -> list[LabelledImage]:
    """Return the pictures with the hard negatives of a file as further labels, of value 0."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    boxes = {row["picture"]: row["boxes"] for row in rows}
    found = []
    for item in items:
        extra = tuple(Label(tuple(box), "", 0, 0, index=HARD_NEGATIVE) for box in boxes.get(item.name, ()))
        found.append(replace(item, labels=item.labels + extra))
    return found


def main() -> None:
    """Parse the command, and write the hard negatives of each picture as one line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--every", type=int, default=6, help="take one rendered scene in so many")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    items = rendered_scenes(given.scenes, sides=6)[:: given.every]
    if given.photos is not None:
        items += training_photos(given.photos)
    with given.out.open("w", encoding="utf-8") as lines:
        for at, item in enumerate(items):
            boxes = [[round(v, 1) for v in box] for box in false_positives(item, at)]
            lines.write(json.dumps({"picture": item.name, "boxes": boxes}) + "\n")


if __name__ == "__main__":
    main()
