"""Throws are measured with and without lessons from earlier throws that were doubtful or read wrongly."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from training.evaluation import taught_throws
from training.evaluation.taught_throws import COUNTED, TEACHING, THROWS_PER_TABLE, watch_table
from training.evaluation.throws import ThrowOutcome, WatchedThrow, frames
from vision.reading import COLOURS, Die, Reading

BLANK = np.zeros((480, 640, 3), np.uint8)
DICE = tuple(
    Die(colour, 1 + i, 6, 0.9, "flat", (90 * i, 100, 60, 60), ((1 + i, 0.9),), ((colour, 0.9),))
    for i, colour in enumerate(COLOURS)
)
LABELS = [{"box": die.box, "colour": die.colour, "value": die.value, "sides": 6} for die in DICE]


def watched_table(
    monkeypatch: pytest.MonkeyPatch, outcomes: dict[int, ThrowOutcome]
) -> tuple[list[WatchedThrow], list[WatchedThrow], list[tuple[int, object]]]:
    """Watch a table whose throws have these outcomes, by number ("taken" for all others).

    Return the throws measured without lessons, those measured with lessons, and for each reading the number
    of the throw and its lessons.
    """
    read: list[tuple[int, object]] = []

    def watch(row: dict[str, Any], pictures: object, adaptation: object = None) -> WatchedThrow:
        number = row["number"]
        read.append((number % THROWS_PER_TABLE, adaptation))
        outcome = outcomes.get(number % THROWS_PER_TABLE, "taken")
        reading = None if outcome == "silent" else Reading((640, 480), "unsure", DICE)
        return WatchedThrow(
            number, 6, "anyhow", outcome, 0.5, (), (), (), reading, BLANK if reading else None
        )

    monkeypatch.setattr(taught_throws, "watch", watch)
    monkeypatch.setattr(taught_throws, "load_light", lambda folder, row: np.zeros((4, 4, 3), np.float32))
    monkeypatch.setattr(taught_throws, "study", lambda lesson: lesson.photo)
    monkeypatch.setattr(taught_throws, "adapt", lambda kept, sides: (sides, tuple(kept)))
    throws = (*TEACHING, *COUNTED)
    rows = [{"number": 7 * THROWS_PER_TABLE + n, "sides": 6, "dice": LABELS} for n in throws]
    return *watch_table(Path(), rows), read


def test_throws_that_people_had_to_answer_teach(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes: dict[int, ThrowOutcome] = {2: "asked", 5: "wrong", 6: "silent", 12: "asked"}
    without, taught, read = watched_table(monkeypatch, outcomes)
    assert [one.number % THROWS_PER_TABLE for one in without] == list(COUNTED)
    assert [one.outcome for one in without] == [one.outcome for one in taught]
    asked, wrong = (str(7 * THROWS_PER_TABLE + throw) for throw in (2, 5))
    lessons = (6, (*[asked] * len(DICE), *[wrong] * len(DICE)))
    assert read[: len(TEACHING)] == [(throw, None) for throw in TEACHING]
    assert read[len(TEACHING) :] == [(n, by) for n in COUNTED for by in (None, lessons)], "12 taught nothing"


def test_a_table_keeps_its_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    row: dict[str, Any] = {"number": 1, "tint": [1.0, 1.0, 1.0], "lamp": "day"}
    light = np.full((40, 60, 3), 0.3, np.float32)
    shots = [
        list(zip(frames(light, row | {"camera": {"bright": bright}}), range(12), strict=False))[-1][0][1]
        for bright in (0.3, 0.6)
    ]
    assert shots[0].mean() < shots[1].mean() - 20
