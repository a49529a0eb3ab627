"""Readings of several frames are combined into one, without false certainty."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets.language import Phrase
from tests.vision.rolls.watched import EDGE, FIRST, RATE, die, reading
from vision.dice.scoring import scoring
from vision.frames.source import Frame
from vision.problem import Problem
from vision.reading import Colour, Die, Kind, Reading
from vision.rolls.votes import MAX_STILL_DISTANCE, Votes


def votes_of(readings: Sequence[Reading]) -> Votes:
    votes = Votes()
    for number, each in enumerate(readings, 1):
        votes.add(each, Frame(np.full((2, 2, 3), number, np.uint8), number, number / RATE))
    return votes


def vote(readings: Sequence[Reading]) -> Reading:
    result = votes_of(readings).result()
    assert result is not None
    return result[0]


SURE = scoring("six").sure


def test_many_frames_of_a_doubtful_roll_are_no_surer_than_one() -> None:
    result = vote([reading(FIRST, 0.9)] * 4)
    # of the values each, four frames are as two independent ones: odds of 9 squared, and no more
    assert result.dice[0].confidence == pytest.approx(81 / 82)
    for count in (3, 9, 25):
        doubtful, sure = (vote([reading(FIRST, SURE + more)] * count) for more in (-0.01, 0.001))
        assert doubtful.probability == pytest.approx(SURE - 0.01)
        assert (doubtful.status, sure.status) == ("unsure", "complete")


@pytest.mark.parametrize("kind", ["six", "eight", "any"])
def test_a_roll_is_as_sure_as_one_picture_of_its_kind_must_be(kind: Kind) -> None:
    due = scoring(kind).sure
    for probability, status in ((due - 0.01, "unsure"), (due + 0.001, "complete")):
        result = vote([replace(reading(FIRST, probability), kind=kind)] * 4)
        assert result.status == status


def test_a_frame_that_shows_another_roll_makes_it_less_sure() -> None:
    other = (*FIRST[:5], ("blue", 2, 540, 330))
    result = vote([reading(FIRST, 0.99)] * 4 + [reading(other, 0.99)])
    assert result.probability == pytest.approx(1 / (1 + 99 ** (-3 / 5)))


def test_one_reading_alone_is_never_complete() -> None:
    assert votes_of([]).result() is None
    for count, status in ((1, "unsure"), (2, "unsure"), (3, "complete")):
        result = vote([reading(FIRST, 0.999)] * count)
        assert result.status == status


def test_readings_that_contradict_each_other_are_not_complete() -> None:
    other = (*FIRST[:5], ("blue", 2, 540, 330))
    result = vote([reading(FIRST), reading(other)] * 4)
    assert result.status == "unsure"
    assert dict(result.dice[5].alternatives).keys() >= {4, 2}


def test_the_evidence_is_a_frame_that_shows_what_was_voted() -> None:
    other = (*FIRST[:5], ("blue", 2, 540, 330))
    seen = [reading(other, 0.99), *(reading(FIRST, p) for p in (0.95, 0.97, 0.96))]
    result = votes_of(seen).result()
    assert result is not None
    assert (result[0].dice[5].value, result[1].number) == (4, 3)


def test_the_commonest_number_of_dice_wins() -> None:
    result = vote([reading(FIRST[:5]), reading(FIRST), reading(FIRST), reading(FIRST)])
    assert len(result.dice) == 6
    assert result.status == "complete"
    half = vote([reading(FIRST[:n]) for n in (6, 5, 6, 4, 6, 5, 4)])
    assert len(half.dice) == 6
    assert half.status != "complete"


def test_two_dice_voted_into_one_colour_are_not_complete() -> None:
    def painted(first: tuple[Colour, float], second: tuple[Colour, float]) -> Reading:
        seen = reading(FIRST, 0.999)
        pair = [
            replace(
                die,
                colour=colour,
                confidence=p,
                alternatives=((die.value, 1.0),),
                colours=((colour, p), ("yellow" if colour == "red" else "red", 1 - p)),
            )
            for die, (colour, p) in zip(seen.dice[2:4], (first, second), strict=True)
        ]
        return replace(seen, dice=(*seen.dice[:2], *pair, *seen.dice[4:]))

    one = painted(("red", 0.9999), ("yellow", 0.51))
    two = painted(("yellow", 0.51), ("red", 0.9999))
    result = vote([one, two, one, two, one])
    assert [die.colour for die in result.dice[2:4]] == ["red", "red"]
    assert result.status == "unsure"


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("value-doubtful", "complete"),
        ("cut", "unsure"),
        ("hidden", "unsure"),
        ("cocked", "unsure"),
        ("perhaps-a-die", "unsure"),
    ],
)
def test_votes_cure_doubt_and_nothing_else(code: str, status: str) -> None:
    seen = replace(
        reading(FIRST, 0.999), status="unsure", problems=(Problem(code, Phrase("Something is odd.")),)
    )
    result = vote([seen] * 9)
    assert result.status == status
    assert (result.problems == ()) is (status == "complete")


def test_unsure_vote_is_asked_about_despite_sure_frames() -> None:
    sure = reading(FIRST, 0.95)
    asked = tuple(replace(each, doubtful=at == 2) for at, each in enumerate(sure.dice))
    problems = (Problem("value-doubtful", Phrase("I am not sure about the red die.")),)
    doubtful = replace(sure, status="unsure", probability=0.6, dice=asked, problems=problems)
    voted = vote([sure] * 4 + [doubtful] * 3)
    assert (voted.status, voted.problems) == ("unsure", problems)
    assert [each.doubtful for each in voted.dice] == [at == 2 for at in range(6)]


def test_the_least_sure_die_is_asked_about_if_only_single_frames_were_sure() -> None:
    sure = reading(FIRST, 0.95)
    dice = tuple(replace(each, confidence=0.9 if at == 4 else 0.99) for at, each in enumerate(sure.dice))
    few = vote([replace(sure, dice=dice)] * 2)  # two frames are never enough
    assert few.status == "unsure" and [each.doubtful for each in few.dice].index(True) == 4
    assert [problem.code for problem in few.problems] == ["die-doubtful"]


def red_die_reading(confidence: float, x: int = 100, told: dict[int, float] | None = None) -> Reading:
    """Return a reading of one red die, at `x`. `told`: probabilities by value, by default a certain five."""
    ranked = tuple(sorted((told or {5: 1.0}).items(), key=lambda pair: -pair[1]))
    seen = replace(
        die("red", ranked[0][0], x, 90, p=confidence), alternatives=ranked, colours=(("red", 1.0),)
    )
    return Reading((640, 400), "unsure", (seen,))


def voted(readings: Sequence[Reading]) -> Die:
    return vote(readings).dice[0]


@given(st.lists(st.lists(st.floats(0.01, 0.98), min_size=3, max_size=3), min_size=1, max_size=9))
def test_alternatives_are_the_scaled_product_of_all_frames(
    frames: list[list[float]],
) -> None:
    told = [{value: p / sum(frame) for value, p in enumerate(frame, 1)} for frame in frames]
    logs = sum(np.log([frame[value] for value in (1, 2, 3)]) for frame in told) / np.sqrt(len(told))
    expected = np.exp(logs) / np.exp(logs).sum()
    vote = voted([red_die_reading(0.9, told=frame) for frame in told])
    assert [p for _, p in vote.alternatives] == pytest.approx(sorted(expected, reverse=True))
    assert vote.value == vote.alternatives[0][0]


def test_a_disagreeing_frame_cancels_an_agreeing_one() -> None:
    frames = [red_die_reading(0.9)] * 7 + [red_die_reading(0.9, told={2: 0.9, 5: 0.1})] * 2
    assert voted(frames).confidence == pytest.approx(1 / (1 + 9 ** (-5 / 3)))


def test_the_die_is_shown_where_the_surest_frame_that_agrees_saw_it() -> None:
    frames = [
        red_die_reading(0.8, x=100),
        red_die_reading(0.9, x=103),
        red_die_reading(0.7, x=106),
        red_die_reading(0.99, x=109, told={2: 0.99, 5: 0.01}),
    ]
    assert voted(frames).box[0] == 103 - EDGE // 2


@pytest.mark.parametrize(("shift", "groups"), [(0.9, 1), (1.1, 2)])
def test_dice_that_lie_elsewhere_are_another_rest(shift: float, groups: int) -> None:
    away = 100 + round(shift * MAX_STILL_DISTANCE * EDGE)
    vote = voted([red_die_reading(0.9), red_die_reading(0.9), red_die_reading(0.99, x=away)])
    assert vote.box[0] == (away if groups == 1 else 100) - EDGE // 2


@pytest.mark.parametrize(("leaning", "status"), [(3, "complete"), (4, "unsure"), (5, "unsure")])
def test_lasting_problem_needs_few_votes(leaning: int, status: str) -> None:
    sound = reading(FIRST, 0.99)
    spoilt = replace(sound, status="unsure", problems=(Problem("cocked", Phrase("A die leans.")),))
    result = vote([spoilt] * leaning + [sound] * (8 - leaning))
    assert result.status == status
