"""Grey pictures: the one thing that is said of them is that they show no colour."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import read
from vision.dice.pipeline import is_colourless
from vision.frames.image import Image, load

FIXTURES = Path(__file__).parents[3] / "fixtures"
ROLL = load(FIXTURES / "rolls" / "wood.jpg")


def at_night(image: Image, light: float = 1.0) -> Image:
    """Return the picture of a camera without colour, with its noise, as a JPEG."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) * light
    grey += np.random.default_rng(3).normal(0, 4, grey.shape)
    seen = cv2.cvtColor(np.clip(grey, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)
    data = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, 80])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


@pytest.mark.parametrize("light", [1.0, 0.25])
def test_a_picture_at_night_has_no_colour(light: float) -> None:
    assert is_colourless(at_night(ROLL, light))


def test_no_roll_in_colour_is_without() -> None:
    for path in sorted((FIXTURES / "rolls").glob("*.jpg")):
        assert not is_colourless(load(path)), path
        assert not is_colourless(np.asarray(load(path) // 8, np.uint8)), f"{path}, dark"


@pytest.mark.parametrize("any_dice", [False, True])
def test_a_grey_roll_is_asked_about_because_it_shows_no_colour(any_dice: bool) -> None:
    reading = read(at_night(ROLL), any_dice=any_dice)
    assert [problem.code for problem in reading.problems] == ["no-colour"] and reading.status == "unsure"
    assert "night mode" in str(reading.problems[0])
    assert len(reading.dice) >= 4 and all(die.doubtful for die in reading.dice)


def test_an_empty_grey_table_has_no_dice_in_the_first_place() -> None:
    reading = read(at_night(load(FIXTURES / "rolls" / "none.jpg")))
    assert [problem.code for problem in reading.problems] == ["no-dice"]
