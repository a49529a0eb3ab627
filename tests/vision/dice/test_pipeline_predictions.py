"""What a reading makes of the readers' predictions: which are dice, which are doubted, which are cut off."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.dice import pipeline, thresholds
from vision.dice.classifier import DiePrediction
from vision.dice.detector import Candidate
from vision.dice.pipeline import _die, _filled, _parted, _usual
from vision.reading import Colour


def _seen(place: tuple[float, float], x: float = 100.0) -> DiePrediction:
    sure = np.log(np.array([0.985, 0.003, 0.003, 0.003, 0.003, 0.003], np.float32))
    return DiePrediction(Candidate((x, 100, 40, 40), 0.9), sure, sure, 6, 0.99, "flat", place)


def test_two_boxes_on_one_die_that_show_different_numbers_are_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As the new detector once found a green die: its side as one box, its top as another."""

    def prediction(colour: int, x: float, value: int = 3) -> DiePrediction:
        hues, numbers = np.full(6, 0.001), np.full(6, 0.001)
        hues[colour] = numbers[value - 1] = 0.995
        return replace(
            _seen((0, 0), x),
            colours=np.log(hues).astype(np.float32),
            values=np.log(numbers).astype(np.float32),
        )

    six = [prediction(c, 40 + 80.0 * i) for i, c in enumerate((0, 0, 1, 2, 3, 4))]
    green = six[4].candidate.box
    upper = replace(prediction(3, 0), candidate=Candidate((green[0], green[1] - 26, 40, 40), 0.6))
    for other, sure in ((replace(upper, values=prediction(3, 0, 1).values), False), (upper, True)):
        monkeypatch.setattr(pipeline, "detect", lambda _: [])
        monkeypatch.setattr(pipeline, "classify", lambda *_, last=other, **__: [*six, last])
        reading = pipeline.read(np.full((480, 640, 3), 90, np.uint8))
        die = next(die for die in reading.dice if die.colour == "green")
        assert (die.confidence > 0.6) == sure and reading.status != "complete"


def test_a_doubted_face_is_never_sure() -> None:
    colours = np.exp(_seen((0, 0)).colours.astype(np.float64))
    die = _die(_seen((0, 0)), colours, (640, 480))
    doubted = _die(_seen((0, 0)), colours, (640, 480), None, True)
    assert doubted.confidence < thresholds.SURE_CONFIDENCE and doubted.confidence < 0.6 * die.confidence


def test_dice_of_the_set_are_about_as_large_as_each_other() -> None:
    certain = [_seen((0, 0), x) for x in (0, 60, 120, 180, 240)]
    faint = replace(_seen((0, 0)), candidate=Candidate((400, 100, 44, 44), 0.4), reader_score=0.8)
    huge = replace(faint, candidate=Candidate((400, 200, 120, 120), 0.4))
    assert thresholds.POSSIBLE_DIE_PROBABILITY < faint.probability < thresholds.MIN_DIE_PROBABILITY
    assert _filled([*certain, faint, huge], certain, 6) == [*certain, faint]


def test_a_stranger_in_the_place_of_a_missing_die_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    def prediction(colour: int, x: float, sure: float = 0.97) -> DiePrediction:
        hues = np.full(6, (1 - sure) / 5)
        hues[colour] = sure
        return replace(_seen((0, 0), x), colours=np.log(hues).astype(np.float32))

    others = [prediction(c, 40 + 60.0 * i) for i, c in enumerate((0, 1, 2, 3, 4))]
    stranger = prediction(0, 400)
    stranger.colours[:] = np.log(np.array([0.27, 0.01, 0.01, 0.01, 0.01, 0.69], np.float32))
    image = np.full((300, 640, 3), 90, np.uint8)
    monkeypatch.setattr(pipeline, "detect", lambda _: [1])
    for last, complete in ((prediction(0, 400), True), (stranger, False)):
        monkeypatch.setattr(pipeline, "classify", lambda *_, last=last, **__: [*others, last])
        reading = pipeline.read(image)
        assert (reading.status == "complete") is complete
        assert len(reading.dice) == 6, "it is shown where it lies, not kept quiet about"


@pytest.mark.parametrize(
    ("box", "face", "reach", "cut"),
    [
        ((0.0, 100, 40, 40), (0.02, -0.1), (0.19, 0.19), False),  # its top ends before the border
        ((0.0, 100, 20, 40), (0.02, -0.1), (0.19, 0.19), True),  # half of it is out
        ((0.0, 100, 40, 40), (-0.2, -0.1), (0.19, 0.19), True),  # its top reaches the border
        ((300, 440, 40, 40), (0.0, 0.0), (0.19, 0.19), False),  # the lower border
        ((300, 440, 40, 40), (0.0, 0.2), (0.19, 0.19), True),
    ],
)
def test_a_die_at_the_border_is_cut_unless_its_top_and_most_of_it_are_there(
    box: tuple[float, float, float, float], face: tuple[float, float], reach: tuple[float, float], cut: bool
) -> None:
    colours = np.array([0, 0.999, 0.0002, 0.0003, 0.0003, 0.0002])
    values = np.log(np.array([0.995, 0.001, 0.001, 0.001, 0.001, 0.001], np.float32))
    prediction = replace(
        _seen(face), candidate=Candidate(box, 0.97), values=values, reader_score=0.998, face_spread=reach
    )
    usual = _usual([_seen((0, 0), x) for x in (100.0, 160.0, 220.0, 280.0)])
    die = _die(prediction, colours, (640, 480), "red", False, usual=usual)
    assert (die.state == "cut") is cut
    assert _die(prediction, colours, (640, 480), "red").state == "cut", "alone it cannot be told"
    unsure = np.log(np.array([0.95, 0.01, 0.01, 0.01, 0.01, 0.01], np.float32))
    vague = _die(replace(prediction, values=unsure), colours, (640, 480), "red", False, usual=usual)
    assert vague.state == "cut", "where something is cut its value must be surer than elsewhere"


