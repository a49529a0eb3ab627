"""A camera that changes the size of its pictures while it is watched."""

import cv2
import numpy as np
import pytest

from tests.robustness.hostile import ROOT
from vision.frames.image import Image, load
from vision.frames.source import Frame
from vision.reading import Die, Reading
from vision.rolls.settler import Settler

DICE = (("white", 5), ("white", 2), ("red", 3), ("yellow", 1), ("green", 6), ("blue", 4))


def look(image: Image) -> Reading:
    """Return six dice in the same place of every picture, whatever its size."""
    height, width = image.shape[:2]
    side = width // 16
    dice = tuple(
        Die(colour, value, 6, 0.999, "flat", box, ((value, 0.999),), ((colour, 0.999),))
        for i, (colour, value) in enumerate(DICE)
        for box in [(width * (1 + 2 * i) // 14, height * (1 + i % 3) // 4, side, side)]
    )
    return Reading((width, height), "complete", dice, probability=0.99)


@pytest.mark.parametrize("sizes", [[(640, 480), (1280, 960)], [(1280, 720), (320, 180), (1920, 1080)]])
def test_dice_that_nobody_touched_are_one_roll(sizes: list[tuple[int, int]]) -> None:
    wood = load(ROOT / "fixtures" / "rolls" / "wood.jpg")
    settler, rolls, number = Settler(), [], 0
    for size in [*sizes, *sizes]:
        picture = np.asarray(cv2.resize(wood, size, interpolation=cv2.INTER_AREA), np.uint8)
        for _ in range(15):
            number += 1
            event = settler.see(Frame(picture, number, number / 10), look)
            rolls += [event] if event is not None and event.kind != "state" else []
    assert [event.throw for event in rolls] == [1]
