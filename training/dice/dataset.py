"""The training data: rendered scenes and labelled photos, and which of them are held out."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from training.dice.arrangements import SceneKind
from training.dice.scenes import HELD_OUT, TOP_FACE_BIT

TRAINED_SETS = ("boards", "felt", "tray", "webcam")
"""Sets of photos that training may see two thirds of."""
HELD_OUT_DICE = {"eight": frozenset({"black-red"})}
"""The dice that training never sees, by set, in sets that show one die from all sides; training sees the
others. Sets that are named neither here nor above only measure."""
BOX_GROWTH = {"webcam": 1.6}
"""Factor from the label's box to the die's, in a set whose boxes hug the pips of the top face."""
SAME_PHOTO_PIXELS = 14
"""Distance within which dice in two pictures may be one die in one photo, in pixels."""

HARD_NEGATIVE = -2
"""The index of a label that `training.dice.hard_negatives` found."""

COLOUR_NAMES = ("white", "red", "yellow", "green", "blue", "other")


@dataclass(frozen=True, slots=True)
class Label:
    """One die. `box`: x, y, width, height in pixels; `colour`: None if unknown, "" (with value 0) for a die
    of another game or another thing; `sides`: 0 if it is no die; `doubtful`: the colour is arguable;
    `normal`: of its top face (`vision.dice.normals`), `table`: that of the table at its place, None if
    unknown."""

    box: tuple[float, float, float, float]
    colour: str | None
    value: int
    sides: int
    visible: float = 1.0
    top: float = 1.0
    tilt: float = 0.0
    index: int = -1
    doubtful: bool = False
    normal: tuple[float, float] | None = None
    table: tuple[float, float] | None = None

    @property
    def is_hard_negative(self) -> bool:
        """Return True if a detector took something else for a die."""
        return self.index == HARD_NEGATIVE

    @property
    def is_numbered(self) -> bool:
        """Return True if it has numerals, not pips."""
        return self.sides not in (0, 6)

    @property
    def is_stranger(self) -> bool:
        """Return True if it is a die, but of a kind that the game lacks."""
        return self.sides > 0 and self.value == 0


@dataclass(frozen=True, slots=True)
class LabelledImage:
    """One labelled picture: a rendered scene (`mask` names the file with the body of each pixel) or a photo
    of the set `group`."""

    path: Path
    group: str
    labels: tuple[Label, ...]
    mask: Path | None = None
    subject: str = ""
    """of a set in HELD_OUT_DICE: the die that its pictures share"""
    kind: SceneKind = "anyhow"
    """of a scene"""

    @property
    def is_rendered(self) -> bool:
        return self.group == "rendered"

    @property
    def is_hidden(self) -> bool:
        """Return True if dice were given the colour of the table on which they lie."""
        return self.kind in ("covered", "alike", "pale")

    @property
    def name(self) -> str:
        """Return the name of its folder and file."""
        return f"{self.path.parent.name}/{self.path.name}"


@dataclass(frozen=True, slots=True)
class Owners:
    """The body that each pixel of a scene shows, from its PNG."""

    pixels: NDArray[np.uint8]

    @property
    def solid(self) -> NDArray[np.uint8]:
        """Return 255 where any body is visible, otherwise 0."""
        return np.where(self.pixels & (TOP_FACE_BIT - 1), np.uint8(255), np.uint8(0))

    @property
    def tops(self) -> NDArray[np.uint8]:
        """Return 255 where the top face of any body is visible, otherwise 0."""
        return np.where(self.pixels & TOP_FACE_BIT, np.uint8(255), np.uint8(0))

    def top(self, index: int) -> NDArray[np.uint8]:
        """Return 255 where the top face of this body is visible, otherwise 0."""
        return np.where(self.pixels == ((index + 1) | TOP_FACE_BIT), np.uint8(255), np.uint8(0))


def rendered_scenes(folder: Path, sides: int | None = None) -> list[LabelledImage]:
    """Return the scenes that `training.dice.scenes` wrote, without the held-out ones."""
    items = []
    for lines in sorted(folder.glob("labels-*.jsonl")):
        for line in lines.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            name = row["name"]
            its_sides, seed = (int(part) for part in name.split("-"))
            if seed < HELD_OUT and sides in (None, its_sides):
                labels = tuple(label_of(die) for die in row["dice"])
                image, mask = folder / f"{name}.jpg", folder / f"{name}.png"
                items.append(LabelledImage(image, "rendered", labels, mask, kind=row["kind"]))
    return items


def _same_photo(a: LabelledImage, b: LabelledImage) -> bool:
    """Return True if two pictures are one photo, perhaps turned or mirrored: same dice, same places."""
    if sorted(d.value for d in a.labels) != sorted(d.value for d in b.labels):
        return False
    if not a.labels:
        return True  # empty pictures cannot be distinguished, so all go to one side

    def places(item: LabelledImage) -> NDArray[np.float64]:
        return np.array([[d.box[0] + d.box[2] / 2 - 320, d.box[1] + d.box[3] / 2 - 320] for d in item.labels])

    p, q = places(a), places(b)
    for turn in range(4):
        for mirror in (1, -1):
            c, s = int(np.cos(np.pi / 2 * turn).round()), int(np.sin(np.pi / 2 * turn).round())
            moved = (p * [mirror, 1]) @ np.array([[c, -s], [s, c]])
            nearest = np.sqrt(((moved[:, None] - q[None]) ** 2).sum(-1)).min(1)
            if nearest.max() < SAME_PHOTO_PIXELS:
                return True
    return False


def photos_of_set(folder: Path, name: str) -> list[LabelledImage]:
    """Return all photos of one set of a folder with a labels.jsonl."""
    items = []
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["set"] == name:
            labels = tuple(_photo_label(die) for die in row["dice"] if die["box"] is not None)
            subject = subject_of(row) if name in HELD_OUT_DICE else ""
            items.append(LabelledImage(folder / row["image"], name, labels, subject=subject))
    return items


def subject_of(row: Mapping[str, Any]) -> str:
    """Return the common subject of similar pictures: their die, or their video (the name without number)."""
    return str(row.get("die", Path(row["image"]).stem.rstrip("0123456789").rstrip("_")))


def _photo_label(die: dict[str, Any]) -> Label:
    doubtful = bool(die.get("doubtful_colour"))
    return Label(tuple(die["box"]), die["colour"], die["value"], die["sides"], doubtful=doubtful)


def label_of(die: dict[str, Any]) -> Label:
    """Return the label of a die of a scene, from its JSON."""
    known = {name: value for name, value in die.items() if name != "cut"}
    pairs = {name: tuple(known[name]) for name in ("box", "normal", "table") if known.get(name) is not None}
    return Label(**known | pairs)


def with_whole_boxes(item: LabelledImage) -> LabelledImage:
    """Return the item with boxes around whole dice, even if the set's own boxes enclose only the pips."""
    grow = BOX_GROWTH.get(item.group, 1.0)

    def wide(label: Label) -> Label:
        x, y, w, h = label.box
        box = (x - w * (grow - 1) / 2, y - h * (grow - 1) / 2, w * grow, h * grow)
        return replace(label, box=box)

    return replace(item, labels=tuple(wide(label) for label in item.labels))


