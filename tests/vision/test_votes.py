"""Readings of several frames make one, no surer than they may."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.watched import FIRST, RATE, reading
from vision.camera import Frame
from vision.reading import Colour, Problem, Reading
from vision.votes import SAFE, Votes


def votes_of(readings: Sequence[Reading]) -> Votes:
    votes = Votes()
    for number, each in enumerate(readings, 1):
        votes.add(each, Frame(np.full((2, 2, 3), number, np.uint8), number, number / RATE))
    return votes


def test_votes_make_surer_but_not_as_if_frames_were_independent() -> None:
    result = votes_of([reading(FIRST, 0.9)] * 4).result()
    assert result is not None
    confidence = result[0].dice[0].confidence
    # four frames as two independent ones: odds of 9 squared, and no more
    assert confidence == pytest.approx(81 / 82)
    assert result[0].status == "unsure"
    sure = votes_of([reading(FIRST, 0.9)] * 9).result()
    assert sure is not None
    assert sure[0].dice[0].confidence >= SAFE
    assert sure[0].status == "complete"


def test_one_reading_alone_is_never_complete() -> None:
    assert votes_of([]).result() is None
    for count, status in ((1, "unsure"), (2, "unsure"), (3, "complete")):
        result = votes_of([reading(FIRST, 0.999)] * count).result()
        assert result is not None
        assert result[0].status == status


def test_readings_that_contradict_each_other_are_not_complete() -> None:
    other = (*FIRST[:5], ("blue", 2, 540, 330))
    result = votes_of([reading(FIRST), reading(other)] * 4).result()
    assert result is not None
    assert result[0].status == "unsure"
    assert dict(result[0].dice[5].alternatives).keys() >= {4, 2}


def test_the_evidence_is_a_frame_that_shows_what_was_voted() -> None:
    other = (*FIRST[:5], ("blue", 2, 540, 330))
    result = votes_of(
        [reading(other, 0.99), reading(FIRST, 0.95), reading(FIRST, 0.97), reading(FIRST, 0.96)]
    )
    assert result.result() is not None
    seen, frame = result.result() or (None, None)
    assert seen is not None
    assert frame is not None
    assert seen.dice[5].value == 4
    assert frame.number == 3


def test_the_commonest_number_of_dice_wins() -> None:
    result = votes_of([reading(FIRST[:5]), reading(FIRST), reading(FIRST), reading(FIRST)]).result()
    assert result is not None
    assert len(result[0].dice) == 6
    assert result[0].status == "complete"
    few = votes_of([reading(FIRST[:n]) for n in (6, 5, 6, 4, 6, 5, 4)])
    half = few.result()
    assert half is not None
    assert len(half[0].dice) == 6
    assert half[0].status != "complete"


def test_two_dice_voted_into_one_colour_are_not_complete() -> None:
    """Each reading tells red from yellow; their sum says red twice, which no roll can be."""

    def painted(first: tuple[Colour, float], second: tuple[Colour, float]) -> Reading:
        seen = reading(FIRST, 0.999)
        pair = [
            replace(die, colour=colour, confidence=p, alternatives=((die.value, 1.0),),
                    colours=((colour, p), ("yellow" if colour == "red" else "red", 1 - p)))
            for die, (colour, p) in zip(seen.dice[2:4], (first, second), strict=True)
        ]  # fmt: skip
        return replace(seen, dice=(*seen.dice[:2], *pair, *seen.dice[4:]))

    one = painted(("red", 0.9999), ("yellow", 0.51))
    two = painted(("yellow", 0.51), ("red", 0.9999))
    result = votes_of([one, two, one, two, one]).result()
    assert result is not None
    assert [die.colour for die in result[0].dice[2:4]] == ["red", "red"]
    assert min(die.confidence for die in result[0].dice) > SAFE
    assert result[0].status == "unsure"


@pytest.mark.parametrize(
    ("code", "status"),
    [("value-doubtful", "complete"), ("cut", "unsure"), ("hidden", "unsure"), ("perhaps-a-die", "unsure")],
)
def test_votes_cure_doubt_and_nothing_else(code: str, status: str) -> None:
    seen = replace(reading(FIRST, 0.97), status="unsure", problems=(Problem(code, "Something is odd."),))
    result = votes_of([seen] * 9).result()
    assert result is not None
    assert result[0].status == status
    assert (result[0].problems == ()) is (status == "complete")
