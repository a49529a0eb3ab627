"""Fits of the model that reads rolls: its weights, its threshold for a complete roll, and its file."""

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from math import log

import pytest

from training.dice import fit as fit_module
from training.dice.fit import (
    KINDS,
    LEAST_SURE,
    MAX_RISK,
    MAX_STRANGERS,
    NEEDLESS,
    PARTS,
    Outcome,
    choose_lean,
    choose_least_probability,
    fit_whole,
    report,
    text_of,
)
from training.dice.likelihood import Case, case_of
from training.dice.predictions import Example
from training.dice.readings import DieLabel, ImageLabels
from training.tests.dice.results import answer, die, roll
from vision.dice.scoring import TERMS, VALUE_TERMS, Paints, most_lean, paints, scoring
from vision.reading import Kind


def seen(log_odds: float, right: bool, status: str = "complete", lean: float = 0.0) -> Outcome:
    return Outcome(roll([die(3, answer("red", 3 if right else 4))], status), log_odds, lean)


def none_of_ours(log_odds: float, read: bool) -> Outcome:
    """Return an outcome for a picture with only dice of other games. `read`: True if one of them was read."""
    return Outcome(replace(roll([]), any_dice=True, extra=(answer("red", 3),) * read), log_odds, 0.0)


def a_picture(name: str, scene: str) -> Example:
    row: ImageLabels = {"image": name, "set": "eight", "dice": [], "scene": scene}
    return Example(row, None, (640, 480), ())


PLAIN = replace(scoring("six"), whole=(0.0, 1.0))


def odds_of(p: float) -> float:
    return log(p / (1 - p))


def test_threshold_lies_above_each_wrong_reading() -> None:
    readings = [*(seen(x / 10, True) for x in range(60)), seen(3.0, False)]
    assert odds_of(choose_least_probability(readings, PLAIN, "six")) == pytest.approx(3.0, abs=0.01)


def test_permitted_errors_keep_threshold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MAX_RISK, "six", 1 / 200)
    readings = [*(seen(3.5 + x / 1000, True) for x in range(300)), seen(4.0, False), seen(3.0, False)]
    assert odds_of(choose_least_probability(readings, PLAIN, "six")) == pytest.approx(3.0, abs=0.01)
    monkeypatch.setitem(MAX_RISK, "six", 1 / 100)
    assert choose_least_probability(readings, PLAIN, "six") == LEAST_SURE["six"]
    monkeypatch.setitem(MAX_RISK, "six", 1 / 1000)
    assert odds_of(choose_least_probability(readings, PLAIN, "six")) == pytest.approx(4.0, abs=0.01)


def test_few_pictures_of_foreign_dice_are_complete() -> None:
    ours = [seen(3 + x / 100, True) for x in range(100)]
    strangers = [none_of_ours(2 + x / 40, True) for x in range(60)]
    allowed = int(MAX_STRANGERS * len(strangers))
    sure = odds_of(choose_least_probability([*ours, *strangers], PLAIN, "any"))
    assert sum(each.log_odds > sure for each in strangers) == allowed > 0
    empty = [none_of_ours(x / 10, False) for x in range(60)]
    assert choose_least_probability([*ours, *empty], PLAIN, "any") == LEAST_SURE["any"], (
        "nothing was read, which is right"
    )


def test_reading_of_foreign_dice_is_wrong() -> None:
    assert not none_of_ours(3.0, True).right
    assert none_of_ours(3.0, False).right


