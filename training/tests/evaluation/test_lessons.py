"""Tests the measurement of lessons: counted answers, dice that become lessons, the report, and makes."""

from typing import Any

import numpy as np

from training.dice.readings import ImageLabels
from training.evaluation.lessons import ThrowResult, evaluate, lessons_of, report
from training.evaluation.unusual_dice import MAKES, unusual_coat
from vision.frames.image import Image
from vision.reading import Die, Reading

FACES = (("white", 4), ("white", 1), ("red", 3), ("yellow", 2), ("green", 6), ("blue", 5))
BLANK: Image = np.zeros((480, 640, 3), np.uint8)


def row(*faces: tuple[str, int]) -> ImageLabels:
    dice: list[Any] = [
        {"box": (90 * i, 100, 60, 60), "colour": colour, "value": value, "sides": 6}
        for i, (colour, value) in enumerate(faces)
    ]
    return {"image": "1-1.jpg", "set": "lessons 6", "make": "cream", "dice": dice}


def reading(*faces: tuple[Any, int], doubtful: tuple[int, ...] = ()) -> Reading:
    dice = tuple(
        Die(colour, v, 6, 0.9, "flat", (90 * i, 100, 60, 60), ((v, 1),), ((colour, 1),), i in doubtful)
        for i, (colour, v) in enumerate(faces)
    )
    return Reading((640, 480), "unsure" if doubtful else "complete", dice)


def test_answers_of_people_are_counted() -> None:
    truth = row(*FACES, ("other", 6))
    assert evaluate(truth, reading(*FACES), "1 to 10", True) == ThrowResult(
        "cream", "1 to 10", True, True, False, 0
    )
    asked = evaluate(truth, reading(*FACES, doubtful=(2, 3)), "", True)
    assert (asked.complete, asked.wrong, asked.taps) == (False, False, 2)
    wrong = evaluate(truth, reading(*FACES[:-1], ("blue", 4)), "", True)
    assert (wrong.complete, wrong.wrong, wrong.taps) == (True, True, 1)
    assert evaluate(truth, reading(*FACES[:4], doubtful=(0,)), "", True).taps == 3, "two are missing"


def test_lessons_are_the_dice_of_the_game_that_were_seen() -> None:
    truth = row(*FACES, ("other", 6))
    lessons = list(lessons_of(truth, BLANK, reading(*FACES[:5]).dice, 6))
    assert [(each.colour, each.value) for each in lessons] == list(FACES[:5])
    assert {each.photo for each in lessons} == {"1-1.jpg"}


def test_the_report_has_a_line_for_each_make_and_for_all() -> None:
    some = [
        ThrowResult("cream", "1 to 10", False, True, False, 0),
        ThrowResult("cream", "1 to 10", False, False, False, 3),
        ThrowResult("marbled", "", False, True, False, 0),
        ThrowResult("marbled", "41 to 50", True, True, True, 1),
    ]
    *_, cream, everything, marbled, late = report(some)
    assert cream.startswith("| cream | 1 to 10 | without | 50.0 % (1 of 2;") and cream.endswith(
        "| 0 | 1.50 |"
    )
    assert everything.startswith("| all | 1 to 10 | without | 50.0 %")
    assert marbled.endswith("| 1 | 1.00 |") and late.startswith("| all | 41 to 50 | with | 100.0 %")


def test_each_make_looks_different_and_golden_pips_are_of_one_ink() -> None:
    rng = np.random.default_rng(1)
    coats = {make: unusual_coat(rng, make, "blue") for make in MAKES}
    assert coats["numerals"].numerals and coats["marbled"].second is not None
    gold = [unusual_coat(rng, "gold pips", colour).ink for colour in ("white", "red", "blue")]
    assert all(np.array_equal(ink, gold[0]) for ink in gold)
    assert not np.allclose(coats["cream"].body, coats["gold pips"].body)
