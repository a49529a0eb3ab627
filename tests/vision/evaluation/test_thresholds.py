"""Thresholds: what they keep, and what no threshold takes away."""

from __future__ import annotations

import pytest

from tests.vision.evaluation.results import answer, die, roll
from vision.evaluation import thresholds


def test_the_threshold_keeps_faults_out_and_as_much_as_it_can() -> None:
    good = [roll([die(3, answer("red", 3, p))], "unsure", ("die-doubtful",)) for p in (0.72, 0.82, 0.97)]
    bad = [roll([die(3, answer("red", 4, 0.78))], "unsure", ("die-doubtful",))]
    flat, hidden = thresholds.choose(good + bad)
    assert 0.78 < flat <= 0.82 and hidden >= flat
    assert thresholds.kept(good + bad, flat, hidden) == (2, 0)


@pytest.mark.parametrize("code", ["missing", "cut", "cocked", "too-many", "perhaps-a-die"])
def test_no_threshold_takes_away_what_is_not_doubt(code: str) -> None:
    status = "wrong-set" if code in ("missing", "too-many") else "unsure"
    assert not thresholds.is_complete(roll([die(3, answer("red", 3))], status, (code,)), 0.1, 0.1)


def test_a_hidden_die_needs_more() -> None:
    seen = roll([die(3, answer("red", 3, 0.9, "hidden"))], "unsure", ("hidden",))
    assert thresholds.is_complete(seen, 0.85, 0.9)
    assert not thresholds.is_complete(seen, 0.85, 0.97)