@pytest.mark.parametrize("kind", KINDS)
def test_no_picture_is_judged_by_weights_fitted_on_its_scene(
    kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weights judged on the dice to which they were fitted would not show how well they read other dice."""
    cases = [case_of(a_picture(f"{n}.jpg", scene), paints()) for n, scene in enumerate("aabbaabbccddee")]
    fitted: list[set[str]] = []
    told: list[tuple[int, str]] = []

    def remember(some: Sequence[Case], _: Paints, __: Kind) -> int:
        fitted.append({case.example.row["scene"] for case in some})
        return len(fitted) - 1

    def tell(looks: Sequence[Case], by: int) -> Outcome:
        told.append((by, looks[0].example.row["scene"]))
        return none_of_ours(0.0, False)

    monkeypatch.setattr(fit_module, "fit", remember)
    monkeypatch.setattr(fit_module, "outcome", tell)
    assert len(fit_module.by_parts(cases, paints(), kind)) == len(cases) == len(told)
    assert len(fitted) == PARTS[kind]
    assert not any(scene in fitted[by] for by, scene in told)


def test_no_set_of_photos_is_judged_by_weights_fitted_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights fitted on other photos of the set could take a feature of the set for a feature of the dice."""
    label: DieLabel = {"box": (1, 1, 9, 9), "colour": "red", "value": 3, "sides": 6}
    rows: list[ImageLabels] = [
        {"image": f"{name}{n}.jpg", "set": name, "dice": [label]}
        for name in ("tray", "felt")
        for n in range(4)
    ]
    rows += [{"image": f"other{n}.jpg", "set": "others", "dice": [], "scene": "abc"[n % 3]} for n in range(6)]
    cases = [case_of(Example(row, None, (640, 480), ()), paints()) for row in rows]
    fitted: list[list[ImageLabels]] = []

    def remember(some: Sequence[Case], _: Paints, __: Kind) -> int:
        fitted.append([case.example.row for case in some])
        return len(fitted) - 1

    def tell(looks: Sequence[Case], by: int) -> Outcome:
        row = looks[0].example.row
        key = "set" if row["dice"] else "scene"
        assert row[key] not in [other.get(key) for other in fitted[by]]  # type: ignore[literal-required]
        return none_of_ours(0.0, False)

    monkeypatch.setattr(fit_module, "fit", remember)
    monkeypatch.setattr(fit_module, "outcome", tell)
    assert len(fit_module.by_parts(cases, paints(), "any")) == len(cases)
    assert len(fitted) == 2 + PARTS["any"]
    assert {row["set"] for row in fitted[0]} == {"felt", "others"}


def test_sets_of_photos_count_alike() -> None:
    rows: list[ImageLabels] = [{"image": f"{n}.jpg", "set": "ab"[n > 2], "dice": []} for n in range(12)]
    weighed = fit_module._alike([case_of(Example(row, None, (640, 480), ()), paints()) for row in rows])
    totals = {name: sum(c.weight for c in weighed if c.example.row["set"] == name) for name in "ab"}
    assert totals["a"] == pytest.approx(totals["b"])


def test_unsure_readings_do_not_move_the_threshold() -> None:
    readings = [*(seen(x / 10, True) for x in range(60)), seen(3.0, False), seen(5.0, False, "unsure")]
    assert odds_of(choose_least_probability(readings, PLAIN, "six")) == pytest.approx(3.0, abs=0.01)


def test_few_dice_that_lie_flat_are_called_leaning() -> None:
    readings = [seen(4.0, True, lean=x / 100) for x in range(401)]
    leans = choose_lean(readings)
    assert sum(each.lean_log_odds > leans for each in readings) == pytest.approx(
        NEEDLESS * len(readings), abs=1
    )
    told = report("leaning", readings, replace(PLAIN, sure=0.9), leans)
    assert f"{sum(each.lean_log_odds <= leans for each in readings)} of 401" in told, (
        "and these are not complete"
    )


def test_a_model_that_is_too_sure_is_made_humble() -> None:
    readings = [seen(4.0, number % 3 > 0) for number in range(90)] + [seen(0.0, False)] * 30
    constant, slope = fit_whole(readings)
    assert 1 / 3 < constant + 4 * slope < 1.2, "odds of two to one"


def test_the_file_holds_every_weight() -> None:
    kinds = {kind: scoring(kind) for kind in KINDS}
    row = tomllib.loads(text_of(kinds, paints(), most_lean(), "a test"))
    assert row["fitted_on"] == "a test"
    assert row["leans"] == pytest.approx(most_lean(), abs=1e-2)
    for kind, by in kinds.items():
        assert list(row[kind]["terms"]) == list(TERMS) and list(row[kind]["misread"]) == list(VALUE_TERMS)
        assert row[kind]["terms"]["reader"] == pytest.approx(by.terms[TERMS.index("reader")], abs=1e-3)
        assert row[kind]["sure"] == pytest.approx(by.sure, abs=1e-4)
    assert row["paints"]["tones"] == paints().tones.tolist()
