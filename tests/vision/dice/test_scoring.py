"""The fitted weights have the right signs, and calibrated probabilities rise with the model's."""

import numpy as np
import pytest

from vision.dice.scoring import TERMS, scoring
from vision.reading import Kind

KINDS: tuple[Kind, ...] = ("six", "eight", "any")


@pytest.mark.parametrize("kind", KINDS)
def test_evidence_raises_and_unlikeness_lowers_the_score(kind: Kind) -> None:
    named = dict(zip(TERMS, scoring(kind).terms, strict=True))
    assert min(named[name] for name in ("detector", "reader", "countable", "kind", "colour")) > 0
    assert max(named[name] for name in ("smaller", "shift", "outline", "top", "size")) <= 0
    assert named["present"] > named["other set"] and scoring(kind).overlap > 0


@pytest.mark.parametrize("kind", KINDS)
def test_surer_by_the_model_is_surer_in_truth(kind: Kind) -> None:
    by = scoring(kind)
    said = [by.calibrated_probability(x) for x in (-np.inf, -50.0, -2.0, -0.1, -0.001, 0.0)]
    assert said == sorted(said) and said[0] == 0 and said[-1] < 1
    assert 0.5 < by.sure < said[-1], "a roll can be sure"
