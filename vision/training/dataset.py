"""What there is to learn from: rendered scenes and labelled photos, and which of them are held out."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes import HELD_OUT

TRAINED_SETS = ("boards", "felt", "tray", "webcam")
"""Sets of photos that training may see two thirds of; all others only measure."""
WIDER = {"webcam": 1.6}
"""How many times as wide a die is as its label's box, in a set whose boxes hug the pips of the top face."""

COLOUR_NAMES = ("white", "red", "yellow", "green", "blue", "other")


@dataclass(frozen=True, slots=True)
class Label:
    """One die. `box`: x, y, width, height in pixels; `colour`: None where nobody knows, "" and value 0
    where it is no die; `doubtful`: the colour is arguable."""

    box: tuple[float, float, float, float]
    colour: str | None
    value: int
    sides: int
    visible: float = 1.0
    top: float = 1.0
    tilt: float = 0.0
    index: int = -1
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """One labelled picture: a rendered scene (`mask` names its owners' picture) or a photo of the set
    `group`."""

    path: Path
    group: str
    labels: tuple[Label, ...]
    mask: Path | None = None


def rendered(folder: Path, held_out: bool = False, sides: int | None = None) -> list[Item]:
    """The scenes that `vision.training.scenes` wrote; the held-out ones or the others."""
    items = []
    for lines in sorted(folder.glob("labels-*.jsonl")):
        for line in lines.read_text(encoding="utf-8").splitlines():
            try:
                row = json.loads(line)
            except ValueError:  # a line still being written
                continue
            name = row["name"]
            if (int(name.split("-")[1]) >= HELD_OUT) != held_out or (
                sides and not name.startswith(f"{sides}-")
            ):
                continue
            labels = tuple(
                Label(
                    tuple(d["box"]),
                    d["colour"],
                    d["value"],
                    d["sides"],
                    d["visible"],
                    d["top"],
                    d["tilt"],
                    d["index"],
                )
                for d in row["dice"]
            )
            items.append(Item(folder / f"{name}.jpg", "rendered", labels, folder / f"{name}.png"))
    return items


def _same_photo(a: Item, b: Item) -> bool:
    """Whether two pictures are one photo, perhaps turned or mirrored: the same dice in the same places."""
    if sorted(d.value for d in a.labels) != sorted(d.value for d in b.labels):
        return False
    if not a.labels:
        return True  # empty pictures cannot be told apart: all on one side

    def places(item: Item) -> NDArray[np.float64]:
        return np.array([[d.box[0] + d.box[2] / 2 - 320, d.box[1] + d.box[3] / 2 - 320] for d in item.labels])

    p, q = places(a), places(b)
    for turn in range(4):
        for mirror in (1, -1):
            c, s = int(np.cos(np.pi / 2 * turn).round()), int(np.sin(np.pi / 2 * turn).round())
            moved = (p * [mirror, 1]) @ np.array([[c, -s], [s, c]])
            if np.sqrt(((moved[:, None] - q[None]) ** 2).sum(-1)).min(1).max() < 14:
                return True
    return False


def photos(folder: Path, name: str) -> list[Item]:
    """All photos of one set."""
    items = []
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["set"] != name:
            continue
        labels = tuple(
            Label(
                tuple(d["box"]), d["colour"], d["value"], d["sides"], doubtful=bool(d.get("doubtful_colour"))
            )
            for d in row["dice"]
        )
        items.append(Item(folder / row["image"], name, labels))
    return items


def widened(item: Item) -> Item:
    """The item with boxes around whole dice, also where the set's own hug the pips."""
    grow = WIDER.get(item.group, 1.0)

    def wide(label: Label) -> Label:
        x, y, w, h = label.box
        box = (x - w * (grow - 1) / 2, y - h * (grow - 1) / 2, w * grow, h * grow)
        return replace(label, box=box)

    return replace(item, labels=tuple(wide(label) for label in item.labels))


def taught(folder: Path) -> list[Item]:
    """The photos that are learnt from."""
    return [widened(item) for name in TRAINED_SETS for item in split(photos(folder, name))[0]]


def held_out(folder: Path) -> dict[str, list[Item]]:
    """The photos of each set that are not learnt from, to measure on."""
    return {name: split(photos(folder, name))[1] for name in TRAINED_SETS}


def split(items: list[Item]) -> tuple[list[Item], list[Item]]:
    """Two thirds to train on and one third held out, by chance with a fixed seed; copies of one photo
    stay together."""
    groups: list[list[Item]] = []
    for item in sorted(items, key=lambda i: i.path.name):
        for group in groups:
            if _same_photo(group[0], item):
                group.append(item)
                break
        else:
            groups.append([item])
    order = np.random.default_rng(20261121).permutation(len(groups))
    train: list[Item] = []
    held: list[Item] = []
    for at in order:
        (held if len(held) * 3 < len(items) else train).extend(groups[int(at)])
    return train, held


def load(item: Item) -> NDArray[np.uint8]:
    """The picture as stored: a photo, or cube roots of light for a scene."""
    image = cv2.imread(str(item.path), cv2.IMREAD_COLOR)
    if image is None:
        raise FileNotFoundError(f"{item.path} is no picture")
    return np.asarray(image, np.uint8)
