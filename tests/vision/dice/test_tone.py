"""A yellow die under a lamp is yellow beside a white one; an orange one is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.dice import pipeline
from vision.dice.assignment import COLOUR_ORDER
from vision.dice.classifier import DiePrediction
from vision.dice.detector import Candidate
from vision.dice.tone import correct_yellow_by_white
from vision.frames.image import Image

SIDE = 60
WHITE, YELLOW, AMBER = (240, 238, 235), (240, 200, 25), (255, 160, 0)
ORANGE, BROWN = (237, 107, 18), (84, 56, 36)
"""Paints, sRGB."""
LAMP = (1.0, 0.72, 0.4)
"""A lamp's light, linear."""


def _table(paints: list[tuple[int, int, int]], light: tuple[float, float, float] = LAMP) -> Image:
    """Dice side by side, each SIDE pixels wide, in that light."""
    linear = (np.array(paints) / 255) ** 2.2 * light
    bgr = np.clip(linear ** (1 / 2.2) * 255, 0, 255).astype(np.uint8)[:, ::-1]
    return np.ascontiguousarray(np.repeat(np.repeat(bgr[None], SIDE, 0), SIDE, 1))


def _prediction(
    at: int, colours: dict[str, float], score: float = 0.99, reader_score: float = 0.99
) -> DiePrediction:
    box = (float(at * SIDE), 0.0, float(SIDE), float(SIDE))
    rest = (1 - sum(colours.values())) / (len(COLOUR_ORDER) - len(colours))
    said = np.log([colours.get(name, rest) for name in COLOUR_ORDER]).astype(np.float32)
    values = np.log([0.95, *[0.01] * 5]).astype(np.float32)
    return DiePrediction(Candidate(box, score), values, said, 6, reader_score, "flat")


def _inset(candidate: Candidate) -> Candidate:
    """A die that does not reach the border of the picture."""
    x, y, w, h = candidate.box
    return Candidate((x + 4, y + 4, w - 8, h - 8), candidate.score)


def _yellow(prediction: DiePrediction) -> float:
    return float(np.exp(prediction.colours[COLOUR_ORDER.index("yellow")]))


SURE = {"white": 0.99}
DOUBTFUL = {"yellow": 0.2, "other": 0.75}


def test_a_yellow_die_under_a_lamp_is_yellow_beside_a_white_one() -> None:
    white, doubtful = correct_yellow_by_white(
        _table([WHITE, YELLOW]), [_prediction(0, SURE), _prediction(1, DOUBTFUL)]
    )
    assert _yellow(doubtful) > 0.6
    assert float(np.exp(doubtful.colours).sum()) == pytest.approx(1, abs=1e-5)
    assert _yellow(white) < 0.01


@pytest.mark.parametrize("paint", [AMBER, ORANGE, BROWN, WHITE])
@pytest.mark.parametrize("light", [LAMP, (1.0, 1.0, 1.0)])
def test_what_is_not_yellow_beside_a_white_die_stays_doubtful(
    paint: tuple[int, int, int], light: tuple[float, float, float]
) -> None:
    *_, doubtful = correct_yellow_by_white(
        _table([WHITE, paint], light), [_prediction(0, SURE), _prediction(1, DOUBTFUL)]
    )
    assert _yellow(doubtful) == pytest.approx(0.2, abs=1e-5)


@pytest.mark.parametrize(
    "first",
    [
        _prediction(0, {"white": 0.9}),
        _prediction(0, SURE, score=0.1, reader_score=0.2),
        _prediction(0, {"green": 0.99}),
    ],
)
def test_only_what_is_surely_a_white_die_is_a_chart(first: DiePrediction) -> None:
    *_, doubtful = correct_yellow_by_white(_table([WHITE, YELLOW]), [first, _prediction(1, DOUBTFUL)])
    assert _yellow(doubtful) == pytest.approx(0.2, abs=1e-5)


@pytest.mark.parametrize("said", [{"yellow": 0.01, "other": 0.97}, {"red": 0.6, "other": 0.38}])
def test_a_die_that_is_hardly_yellow_is_not_asked_about(said: dict[str, float]) -> None:
    given = [_prediction(0, SURE), _prediction(1, said)]
    assert correct_yellow_by_white(_table([WHITE, YELLOW]), given)[1] is given[1]


@pytest.mark.parametrize(
    ("paint", "free", "complete"), [(YELLOW, False, True), (ORANGE, False, False), (YELLOW, True, False)]
)
def test_a_roll_under_a_lamp_is_complete_unless_the_yellow_die_is_another_sets(
    paint: tuple[int, int, int], free: bool, complete: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("white", "white", "red", "yellow", "green", "blue")
    paints = [WHITE, WHITE, (200, 30, 30), paint, (30, 130, 50), (30, 60, 160)]
    predictions = [
        _prediction(at, {name: 0.99} if name != "yellow" else DOUBTFUL) for at, name in enumerate(names)
    ]
    sure = np.log([0.996, *[0.0008] * 5]).astype(np.float32)
    predictions = [
        replace(prediction, values=sure, candidate=_inset(prediction.candidate)) for prediction in predictions
    ]
    monkeypatch.setattr(pipeline, "detect", lambda _: [1])
    monkeypatch.setattr(pipeline, "classify", lambda *_, **__: predictions)
    reading = pipeline.read(_table(paints), any_dice=free)
    assert [die.value for die in reading.dice if die.colour == "yellow"] == ([1] if not free else [])
    assert (reading.status == "complete") is complete
