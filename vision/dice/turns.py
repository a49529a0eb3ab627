"""Finds the clockwise turn that makes a picture upright, from the normals of the dice's top faces."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.dice.classifier import DiePrediction
from vision.dice.crops import cut_die
from vision.dice.normals import find_normals
from vision.dice.table_plane import SeenNormals, log_evidence, spots_of
from vision.frames.image import Image, size_of
from vision.geometry import AnyBox, reading_order
from vision.reading import Die, Reading, Turn

TURNS: tuple[Turn, ...] = (0, 180, 90, 270)
"""Clockwise angles in degrees by which a picture may have to be turned."""
_CODES = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}
MIN_DICE = 3
"""Number of dice needed to determine the turn."""


def turn_after(turn: Turn, further: int) -> Turn:
    """Return the sum of `turn` and `further` degrees as one of TURNS."""
    return next(each for each in TURNS if (each - turn - further) % 360 == 0)


def turn_image(image: Image, turn: Turn) -> Image:
    """Return the picture turned clockwise by `turn`."""
    return image if turn == 0 else np.asarray(cv2.rotate(image, _CODES[turn]), np.uint8)


def turn_box(box: AnyBox, size: tuple[int, int], turn: Turn) -> AnyBox:
    """Return the box after its picture of `size` (width, height) is turned clockwise by `turn`."""
    x, y, w, h = box
    width, height = size
    if turn == 90:
        return height - y - h, x, h, w
    if turn == 180:
        return width - x - w, height - y - h, w, h
    return (y, width - x - w, h, w) if turn == 270 else box


def turned_size(size: tuple[int, int], turn: Turn) -> tuple[int, int]:
    """Return the width and height of a picture of `size` after it is turned by `turn`."""
    return size if turn in (0, 180) else (size[1], size[0])


def turn_reading(reading: Reading, turn: Turn) -> Reading:
    """Return `reading`, of a picture turned clockwise by `turn`, with boxes for the unturned picture."""
    if turn == 0:
        return reading
    back, size = turn_after(0, -turn), turned_size(reading.size, turn)

    def turned(dice: tuple[Die, ...]) -> tuple[Die, ...]:
        there = [replace(die, box=turn_box(die.box, reading.size, back)) for die in dice]
        return tuple(sorted(there, key=lambda die: reading_order(die.box, size[1])))

    return replace(reading, size=size, dice=turned(reading.dice), ignored=turned(reading.ignored), turn=turn)


def likeliest_turn(image: Image, dice: Sequence[DiePrediction]) -> Turn:
    """Return the clockwise turn that most likely makes the picture upright.

    Return 0 if fewer than MIN_DICE of the dice have normals.
    """
    seen = [k for k in dice if k.normal is not None]
    if len(seen) < MIN_DICE:
        return 0
    boxes, size = [k.candidate.box for k in seen], size_of(image)
    crops = [cut_die(image, k.candidate.centre, k.candidate.side) for k in seen]
    turned = [np.rot90(crop, -turn // 90) for turn in TURNS[1:] for crop in crops]
    normals = [k.normal for k in seen if k.normal is not None] + find_normals(turned)
    evidence: dict[Turn, float] = {}
    for number, turn in enumerate(TURNS):
        own = np.array(normals[number * len(seen) : (number + 1) * len(seen)], np.float64)
        there = np.array([turn_box(box, size, turn) for box in boxes], np.float64)
        spots = spots_of(there, turned_size(size, turn))
        evidence[turn] = log_evidence(SeenNormals(own[:, :2], own[:, 2], spots))
    return max(evidence, key=evidence.__getitem__)
