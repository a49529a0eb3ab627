"""A video of a rendered throw is read: played, searched for resting dice (by the settler), and recognised.

In the video, six dice roll in and rest, a finger nudges the red die, and a hand takes all of them away. It
was made by `python -m training.evaluation.settling --video fixtures/throw.mp4`.
"""

from pathlib import Path

import pytest

from vision import read
from vision.frames.open import play
from vision.rolls.settler import Event, Settler

VIDEO = Path(__file__).parents[3] / "fixtures" / "throw.mp4"
THROWN = [("blue", 1), ("green", 6), ("red", 5), ("white", 4), ("white", 5), ("yellow", 6)]
AT_REST_SECONDS = 18 / 15
"""Time in the video when the dice come to rest: after 8 empty frames and 10 frames of rolling."""


@pytest.fixture(scope="module")
def told() -> list[Event]:
    settler = Settler()
    events = [settler.see(frame, read) for frame in play(str(VIDEO))]
    return [event for event in events if event is not None]


def test_one_throw_gives_one_roll_and_the_nudge_none(told: list[Event]) -> None:
    rolls = [event for event in told if event.reading is not None]
    assert [event.kind for event in rolls] == ["roll"]
    reading = rolls[0].reading
    assert reading is not None and reading.status == "complete"
    assert sorted((die.colour, die.value) for die in reading.dice) == THROWN


def test_the_roll_comes_within_a_second_of_lying(told: list[Event]) -> None:
    roll = next(event for event in told if event.kind == "roll")
    assert AT_REST_SECONDS < roll.frame.seconds <= AT_REST_SECONDS + 1.0  # the video's own clock


def test_the_states_follow_each_other(told: list[Event]) -> None:
    states = [event.state for event in told]
    rest = states.index("rest")
    assert states[0] in ("rolling", "hand"), "first something comes in"
    assert "hand" in states[rest:], "a finger reaches in after the rest"
    assert states[-1] == "none", "at the end the table is empty"
    assert states.count("none") == 1 and states.index("none") == len(states) - 1
