"""Fits of the likelihood model's weights, to data that were made with known properties."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.dice.seen import SET, die, six
from training.dice import likelihood
from training.dice.likelihood import case_of, fit_logistic, fit_paints, fit_terms, fit_values, with_variants
from training.dice.predictions import Example, load_examples
from training.dice.readings import DieLabel, ImageLabels
from vision.dice.candidate import Candidate
from vision.dice.classifier import DiePrediction
from vision.dice.evidence import FIRST_COLOUR, OTHER_KIND, OTHER_SET, SPARE
from vision.dice.scoring import TERMS, paints


def example(
    predictions: list[DiePrediction], labels: list[DieLabel], sides: int | None = 6, name: str = "a.jpg"
) -> Example:
    row: ImageLabels = {"image": name, "set": "mitsuba 6", "dice": labels}
    return Example(row, sides, (640, 480), tuple(predictions))


def labels_of(predictions: list[DiePrediction]) -> list[DieLabel]:
    """Label the predictions, in their order, as the six dice of a set with the values 1 to 6."""
    return [
        {"box": k.candidate.box, "colour": colour, "value": at, "sides": 6}
        for at, (k, colour) in enumerate(zip(predictions, SET, strict=False), 1)
    ]


def test_each_candidate_is_what_its_label_says_and_the_rest_is_nothing() -> None:
    predictions = six()
    black, eight = die("other", 2, (300, 300, 40, 40)), die("red", 8, (400, 300, 40, 40), sides=8)
    key = die("white", 1, (200, 400, 40, 40), score=0.4)
    labels = labels_of(predictions)
    labels.append({"box": black.candidate.box, "colour": "other", "value": 2, "sides": 6})
    labels.append({"box": eight.candidate.box, "colour": "red", "value": 8, "sides": 8})
    case = case_of(example([*predictions, black, eight, key], labels), paints())
    at = [FIRST_COLOUR + n for n in (0, 0, 1, 2, 3, 4)]
    assert case.what.tolist() == [*at, OTHER_SET, OTHER_KIND, -1]
    assert case_of(example([*predictions, key], labels, None), paints()).what.tolist() == [SPARE] * 6 + [-1]


def test_a_picture_also_shows_a_die_that_has_left_and_one_that_is_missing() -> None:
    case = case_of(example(six(), labels_of(six())), paints())
    plain, gone, lost, other = with_variants(case, paints())
    assert plain is case
    assert len(gone.places) == 5 and (gone.what == SPARE).sum() == 1
    assert len(lost.what) == 5 and lost.places == case.places
    assert (other.what == OTHER_KIND).all()
    assert [each.weight for each in (gone, lost, other)] == [0.15, 0.1, 0.1]
    free = case_of(example(six(), labels_of(six()), None), paints())
    assert list(with_variants(free, paints())) == [free]


def test_what_tells_dice_from_keys_gets_more_weight() -> None:
    """If only the reader distinguishes dice from keyboard keys, the weight of the reader increases."""
    rng = np.random.default_rng(1)
    cases = []
    for number in range(12):
        dice = six(score=0.6)
        keys = [
            die("white", 1, (60.0 + 90 * at, 300, 40, 40), score=float(rng.uniform(0.5, 0.7)), real=0.3)
            for at in range(4)
        ]
        cases.append(case_of(example([*dice, *keys], labels_of(dice), None, f"{number}.jpg"), paints()))
    terms, overlap = fit_terms(cases)
    named = dict(zip(TERMS, terms, strict=True))
    assert named["reader"] > likelihood.START["reader"]
    assert terms[likelihood.LIKENESS].max() <= 0 and overlap >= likelihood.MIN_OVERLAP
    by_hand = [c.evidence.terms[:, SPARE] @ terms for c in cases]
    assert all(scores[:6].min() > scores[6:].max() for scores in by_hand)


def test_ambiguous_kind_is_rejected() -> None:
    """A candidate scores lower if the reader finds six and eight sides about equally likely."""
    cases = []
    for number in range(12):
        ours = [die("white", 3, (60, 60, 90, 90), sides=6), die("red", 2, (300, 60, 90, 90), sides=6)]
        strange = replace(ours[1], kinds=np.log(np.array([0.002, 0.5, 0.498], np.float32)))
        cases.append(case_of(example(ours[:1], labels_of(ours[:1]), None, f"{number}.jpg"), paints()))
        cases.append(case_of(example([strange], [], None, f"{number}-other.jpg"), paints()))
    terms, _ = fit_terms(cases)
    assert dict(zip(TERMS, terms, strict=True))["kinds apart"] > 0.2
    assert cases[0].evidence.terms[0, SPARE] @ terms > cases[1].evidence.terms[0, SPARE] @ terms + 1


def test_with_any_dice_neither_size_nor_company_says_what_is_a_die() -> None:
    """If no set is expected, a candidate's terms depend neither on its size nor on the number of dice."""
    among = case_of(example(six(), [], None, "six.jpg"), paints()).evidence.terms[0, SPARE]
    alone = case_of(example(six()[:1], [], None, "one.jpg"), paints()).evidence.terms[0, SPARE]
    assert np.array_equal(among, alone)
    x, y, side, _ = six()[0].candidate.box
    large = replace(six()[0], candidate=Candidate((x, y, 3 * side, 3 * side), six()[0].candidate.score))
    nearer = case_of(example([large], [], None, "large.jpg"), paints()).evidence.terms[0, SPARE]
    assert np.array_equal(nearer, alone)