def training_photos(folder: Path) -> list[LabelledImage]:
    """Return the photos for training."""
    learnt = [item for name in TRAINED_SETS for item in split(photos_of_set(folder, name))[0]]
    for name, held in HELD_OUT_DICE.items():
        learnt += [item for item in photos_of_set(folder, name) if item.subject not in held]
    return [with_whole_boxes(item) for item in learnt]


def held_out_photos(folder: Path) -> dict[str, list[LabelledImage]]:
    """Return the photos of each set for measuring, which training never sees."""
    thirds = {name: split(photos_of_set(folder, name))[1] for name in TRAINED_SETS}
    dice = {
        name: [item for item in photos_of_set(folder, name) if item.subject in held]
        for name, held in HELD_OUT_DICE.items()
    }
    return thirds | dice


def split(items: list[LabelledImage]) -> tuple[list[LabelledImage], list[LabelledImage]]:
    """Split two thirds to train on from one third held out, at random with a fixed seed; copies of one photo
    stay together."""
    groups: list[list[LabelledImage]] = []
    for item in sorted(items, key=lambda i: i.path.name):
        for group in groups:
            if _same_photo(group[0], item):
                group.append(item)
                break
        else:
            groups.append([item])
    order = np.random.default_rng(20261121).permutation(len(groups))
    train: list[LabelledImage] = []
    held: list[LabelledImage] = []
    for at in order:
        (held if len(held) * 3 < len(items) else train).extend(groups[int(at)])
    return train, held


def load_image(item: LabelledImage) -> NDArray[np.uint8]:
    """Load the picture as stored: a photo, or cube roots of light for a scene."""
    image = cv2.imread(str(item.path), cv2.IMREAD_COLOR)
    if image is None:
        raise FileNotFoundError(f"{item.path} is no picture")
    return np.asarray(image, np.uint8)


def load_owners(item: LabelledImage) -> Owners | None:
    """Load the body that each pixel of a scene shows; None for a photo."""
    if item.mask is None:
        return None
    return Owners(np.asarray(cv2.imread(str(item.mask), cv2.IMREAD_UNCHANGED), np.uint8))
