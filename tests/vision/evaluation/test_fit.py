"""How sure a whole roll must be is chosen by what was wrong; the file says all weights."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from math import log

import pytest

from tests.vision.evaluation.results import answer, die, roll
from vision.dice.scoring import TERMS, VALUE_TERMS, paints, scoring
from vision.evaluation.fit import KINDS, LEAST_SURE, MARGIN, Outcome, choose, fit_whole, text_of


def seen(log_odds: float, right: bool, status: str = "complete") -> Outcome:
    return Outcome(roll([die(3, answer("red", 3 if right else 4))], status), log_odds)


PLAIN = replace(scoring("six"), whole=(0.0, 1.0))


def odds_of(p: float) -> float:
    return log(p / (1 - p))


def test_what_is_complete_is_surer_than_what_was_wrong() -> None:
    found = [*(seen(x / 10, True) for x in range(60)), seen(2.0, False)]
    assert odds_of(choose(found, PLAIN, 1 / 1000)) == pytest.approx(2.0 + MARGIN, abs=0.01)


def test_so_many_wrong_as_are_allowed_do_not_raise_it() -> None:
    found = [*(seen(3 + x / 1000, True) for x in range(300)), seen(5.0, False), seen(2.0, False)]
    assert odds_of(choose(found, PLAIN, 1 / 200)) == pytest.approx(2.0 + MARGIN, abs=0.01)
    assert choose(found, PLAIN, 1 / 100) == LEAST_SURE
    assert odds_of(choose(found, PLAIN, 1 / 1000)) == pytest.approx(5.0 + MARGIN, abs=0.01)


def test_what_is_asked_about_anyway_says_nothing() -> None:
    found = [*(seen(x / 10, True) for x in range(60)), seen(2.0, False), seen(5.0, False, "unsure")]
    assert odds_of(choose(found, PLAIN, 1 / 1000)) == pytest.approx(2.0 + MARGIN, abs=0.01)


def test_a_model_that_is_too_sure_is_made_humble() -> None:
    found = [seen(4.0, number % 3 > 0) for number in range(90)] + [seen(0.0, False)] * 30
    constant, slope = fit_whole(found)
    assert 1 / 3 < constant + 4 * slope < 1.2, "odds of two to one"


def test_the_file_holds_every_weight() -> None:
    kinds = {kind: scoring(kind) for kind in KINDS}
    row = tomllib.loads(text_of(kinds, paints(), "a test"))
    assert row["fitted_on"] == "a test"
    for kind, by in kinds.items():
        assert list(row[kind]["terms"]) == list(TERMS) and list(row[kind]["misread"]) == list(VALUE_TERMS)
        assert row[kind]["terms"]["reader"] == pytest.approx(by.terms[TERMS.index("reader")], abs=1e-3)
        assert row[kind]["sure"] == pytest.approx(by.sure, abs=1e-4)
    assert row["paints"]["tones"] == paints().tones.tolist()
