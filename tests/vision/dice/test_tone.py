"""The tone of a die is the tone of its paint, without pips and gloss."""

from typing import Any

import cv2
import numpy as np
import pytest

from vision.dice.tone import tone_of, tones_of_light


def painted(body: tuple[int, int, int], ink: tuple[int, int, int], gloss: bool = False) -> Any:
    """Return a BGR picture of a die, 60 pixels wide, with five pips, on a grey background."""
    image = np.full((120, 120, 3), 90, np.uint8)
    cv2.rectangle(image, (30, 30), (90, 90), body, -1)
    for x, y in ((45, 45), (75, 45), (60, 60), (45, 75), (75, 75)):
        cv2.circle(image, (x, y), 5, ink, -1)
    if gloss:
        cv2.ellipse(image, (60, 50), (22, 8), 0, 0, 360, (235, 235, 235), -1)
    return image


@pytest.mark.parametrize("body", [(40, 40, 190), (40, 190, 230), (60, 140, 40), (170, 90, 30)])
def test_pips_and_gloss_do_not_change_the_tone_of_a_coloured_die(body: tuple[int, int, int]) -> None:
    paint = tones_of_light(((np.array([body]) / 255) ** 2.2).astype(np.float32))[0]
    for ink in ((240, 240, 240), (20, 20, 20)):
        for gloss in (False, True):
            off = np.abs(np.array(tone_of(painted(body, ink, gloss), (30, 30, 60, 60))) - paint)
            assert off[1] < 0.1 and off[2] < 0.1


def test_a_box_outside_the_picture_has_a_tone() -> None:
    image = painted((40, 40, 190), (0, 0, 0))
    for box in ((-50, -50, 60, 60), (119, 119, 40, 40), (300, 300, 5, 5), (10, 10, 0, 0)):
        assert np.isfinite(tone_of(image, box)).all()
