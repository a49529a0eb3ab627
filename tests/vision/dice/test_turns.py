"""Turned pictures are read as if they were upright; boxes refer to the turned picture."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from vision import read
from vision.dice.turns import TURNS, turn_after, turn_box, turn_image, turn_reading, turned_size
from vision.frames.image import load
from vision.geometry import overlap
from vision.reading import Die, Reading, Turn

ROLLS = Path(__file__).parents[3] / "fixtures" / "rolls"
LOW = load(ROLLS / "oblique.jpg")
"""Dice seen from a low camera: if this picture is turned, the dice's sides look like tops."""


def faces(reading: Reading) -> Counter[tuple[str, int]]:
    return Counter((die.colour, die.value) for die in reading.dice)


@pytest.mark.parametrize("turn", TURNS)
def test_a_box_turns_with_its_picture(turn: Turn) -> None:
    picture = np.zeros((48, 64, 3), np.uint8)
    picture[10:14, 20:29] = 255
    x, y, w, h = turn_box((20, 10, 9, 4), (64, 48), turn)
    turned = turn_image(picture, turn)
    assert (turned.shape[1], turned.shape[0]) == turned_size((64, 48), turn)
    assert (turned[y : y + h, x : x + w] == 255).all() and turned.astype(int).sum() == picture.astype(
        int
    ).sum()
    back = turn_after(0, -turn)
    assert turn_box((x, y, w, h), turned_size((64, 48), turn), back) == (20, 10, 9, 4)
    assert turn_after(turn, back) == 0


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_roll_is_read_whichever_way_the_camera_is_turned(turn: Turn) -> None:
    upright = read(LOW)
    assert upright.status == "complete" and upright.turn == 0
    held = turn_image(LOW, turn)
    reading = read(held)
    assert reading.status == "complete" and faces(reading) == faces(upright)
    assert reading.size == (held.shape[1], held.shape[0]) and turn_after(reading.turn, turn) == 0
    for die in upright.dice:
        box = turn_box(die.box, upright.size, turn)
        nearest = max(reading.dice, key=lambda other: overlap(box, other.box).of_union)
        assert overlap(box, nearest.box).of_union > 0.8
        assert (nearest.colour, nearest.value) == (die.colour, die.value)
    kept = read(held, turn=reading.turn)
    assert kept == reading, "with the turn of the picture before"
    assert faces(read(LOW, turn=reading.turn)) == faces(upright), "the camera stands upright again"


def test_the_dice_of_a_turned_picture_are_in_the_order_of_the_picture_before() -> None:
    def die(value: int, x: int) -> Die:
        return Die("red", value, 6, 0.9, "flat", (x, 100, 40, 40), ((value, 0.9),), (("red", 0.9),))

    seen = Reading((640, 480), "unsure", (die(1, 100), die(2, 400)), (die(3, 500),))
    before = turn_reading(seen, 180)
    assert [(each.value, each.box) for each in before.dice] == [
        (2, (200, 340, 40, 40)),
        (1, (500, 340, 40, 40)),
    ]
    assert before.ignored[0].box == (100, 340, 40, 40) and before.turn == 180


def test_no_turn_makes_a_roll_sure_that_is_doubtful_upright() -> None:
    for name in ("cut.jpg", "two.jpg"):
        reading = read(load(ROLLS / name))
        assert reading.status != "complete" and reading.turn == 0
