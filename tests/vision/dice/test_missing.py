"""Dice that the detector misses are searched for once most of the roll is known."""

import json
from pathlib import Path

import numpy as np
import pytest

from vision import read
from vision.dice import detector, pipeline, rereading
from vision.dice.candidate import Candidate
from vision.dice.detector import DieSearch
from vision.dice.detector_settings import SETTINGS
from vision.dice.rereading import with_missing
from vision.frames.image import load
from vision.geometry import Box

from .seen import die, six

FOLDER = Path("fixtures/missing")
LABELS = json.loads((FOLDER / "labels.jsonl").read_text(encoding="utf-8"))
IMAGE = load(FOLDER / LABELS["image"])
PICTURE = np.full((480, 640, 3), 90, np.uint8)
BOXES: list[Box] = [k.candidate.box for k in six()[:5]]


def test_a_white_die_on_a_score_sheet_is_found_once_it_is_known_to_be_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thrown = sorted((d["colour"], d["value"]) for d in LABELS["dice"] if d["colour"] != "other")
    reading = read(IMAGE, game="longo")
    assert reading.status == "complete"
    assert sorted((d.colour, d.value) for d in reading.dice) == thrown
    monkeypatch.setattr(pipeline, "with_missing", lambda search, predictions, dice, sides: list(predictions))
    assert "missing" in [problem.code for problem in read(IMAGE, game="longo").problems]


def test_faint_places_lie_beside_the_dice_and_are_about_as_large(monkeypatch: pytest.MonkeyPatch) -> None:
    dice: list[Box] = [tuple(d["box"]) for d in LABELS["dice"] if d["sides"] == 8][1:]
    search = DieSearch(IMAGE)
    list(search.looks())
    monkeypatch.setattr(detector, "session", lambda _: pytest.fail("the network was asked again"))
    places = search.faint(dice)
    sides = [max(box[2:]) for box in dice]
    assert 0 < len(places) <= SETTINGS.most_faint
    for place in places:
        assert SETTINGS.faint_score < place.score
        assert np.median(sides) / SETTINGS.faint_ratio < place.side < np.median(sides) * SETTINGS.faint_ratio
        assert all(not _is_inside(place.centre, box) for box in dice)


def _is_inside(point: tuple[float, float], box: Box) -> bool:
    (x, y), (left, top, width, height) = point, box
    return left < x < left + width and top < y < top + height


def test_too_few_dice_do_not_tell_how_large_another_is(monkeypatch: pytest.MonkeyPatch) -> None:
    search = DieSearch(PICTURE)
    monkeypatch.setattr(DieSearch, "faint", lambda self, dice: pytest.fail("looked"))
    before = six()[:2]
    assert with_missing(search, before, BOXES[:2], 6) == before


def test_best_reading_of_overlapping_places_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    beside, askew = (500.0, 100.0, 40.0, 40.0), (512.0, 104.0, 40.0, 40.0)
    stranger = (300.0, 300.0, 40.0, 40.0)
    said = [
        die("blue", 6, askew, score=0.09, sure=0.5),
        die("blue", 6, beside, score=0.05, sure=0.99),
        die("red", 2, stranger, score=0.1, sides=8),
    ]
    monkeypatch.setattr(
        DieSearch, "faint", lambda self, dice: [Candidate(k.candidate.box, 0.1) for k in said]
    )
    monkeypatch.setattr(
        rereading, "classify_further", lambda image, candidates, tops, sides, least_kind: said
    )
    before = [*six()[:5], die("blue", 1, beside, score=0.2, real=0.1)]
    predictions = with_missing(DieSearch(PICTURE), before, BOXES, 6)
    assert predictions == [*before[:5], said[1]], "what was said of the same place before is replaced"
