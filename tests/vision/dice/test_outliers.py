"""Dice of one roll look alike to one camera; what does not is doubted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.dice import pipeline
from vision.dice.classifier import DiePrediction
from vision.dice.detector import Candidate
from vision.dice.outliers import outlier_scores


def _seen(
    x: float,
    y: float,
    wide: float = 40.0,
    high: float = 40.0,
    *,
    face: tuple[float, float] = (0.02, -0.15),
    reach: tuple[float, float] = (0.2, 0.15),
) -> DiePrediction:
    sure = np.log(np.array([0.996, *[0.0008] * 5], np.float32))
    return DiePrediction(Candidate((x, y, wide, high), 0.95), sure, sure, 6, 0.99, "flat", face, reach)


FAR = 24.0
"""Beyond this a die that is 0.998 sure is asked about (see the last test)."""
USUAL = [
    _seen(60.0 * i, 300 + 40 * (i % 2), 40 + i, 40, reach=(0.2, high))
    for i, high in enumerate((0.15, 0.16, 0.15, 0.14, 0.15))
]


def _last(*predictions: DiePrediction) -> float:
    """How unlike the last one is; none of the others is much."""
    *others, last = outlier_scores(predictions)
    assert max(others) < 0.5 * FAR
    return last


def test_a_die_like_the_others_is_not_unlike_them() -> None:
    assert _last(*USUAL, _seen(330, 310)) < 1


def test_a_face_that_lies_where_no_top_does_is_unlike() -> None:
    assert _last(*USUAL, _seen(330, 310, face=(0.0, 0.16))) > FAR, "a side"
    assert _last(*USUAL, _seen(330, 310, face=(0.05, -0.2))) < 2, "one that is farther off is a top"
    assert _last(*USUAL, _seen(330, 310, face=(0.02, -0.1))) < 0.2 * FAR


@pytest.mark.parametrize(
    ("reach", "far"),
    [
        ((0.2, 0.08), True),
        ((0.1, 0.15), True),
        ((0.2, 0.4), True),
        ((0.1, 0.075), False),
        ((0.2, 0.12), False),
    ],
)
def test_a_face_of_another_shape_is_unlike(reach: tuple[float, float], far: bool) -> None:
    assert (_last(*USUAL, _seen(330, 310, reach=reach)) > FAR) is far


def test_a_far_smaller_die_is_unlike_and_a_larger_one_is_not() -> None:
    assert _last(*USUAL, _seen(330, 310, 24, 24)) > FAR
    assert _last(*USUAL, _seen(330, 310, 32, 32)) < FAR
    assert _last(*USUAL, _seen(330, 310, 60, 60)) < 1, "what is larger is no part of a die"


def test_what_lies_farther_away_may_be_smaller() -> None:
    rows = [(500, 120), (420, 110), (560, 130), (300, 96), (620, 140)]
    usual = [_seen(100.0 * i, y, side, side) for i, (y, side) in enumerate(rows)]
    assert _last(*usual, _seen(50, 60, 70, 70)) < FAR
    assert _last(*usual, _seen(50, 600, 70, 70)) > FAR, "and not what lies as near as they do"
    flat = [_seen(150.0 * i, 500 + 4.0 * i, side, side) for i, (_, side) in enumerate(rows)]
    assert _last(*flat, _seen(50, 60, 66, 66)) > FAR, "close together they say little"


def test_a_side_gives_itself_away_by_all_signs_together() -> None:
    """As a white die was read, 62 x 52 pixels of its 68 x 79: no sign by itself was enough."""
    usual = [
        _seen(282, 146, 64, 84, face=(0.03, -0.28), reach=(0.16, 0.12)),
        _seen(436, 50, 73, 82, face=(-0.01, -0.24), reach=(0.16, 0.11)),
        _seen(482, 256, 68, 80, face=(0.02, -0.21), reach=(0.2, 0.15)),
        _seen(484, 172, 67, 78, face=(-0.03, -0.32), reach=(0.18, 0.13)),
        _seen(337, 116, 68, 76, face=(-0.01, -0.22), reach=(0.2, 0.13)),
    ]
    assert _last(*usual, _seen(552, 194, 62, 52, face=(0.06, -0.06), reach=(0.24, 0.17))) > FAR
    for high, face in ((52.0, (0.06, -0.2)), (72.0, (0.06, -0.06))):
        assert _last(*usual, _seen(552, 194, 62, high, face=face, reach=(0.24, 0.17))) < FAR


def test_few_dice_say_nothing_about_each_other() -> None:
    assert outlier_scores([_seen(0, 0), _seen(60, 0), _seen(120, 0, 10, 10)]) == [0, 0, 0]
    assert outlier_scores([]) == []


def test_a_box_without_a_face_is_no_error() -> None:
    assert _last(*USUAL, _seen(330, 310, reach=(0.0, 0.0))) >= 0


@pytest.mark.parametrize(
    ("unlike", "sure"), [(0, 0.998), (12, 0.998), (16, 0.9946), (FAR, 0.961), (30, 0.847), (1e6, 0)]
)
def test_the_odds_against_a_die_grow_with_how_unlike_it_is(unlike: float, sure: float) -> None:
    said = np.log(np.array([0.998, *[0.0004] * 5], np.float32))
    colours = np.array([1.0, *[0.0] * 5])
    prediction = DiePrediction(Candidate((100, 100, 40, 40), 0.998), said, said, 6, 0.998, "flat")
    die = pipeline._die(prediction, colours, (640, 480), "white", False, unlike)
    assert die.confidence == pytest.approx(sure, abs=2e-3)


@pytest.mark.parametrize("free", [False, True])
def test_a_roll_with_an_unlike_die_is_asked_about(free: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def prediction(at: int, colour: int, last: bool) -> DiePrediction:
        hues = np.full(6, 0.001)
        hues[colour] = 0.995
        seen = _seen(60 + 70.0 * at, 200, face=(0.0, 0.16) if last else (0.02, -0.15))
        return replace(seen, colours=np.log(hues).astype(np.float32))

    monkeypatch.setattr(pipeline, "detect", lambda _: [1])
    for side in (False, True):
        predictions = [prediction(at, c, side and at == 5) for at, c in enumerate((0, 0, 1, 2, 3, 4))]
        monkeypatch.setattr(pipeline, "classify", lambda *_, now=predictions, **__: now)
        reading = pipeline.read(np.full((400, 640, 3), 90, np.uint8), any_dice=free)
        assert (reading.status == "complete") is not side
        assert [d.colour for d in reading.dice if d.confidence < 0.6] == ["blue"] * side
