"""A die whose crop shows both its top and a side is read again from a crop centred on the top."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from vision import read
from vision.dice import pipeline, rereading
from vision.dice.candidate import Candidate
from vision.dice.classifier import DiePrediction
from vision.dice.normals import Normal
from vision.dice.rereading import SHIFTS, further_boxes, recropped
from vision.frames.image import load
from vision.geometry import Box
from vision.reading import Die

from .seen import SET, die, six

FOLDER = Path("fixtures/recropping")
PICTURE = np.full((480, 640, 3), 90, np.uint8)
LEANING = (0.5, 0.3)
FLAT = (0.0, -0.4)


def test_a_die_whose_side_might_be_its_top_is_read_surely(monkeypatch: pytest.MonkeyPatch) -> None:
    row = json.loads((FOLDER / "labels.jsonl").read_text(encoding="utf-8"))
    image = load(FOLDER / row["image"])
    thrown = Counter((each["colour"], each["value"]) for each in row["dice"])
    reading = read(image, game="longo")
    assert reading.status == "complete"
    assert Counter((each.colour, each.value) for each in reading.dice) == thrown
    monkeypatch.setattr(pipeline, "recropped", lambda picture, predictions, dice, sides: list(predictions))
    assert [problem.code for problem in read(image, game="longo").problems] == ["value-doubtful"]


def as_read(predictions: Sequence[DiePrediction], doubtful: int) -> dict[Candidate, Die]:
    """Return a six-sided die for each candidate in `predictions`. `doubtful`: index of the doubtful die."""
    return {
        k.candidate: Die(
            colour, 1, 6, 0.9, "flat", (0, 0, 9, 9), ((1, 0.9),), ((colour, 0.9),), doubtful=i == doubtful
        )
        for i, (k, colour) in enumerate(zip(predictions, SET, strict=False))
    }


def reread(monkeypatch: pytest.MonkeyPatch, *shifted: DiePrediction) -> tuple[DiePrediction, DiePrediction]:
    """Return the predictions for a leaning die before and after it is read again from shifted crops.

    `shifted`: predictions for the first of these crops.
    """
    before = six()
    before[2] = die("red", 3, before[2].candidate.box, normal=LEANING)
    shown: list[Candidate] = []

    closely = {k.candidate: k for k in shifted}

    def at_once(
        image: object,
        candidates: list[Candidate],
        tops: dict[Candidate, Normal],
        sides: int,
        glances: bool = True,
    ) -> list[DiePrediction]:
        assert tops == {k.candidate: k.normal for k in before}, "all dice tell how the table lies"
        if glances:
            return [closely[c] for c in candidates]
        shown.extend(candidates)
        return [*shifted, *(die("red", 3, k.box, normal=LEANING) for k in candidates[len(shifted) :])]

    monkeypatch.setattr(rereading, "classify_further", at_once)
    after = recropped(PICTURE, before, as_read(before, doubtful=2), 6)
    assert len(shown) == len(SHIFTS) + 1, "only the doubtful die is read again"
    assert [k for k in after if k is not after[2]] == [k for k in before if k is not before[2]]
    return before[2], after[2]


def at(right: float, down: float) -> Box:
    return (220 + right, 100 + down, 40, 40)


def test_the_crop_counts_whose_top_lies_flattest(monkeypatch: pytest.MonkeyPatch) -> None:
    flat = die("red", 5, at(0, -8), normal=FLAT)
    less = die("red", 4, at(0, -16), normal=(0.05, -0.35))
    _, after = reread(monkeypatch, less, flat)
    assert after is flat


@pytest.mark.parametrize(
    "said",
    [
        die("red", 5, at(0, -8), normal=(0.25, -0.1)),
        die("blue", 5, at(0, -8), normal=FLAT),
        die("red", 5, at(0, -8), normal=FLAT, sides=8),
        die("red", 5, at(0, -8), normal=FLAT, real=0.8),
        die("red", 5, at(0, -8), normal=FLAT, hue=0.8),
        die("red", 5, at(85, 0), normal=FLAT),
        die("red", 5, (600, 450, 40, 40), normal=FLAT),
    ],
    ids=[
        "it leans too",
        "another colour",
        "another kind",
        "hardly a die",
        "perhaps another colour",
        "the top of the next die",
        "cut by the border",
    ],
)
def test_a_crop_that_does_not_surely_show_the_flat_die_changes_nothing(
    said: DiePrediction, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = reread(monkeypatch, said)
    assert after is before


def test_few_dice_do_not_tell_how_a_top_should_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [die("white", 3, at(0, 0), normal=LEANING), die("white", 2, (400, 100, 40, 40))]
    monkeypatch.setattr(
        rereading,
        "classify_further",
        lambda image, candidates, tops, sides, glances=True: [
            die("white", 5, k.box, normal=FLAT) for k in candidates
        ],
    )
    for few in (before, before[:1]):
        assert recropped(PICTURE, few, as_read(few, doubtful=0), 6) == few


def test_further_boxes_are_around_the_die() -> None:
    others = np.array([[300, 100, 40, 50], [400, 100, 44, 52], [500, 100, 36, 48]], np.float64)
    *shifted, standing = further_boxes((100.0, 120.0, 50.0, 30.0), others)
    assert [box[2:] for box in shifted] == [(50.0, 30.0)] * len(SHIFTS)
    assert min(box[1] for box in shifted) == 100.0 and max(box[1] for box in shifted) == 130.0
    assert standing == (105.0, 100.0, 40.0, 50.0), "as large as usual, on its own lower edge"