def test_values_that_are_surer_than_they_are_right_are_blunted() -> None:
    rng = np.random.default_rng(2)

    def sharpness(right: float) -> float:
        cases = []
        for number in range(30):
            predictions = [
                die(colour, at, (40 + 90.0 * at, 100, 40, 40), sure=0.9) for at, colour in enumerate(SET, 1)
            ]
            labels = labels_of(predictions)
            for label in labels:
                if rng.random() > right:
                    label["value"] = label["value"] % 6 + 1
            cases.append(case_of(example(predictions, labels, 6, f"{number}.jpg"), paints()))
        exponent, misread = fit_values(cases)
        return exponent - float(misread[0]) / 10

    assert sharpness(0.7) < sharpness(0.9) < sharpness(0.995)


@pytest.mark.parametrize(("constant", "slope"), [(0.5, 1.5), (-1.0, 0.5)])
def test_a_logistic_curve_is_found_again(constant: float, slope: float) -> None:
    rng = np.random.default_rng(3)
    x = rng.normal(0, 2, 4000)
    y = (rng.random(4000) < 1 / (1 + np.exp(-constant - slope * x))).astype(float)
    assert fit_logistic(x, y, (0.0, 1.0), 1.0) == pytest.approx((constant, slope), abs=0.2)
    assert fit_logistic(x[:2], y[:2], (0.0, 1.0), 50.0) == pytest.approx((0, 1), abs=0.1)


def test_paints_are_found_though_each_roll_has_its_own_light() -> None:
    rng = np.random.default_rng(4)
    examples = []
    for number in range(40):
        light = rng.normal(0, (0.4, 0.1, 0.1))
        predictions = [
            die(colour, at, (40 + 90.0 * at, 100, 40, 40), tone=tuple(paints().tones[which] + light))
            for at, (colour, which) in enumerate(zip(SET, (0, 0, 1, 2, 3, 4), strict=True), 1)
        ]
        examples.append(example(predictions, labels_of(predictions), 6, f"{number}.jpg"))
    found_again = fit_paints(examples)
    apart = found_again.tones - paints().tones
    assert np.abs(apart - apart.mean(0)).max() < 0.1, "but for a light that all of them share"


def test_written_lines_are_loaded_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    before = example([*six(), die("red", 8, (400, 300, 40, 40), sides=8)], labels_of(six()))
    file.write_text(before.line() + "\n", "utf-8")
    [after] = load_examples(file)
    assert (after.row["image"], after.sides, after.size) == ("a.jpg", 6, (640, 480))
    for one, other in zip(before.predictions, after.predictions, strict=True):
        assert one.candidate == other.candidate and one.sides == other.sides
        assert one.values == pytest.approx(other.values, abs=1e-3)
        assert (one.other_values is None) == (other.other_values is None)
