"""Readings of rolls from the second renderer, which no network was trained on, are never silently wrong.

`fixtures/evaluation` holds a dozen labelled rolls from `python -m training.evaluation`. `fixtures/series`
holds four tables from `python -m training.evaluation.series`, each with a photo from which to learn its dice:
two tables with the usual hues and two with others.
"""

from pathlib import Path

import pytest

from training.dice import figures
from training.dice.readings import ImageResult, load_labels, read_labelled
from training.evaluation.confirmed_photo import measure

STILLS = Path(__file__).parents[3] / "fixtures" / "evaluation"
SERIES = STILLS.with_name("series")


@pytest.fixture(scope="module")
def pictures() -> list[ImageResult]:
    return list(read_labelled(STILLS, load_labels(STILLS), any_dice=False, report=lambda _: None))


def test_complete_readings_are_right(pictures: list[ImageResult]) -> None:
    assert len(pictures) == 12
    assert [seen.image for seen in pictures if seen.status == "complete" and figures.is_wrong(seen)] == []


def test_each_wrong_die_is_asked_about_or_missed_aloud(pictures: list[ImageResult]) -> None:
    for seen in pictures:
        if figures.is_wrong(seen):
            assert seen.codes, f"{seen.image} holds a wrong die and nothing is said"


def test_six_sided_dice_are_found_where_they_lie(pictures: list[ImageResult]) -> None:
    dice = [d for seen in pictures if seen.group.endswith("6") for d in figures.expected_dice(seen)]
    answered = [d for d in dice if d.answer is not None]
    assert len(answered) >= 0.8 * len(dice)
    assert sum(map(figures.is_value_right, answered)) >= 0.85 * len(answered)


def test_dice_of_a_confirmed_photo_are_read_better_in_hard_light() -> None:
    measured = measure(SERIES)
    assert (measured.learnt, measured.refused) == (4, 0)
    for group, rolls in (("usual hues", 10), ("other hues", 10)):
        before, after = measured.tallies[group, "without"], measured.tallies[group, "with"]
        assert before.rolls == after.rolls == rolls and after.wrong == 0
        assert after.colours >= before.colours and after.complete >= before.complete
    without, taught = (measured.tallies["other hues", way] for way in ("without", "with"))
    assert taught.colours == taught.dice and taught.complete == taught.rolls > without.complete + 4