def test_a_die_that_is_awaited_needs_less_to_be_believed() -> None:
    colours = np.exp(_seen((0, 0)).colours.astype(np.float64))
    faint = replace(_seen((0, 0)), candidate=Candidate((100, 100, 40, 40), 0.3))
    assert thresholds.MIN_DIE_PROBABILITY < faint.probability < thresholds.CERTAIN_DIE_PROBABILITY
    anywhere, awaited = (_die(faint, colours, (640, 480), name) for name in (None, "white"))
    assert anywhere.confidence < awaited.confidence
    assert awaited.confidence < _die(_seen((0, 0)), colours, (640, 480), "white").confidence


def test_a_colour_that_has_its_place_needs_less_to_be_believed() -> None:
    def confidence(share: float, place: Colour | None) -> float:
        hues = np.full(6, (1 - share) / 5)
        hues[0] = share
        return _die(_seen((0, 0)), hues, (640, 480), place).confidence

    sure = confidence(1.0, "white")
    assert confidence(0.8, None) < 0.85 * sure, "where any dice may lie it counts in full"
    assert 0.85 * sure < confidence(0.8, "white") < confidence(0.9, "white") < sure
    assert confidence(0.5, "white") < thresholds.SURE_CONFIDENCE < sure
    assert confidence(0.0, "white") == 0


@pytest.mark.parametrize(("edge", "status"), [(40, "wrong-set"), (95, "complete"), (16, "complete")])
def test_a_seventh_thing_of_quite_another_size_is_none_too_many(
    edge: float, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prediction(colour: int, x: float) -> DiePrediction:
        hues = np.full(6, 0.002)
        hues[colour] = 0.99
        return replace(_seen((0, 0), x), colours=np.log(hues).astype(np.float32))

    six = [prediction(c, 40 + 60.0 * i) for i, c in enumerate((0, 0, 1, 2, 3, 4))]
    seventh = replace(prediction(1, 0), candidate=Candidate((300, 200, edge, edge), 0.9))
    monkeypatch.setattr(pipeline, "detect", lambda _: [1])
    monkeypatch.setattr(pipeline, "classify", lambda *_, **__: [*six, seventh])
    reading = pipeline.read(np.full((400, 640, 3), 90, np.uint8))
    assert reading.status == status
    assert len(reading.dice) + len(reading.ignored) == 7, "nothing is kept quiet about"


def _set_of_six() -> list[DiePrediction]:
    def prediction(colour: int, x: float) -> DiePrediction:
        hues = np.full(6, 0.002)
        hues[colour] = 0.99
        return replace(_seen((0, 0), x), colours=np.log(hues).astype(np.float32))

    return [prediction(c, 40 + 60.0 * i) for i, c in enumerate((0, 0, 1, 2, 3, 4))]


@pytest.mark.parametrize(("colour", "complete"), [(0, False), (1, True)])
def test_what_may_be_the_die_that_another_was_taken_for_is_asked_about(
    colour: int, complete: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    six = _set_of_six()
    six[0] = replace(six[0], candidate=Candidate((40, 100, 40, 40), 0.66))  # a key, perhaps
    rival = replace(six[2 * colour], candidate=Candidate((300, 250, 44, 44), 0.4), reader_score=0.85)
    assert thresholds.MIN_RIVAL_PROBABILITY < rival.probability < thresholds.MIN_DIE_PROBABILITY
    assert (
        thresholds.CERTAIN_DIE_PROBABILITY
        < six[0].probability
        < thresholds.UNRIVALLED_DIE_PROBABILITY
        < six[2].probability
    )
    monkeypatch.setattr(pipeline, "detect", lambda _: [1])
    monkeypatch.setattr(pipeline, "classify", lambda *_, **__: [*six, rival])
    reading = pipeline.read(np.full((400, 640, 3), 90, np.uint8))
    assert (reading.status == "complete") is complete
    assert [d.confidence < thresholds.SURE_CONFIDENCE for d in reading.dice].count(True) == (
        0 if complete else 1
    )


def test_of_a_die_and_a_box_around_it_the_likelier_counts() -> None:
    die = _seen((0, 0), 100)
    around = replace(die, candidate=Candidate((80, 80, 90, 90), 0.6), reader_score=0.3)
    pip = replace(die, candidate=Candidate((110, 110, 10, 10), 0.4), reader_score=0.3)
    beside = _seen((0, 0), 150)
    assert _parted([around, die, pip, beside]) == [die, beside]
    sure = replace(around, candidate=Candidate((80, 80, 90, 90), 0.97), reader_score=0.998)
    assert _parted([sure, replace(die, reader_score=0.2)]) == [sure]
