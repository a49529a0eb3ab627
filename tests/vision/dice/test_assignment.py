"""Candidates are assigned to the expected dice by the probabilities of the model."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.dice.seen import SET, SIZE, assigned, die, six
from vision.dice.assignment import Assignment, believe, expected_dice
from vision.dice.candidate import Candidate
from vision.dice.evidence import FIRST_COLOUR, SPARE, weigh
from vision.dice.scoring import paints, scoring
from vision.geometry import Box


def faces(assignment: Assignment) -> list[tuple[str, int]]:
    return sorted((die.colour, die.value) for die in assignment.dice)


def test_expected_dice() -> None:
    assert expected_dice() == ("white", "white", "red", "yellow", "green", "blue")
    assert expected_dice(("red", "blue")) == ("white", "white", "yellow", "green")


def test_a_clear_roll_is_sure() -> None:
    assignment = assigned(six())
    assert faces(assignment) == sorted(zip(SET, range(1, 7), strict=True))
    assert assignment.probability >= scoring("six").sure
    assert assignment.missing == () == assignment.spare == assignment.unsure
    assert min(each.confidence for each in assignment.dice) > 0.97


def test_shares_add_up_to_one_for_each_place_and_each_die() -> None:
    predictions = [*six(), die("red", 2, (300, 300, 40, 40))]
    belief = believe(weigh(predictions, (640, 480), 6, paints()), scoring("six"), SET)
    assert belief.probabilities.sum(1).max() <= 1 + 1e-9
    assert belief.probabilities[:, FIRST_COLOUR].sum() <= 2 + 1e-9, "two white dice"
    assert belief.probabilities[:, FIRST_COLOUR + 1].sum() <= 1 + 1e-9, "one red die"


def test_the_set_decides_between_red_and_orange_that_look_alike() -> None:
    predictions = six()
    doubtful = np.log(np.array([0.004, 0.5, 0.004, 0.004, 0.004, 0.484], np.float32))
    predictions[2] = replace(predictions[2], colours=doubtful)
    assignment = assigned(predictions)
    red = next(each for each in assignment.dice if each.colour == "red")
    assert red.prediction is predictions[2] and red.share > 0.95


def test_a_third_white_die_takes_no_place() -> None:
    assignment = assigned([die("white", at + 1, (40 + 90.0 * at, 100, 40, 40)) for at in range(3)])
    assert [each.colour for each in assignment.dice] == ["white", "white"]
    assert [each.colour for each in assignment.spare] == ["white"]
    assert sorted(assignment.missing) == ["blue", "green", "red", "yellow"]


def test_two_red_dice_leave_both_unsure() -> None:
    predictions = [*six(), die("red", 6, (300, 300, 40, 40))]
    assignment = assigned(predictions)
    red = next(each for each in assignment.dice if each.colour == "red")
    assert red.confidence < 0.7 and len(assignment.spare) == 1 and assignment.probability == 0


def test_faint_die_yields_to_a_clear_one() -> None:
    faint = die("red", 2, (300, 300, 40, 40), score=0.3, real=0.5)
    assignment = assigned([*six(), faint])
    assert all(each.prediction is not faint for each in (*assignment.dice, *assignment.spare))
    assert assignment.probability >= scoring("six").sure


def test_a_missing_die_needs_less_evidence() -> None:
    faint = die("blue", 6, (490, 100, 40, 40), score=0.5, real=0.9)
    awaited = assigned([*six()[:5], faint])
    assert faces(awaited) == sorted(zip(SET, range(1, 7), strict=True))
    blue = next(each for each in awaited.dice if each.colour == "blue")
    anywhere = assigned([*six()[:5], faint], sides=None)
    assert all(each.share < blue.share for each in anywhere.dice if each.colour == "blue")


def test_a_missing_die_is_missing() -> None:
    assignment = assigned(six()[:5])
    assert assignment.missing == ("blue",) and assignment.probability == 0 and not assignment.perhaps
    faint = die("blue", 6, (300, 300, 40, 40), score=0.25, real=0.85, sure=0.6)
    assert len(assigned([*six()[:5], faint]).perhaps + assigned([*six()[:5], faint]).dice) == 6


def test_dice_of_another_set_or_kind_take_no_place() -> None:
    black = die("other", 2, (300, 300, 40, 40))
    eight = die("red", 8, (400, 300, 44, 44), sides=8)
    assignment = assigned([*six(), black, eight])
    assert [each.prediction for each in assignment.other_set] == [black]
    assert [(each.prediction, each.value, each.sides) for each in assignment.other_kind] == [(eight, 8, 8)]
    assert assignment.spare == () and assignment.probability >= scoring("six").sure


def shifted(box: Box, by: float) -> Box:
    x, y, w, h = box
    return (x + by, y, w, h)


@pytest.mark.parametrize(("value", "sure"), [(5, True), (2, False)])
def test_two_boxes_on_one_die_count_as_what_both_show(value: int, sure: bool) -> None:
    predictions = six()
    green = predictions[4]
    second = die("green", value, shifted(green.candidate.box, 16))
    predictions[4] = replace(green, candidate=Candidate(green.candidate.box, 0.9))
    assignment = assigned([*predictions, second])
    shown = next(each for each in assignment.dice if each.colour == "green")
    assert len(assignment.dice) == 6 and assignment.spare == ()
    assert (shown.confidence > 0.9) is sure
    assert (assignment.probability >= scoring("six").sure) is sure


def test_the_least_sure_die_is_asked_about() -> None:
    predictions = six()
    vague = die("green", 5, predictions[4].candidate.box, sure=0.6)
    predictions[4] = vague
    assignment = assigned(predictions)
    assert assignment.probability < scoring("six").sure
    assert [each.prediction for each in assignment.unsure] == [vague]
    predictions[1] = die("white", 2, predictions[1].candidate.box, sure=0.5)
    both = assigned(predictions)
    assert [each.prediction for each in both.unsure] == [predictions[1], vague]


def test_any_dice_keep_their_kind_and_colour() -> None:
    eight = die("red", 7, (400, 300, 44, 44), sides=8)
    predictions = [die("white", 1, (40, 100, 40, 40)), die("white", 2, (140, 100, 40, 40)), eight]
    assignment = assigned([*predictions, die("white", 3, (240, 100, 40, 40))], sides=None)
    assert [(each.colour, each.value, each.sides) for each in assignment.dice if each.sides == 8] == [
        ("red", 7, 8)
    ]
    assert len(assignment.dice) == 4 and assignment.spare == () == assignment.missing


def test_a_faint_die_is_read_and_asked_about_among_any_dice() -> None:
    ways = [die("red", 5, (400, 300, 40, 40), score=score, real=0.8) for score in np.linspace(0.1, 0.9, 33)]
    faint = next(way for way in ways if assigned([*six(), way], sides=None).dice[6:])
    assignment = assigned([*six(), faint], sides=None)
    assert assignment.dice[6].share < 0.5
    assert assignment.unsure[0].prediction == faint, "the least sure first"


def test_two_boxes_on_one_die_count_once_among_any_dice() -> None:
    boxes: list[Box] = [(400, 300, 40, 40), (404, 300, 40, 40)]
    assignment = assigned([*six(), *(die("red", 5, box) for box in boxes)], sides=None)
    assert len(assignment.dice) == 7


def test_touching_dice_are_both_read_among_any_dice() -> None:
    """The boxes overlap by half, as they do if the camera is low."""
    behind, before = die(value=1, box=(300, 85, 40, 40), score=0.5), die(value=5, box=(302, 104, 60, 60))
    assignment = assigned([behind, before], sides=None)
    assert sorted(each.value for each in assignment.dice) == [1, 5]


def test_nothing_seen_is_nothing_assigned() -> None:
    assert assigned([]).missing == SET
    assert assigned([], sides=None).dice == ()


def test_a_thing_without_pips_raises_no_doubt_about_the_white_dice() -> None:
    key = die("white", 3, (300, 300, 40, 40), score=0.7, real=0.94, sure=0.2)
    assignment = assigned([*six(), key])
    assert assignment.probability >= scoring("six").sure and not assignment.unsure


def test_a_die_of_a_removed_colour_is_likelier_than_a_surplus_one() -> None:
    places = expected_dice(("red",))
    red = weigh(six(), SIZE, 6, paints(), places).scores(scoring("six"))[2, SPARE]
    assert red > weigh(six(), SIZE, 6, paints(), SET).scores(scoring("six"))[2, SPARE] + 2
