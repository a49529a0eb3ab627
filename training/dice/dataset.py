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
"""Sets of photos of which training uses two thirds."""
HELD_OUT_DICE = {"eight": frozenset({"black-red"})}
"""The dice that training never sees, by set of photos. Photos of these sets show one die each. Photos of sets
named neither here nor in TRAINED_SETS are used only for measuring."""
BOX_GROWTH = {"webcam": 1.6}
"""Factor by which a set's boxes are enlarged, because they enclose only the pips of the top face."""
SAME_PHOTO_PIXELS = 14
"""Largest distance, in pixels, between the places of a die in two copies of one photo."""

HARD_NEGATIVE = -2
"""`Label.index` of a hard negative, that is, a thing that the detector took for a die."""

COLOUR_NAMES = ("white", "red", "yellow", "green", "blue", "other")


@dataclass(frozen=True, slots=True)
class Label:
    """One die, or a thing that resembles a die, in a picture."""

    box: tuple[float, float, float, float]  # x, y, width, height in pixels
    colour: str | None  # None if unknown, "" for a die of another game or another thing
    value: int  # 0 for a die of another game or another thing
    sides: int  # 0 if it is no die
    visible: float = 1.0  # visible share of it
    top: float = 1.0  # visible share of its top face
    tilt: float = 0.0  # in radians
    index: int = -1  # of the body in a scene
    doubtful: bool = False  # the colour is arguable
    normal: tuple[float, float] | None = None  # of its top face (`vision.dice.normals`), if known
    table: tuple[float, float] | None = None  # normal of the table below it, if known

    @property
    def is_hard_negative(self) -> bool:
        """Return True if this is a thing that the detector took for a die."""
        return self.index == HARD_NEGATIVE

    @property
    def is_numbered(self) -> bool:
        """Return True if it has numerals, not pips."""
        return self.sides not in (0, 6)

    @property
    def is_stranger(self) -> bool:
        """Return True if this is a die of another game."""
        return self.sides > 0 and self.value == 0


@dataclass(frozen=True, slots=True)
class LabelledImage:
    """A labelled picture: a rendered scene or a photo."""

    path: Path
    group: str  # the set of a photo, or "rendered"
    labels: tuple[Label, ...]
    mask: Path | None = None  # the file with a scene's `Owners`
    subject: str = ""
    """the die or video that similar photos share (`subject_of`), in the sets of HELD_OUT_DICE only"""
    kind: SceneKind = "anyhow"
    """the kind of a rendered scene"""

    @property
    def is_rendered(self) -> bool:
        return self.group == "rendered"

    @property
    def hides_its_dice(self) -> bool:
        """Return True if many of its dice have the colour of their table, and so are hard to see."""
        return self.kind in ("covered", "alike", "pale")

    @property
    def name(self) -> str:
        """Return the last two parts of its path, as FOLDER/FILE."""
        return f"{self.path.parent.name}/{self.path.name}"


@dataclass(frozen=True, slots=True)
class Owners:
    """A map of a rendered scene: which body each pixel shows, and whether it is the body's top face."""

    pixels: NDArray[np.uint8]  # index of the body + 1, plus TOP_FACE_BIT on its top face; 0 for the table

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
    """Return the scenes in a folder whose dice have `sides` sides (None: any), without held-out scenes."""
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
    """Return True if two pictures seem to be copies of one photo, perhaps turned or mirrored."""
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
    """Return all photos of one set, from the labels.jsonl of a folder."""
    items = []
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["set"] == name:
            labels = tuple(_photo_label(die) for die in row["dice"] if die["box"] is not None)
            subject = subject_of(row) if name in HELD_OUT_DICE else ""
            items.append(LabelledImage(folder / row["image"], name, labels, subject=subject))
    return items


def subject_of(row: Mapping[str, Any]) -> str:
    """Return a name shared by similar photos: that of the die, if known, otherwise the file name without its
    final number."""
    return str(row.get("die", Path(row["image"]).stem.rstrip("0123456789").rstrip("_")))


def _photo_label(die: dict[str, Any]) -> Label:
    doubtful = bool(die.get("doubtful_colour"))
    return Label(tuple(die["box"]), die["colour"], die["value"], die["sides"], doubtful=doubtful)


def label_of(die: dict[str, Any]) -> Label:
    """Return the label of a die in a scene, from its JSON."""
    known = {name: value for name, value in die.items() if name != "cut"}
    pairs = {name: tuple(known[name]) for name in ("box", "normal", "table") if known.get(name) is not None}
    return Label(**known | pairs)


def with_whole_boxes(item: LabelledImage) -> LabelledImage:
    """Return the photo with boxes around whole dice: boxes that enclose only the pips are enlarged."""
    grow = BOX_GROWTH.get(item.group, 1.0)

    def wide(label: Label) -> Label:
        x, y, w, h = label.box
        box = (x - w * (grow - 1) / 2, y - h * (grow - 1) / 2, w * grow, h * grow)
        return replace(label, box=box)

    return replace(item, labels=tuple(wide(label) for label in item.labels))


def training_photos(folder: Path) -> list[LabelledImage]:
    """Return the photos in a folder that training uses, with boxes around whole dice."""
    learnt = [item for name in TRAINED_SETS for item in train_and_held_out(photos_of_set(folder, name))[0]]
    for name, held in HELD_OUT_DICE.items():
        learnt += [item for item in photos_of_set(folder, name) if item.subject not in held]
    return [with_whole_boxes(item) for item in learnt]


def held_out_photos(folder: Path) -> dict[str, list[LabelledImage]]:
    """Return, by set, the held-out photos of those sets from which training uses other photos."""
    thirds = {name: train_and_held_out(photos_of_set(folder, name))[1] for name in TRAINED_SETS}
    dice = {
        name: [item for item in photos_of_set(folder, name) if item.subject in held]
        for name, held in HELD_OUT_DICE.items()
    }
    return thirds | dice


def train_and_held_out(items: list[LabelledImage]) -> tuple[list[LabelledImage], list[LabelledImage]]:
    """Return two thirds to train on and one third to hold out, chosen at random with a fixed seed.

    Copies of one photo stay together.
    """
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
    """Load a picture, H x W x 3, BGR. The values of a scene are cube roots of linear light."""
    image = cv2.imread(str(item.path), cv2.IMREAD_COLOR)
    if image is None:
        raise FileNotFoundError(f"{item.path} is no picture")
    return np.asarray(image, np.uint8)


def load_owners(item: LabelledImage) -> Owners | None:
    """Load the map of which body each pixel of a scene shows; None for a photo."""
    if item.mask is None:
        return None
    return Owners(np.asarray(cv2.imread(str(item.mask), cv2.IMREAD_UNCHANGED), np.uint8))
