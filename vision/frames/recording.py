"""Loads the demo's recorded throws: the folder `throws` has one picture per throw, named after its dice.

A picture shows the dice at rest and, below, pictures of the rolling dice in half size, two per row. What is
stored is half the difference of each pixel from the empty table, plus middle grey.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import cv2
import numpy as np

from vision.frames.image import Image

THROWS = resources.files("vision.frames") / "throws"
EMPTY_TABLE = "empty.webp"
"""The picture of the empty table. The pictures of throws have names like `6-w5-w1-r3-y2-g6-b4.webp`."""
ROLLING_PICTURES = 8
"""Number of pictures of the rolling dice per throw."""
COLOURS = ("white", "red", "yellow", "green", "blue")
"""Colours of the recorded dice."""

Dice = tuple[tuple[str, int], ...]
"""Colour and value of each die."""
DiceSet = tuple[int, tuple[str, ...]]
"""Number of sides, equal for all dice, and the colours of the dice, sorted."""


@dataclass(frozen=True, slots=True, eq=False)
class Throw:
    """A throw: its dice, and pictures of them rolling and at rest."""

    dice: Dice
    rolling: tuple[Image, ...]
    rest: Image


def dice_set(colours: Sequence[str], sides: int) -> DiceSet:
    """Return the `DiceSet` of dice with these colours, given in any order."""
    return sides, tuple(sorted(colours))


def file_name(sides: int, dice: Dice) -> str:
    """Return the file name of the picture of a throw that shows these dice."""
    return "-".join((str(sides), *(f"{colour[0]}{value}" for colour, value in dice))) + ".webp"


def _thrown(name: str) -> tuple[int, Dice]:
    """Return the number of sides and the dice that the file name of a throw's picture states."""
    sides, *words = name.removesuffix(".webp").split("-")
    colours = {colour[0]: colour for colour in COLOURS}
    return int(sides), tuple((colours[word[0]], int(word[1:])) for word in words)


@cache
def recorded() -> Mapping[DiceSet, tuple[str, ...]]:
    """Return the file names of the recorded throws of each set of dice."""
    by_set: defaultdict[DiceSet, list[str]] = defaultdict(list)
    for name in sorted(file.name for file in THROWS.iterdir()):
        if name.endswith(".webp") and name != EMPTY_TABLE:
            sides, dice = _thrown(name)
            by_set[dice_set([colour for colour, _ in dice], sides)].append(name)
    return {dice: tuple(names) for dice, names in by_set.items()}


def load_empty_table() -> Image:
    """Load the table without dice: HxWx3 BGR uint8."""
    return _decoded(EMPTY_TABLE)


def load_throw(name: str, empty: Image) -> Throw:
    """Load the throw in the file `name`; its dice are drawn on the picture `empty` of the table."""
    picture = _decoded(name)
    height, width = empty.shape[:2]
    rest, strip = picture[:height], picture[height:]
    half = (height // 2, width // 2)
    small = (
        strip[top : top + half[0], left : left + half[1]]
        for top in range(0, len(strip), half[0])
        for left in (0, half[1])
    )
    rolling = (cv2.resize(part, (width, height), interpolation=cv2.INTER_CUBIC) for part in small)
    return Throw(
        _thrown(name)[1],
        tuple(_changed(empty, np.asarray(change, np.uint8)) for change in rolling),
        _changed(empty, rest),
    )


def _changed(empty: Image, change: Image) -> Image:
    """Return the picture `empty` plus the differences that the picture `change` stores."""
    return np.asarray(np.clip(empty + 2.0 * (change - np.float32(128)), 0, 255), np.uint8)


def _decoded(name: str) -> Image:
    data = np.frombuffer((THROWS / name).read_bytes(), np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
