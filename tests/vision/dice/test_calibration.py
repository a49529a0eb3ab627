"""Learning dice: what is proposed, what is refused and why, and what reading gains by it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from sheets.language import translator
from tests.vision.rendered import rendered
from vision import read
from vision.dice.calibrated_dice import CalibratedDice
from vision.dice.calibration import (
    CalibrationError,
    CalibrationProposal,
    calibrate,
    propose,
    propose_when_still,
    recolour_known,
)
from vision.frames.image import Image, load
from vision.frames.source import Frame
from vision.reading import Colour, Reading

ROLLS = Path(__file__).parents[3] / "fixtures" / "rolls"
DICE = (("white", 4), ("white", 2), ("red", 3), ("yellow", 5), ("green", 6), ("blue", 1))
OTHER = (("white", 1), ("white", 6), ("red", 5), ("yellow", 2), ("green", 4), ("blue", 3))
TURNED: dict[str, str] = {"red": "green", "green": "blue", "blue": "red"}
"""What dice look like whose red, green and blue light have changed places: a set in hues of its own."""


def roll(dice: Sequence[tuple[str, int]] = DICE, seed: int = 5) -> Image:
    return rendered(dice, seed)


def lit(image: Image, red: float, green: float, blue: float) -> Image:
    """The picture in another light."""
    light = (image / 255) ** 2.2 * [blue, green, red]
    return np.asarray(np.rint(np.clip(light, 0, 1) ** (1 / 2.2) * 255), np.uint8)


def turned(image: Image) -> Image:
    """The picture with its channels changed round: red → green → blue → red."""
    return np.ascontiguousarray(image[:, :, [1, 2, 0]])


def shaded(image: Image) -> Image:
    """The picture with every hue moved on by a twelfth of the circle: orange for red, lime for yellow …"""
    hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(int) + 15) % 180
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)


def faces(reading: Reading) -> Counter[tuple[str, int]]:
    return Counter((die.colour, die.value) for die in reading.dice)


def confirmed(proposal: CalibrationProposal, image: Image) -> CalibrationProposal:
    """As a person corrects it who knows which die is which, here from the picture that is not turned."""
    true = {d.box: d.colour for d in read(image).dice}
    named: dict[int, Colour] = {}
    for index, die in enumerate(proposal.dice):
        named[index] = min(true.items(), key=lambda pair: sum(map(abs, np.subtract(pair[0], die.box))))[1]
    return proposal.recoloured(named)


@cache
def learnt() -> CalibratedDice:
    return calibrate(propose([roll()]))


def refused(*frames: Image, removed: tuple[str, ...] = ()) -> CalibrationError:
    with pytest.raises(CalibrationError) as found:
        propose(frames, removed=removed)
    return found.value


# -- what is proposed


def test_six_dice_are_proposed_by_their_colours_with_where_they_lie() -> None:
    proposal = propose([roll()])
    assert Counter(d.colour for d in proposal.dice) == Counter(colour for colour, _ in DICE)
    assert all(die.sure for die in proposal.dice)
    assert {die.box for die in proposal.dice} == {die.box for die in read(roll()).dice}
    assert {die.box: die.colour for die in proposal.dice} == {d.box: d.colour for d in read(roll()).dice}


def test_in_a_large_photo_the_dice_are_told_where_they_lie_in_it() -> None:
    small, large = roll(), cv2.resize(roll(), (4600, 3450), interpolation=cv2.INTER_CUBIC)
    proposal, factor = propose([np.asarray(large, np.uint8)]), 4600 / small.shape[1]
    assert proposal.photo_size == (4600, 3450) and proposal.image.size < large.size
    for index, die in enumerate(propose([small]).dice):
        found = np.array(proposal.in_photo(index)) / factor
        assert np.abs(found - die.box).max() <= 0.15 * max(die.box[2:])


def test_a_portrait_shows_the_die() -> None:
    proposal = propose([roll()])
    for index, die in enumerate(proposal.dice):
        x, y, w, h = die.box
        middle = roll()[y + h // 3 : y + 2 * h // 3, x + w // 3 : x + 2 * w // 3].reshape(-1, 3).mean(0)
        shown = proposal.portrait(index, 90)
        assert shown.shape == (90, 90, 3)
        assert np.abs(shown[34:56, 34:56].reshape(-1, 3).mean(0) - middle).max() < 25


def test_naming_one_die_hands_its_old_name_to_the_die_that_had_the_new_one() -> None:
    proposal = propose([roll()])
    red = next(i for i, d in enumerate(proposal.dice) if d.colour == "red")
    blue = next(i for i, d in enumerate(proposal.dice) if d.colour == "blue")
    changed = proposal.recoloured({red: "blue"})
    assert (changed.dice[red].colour, changed.dice[blue].colour) == ("blue", "red")
    assert Counter(d.colour for d in changed.dice) == Counter(d.colour for d in proposal.dice)


def test_colours_that_have_left_are_not_looked_for() -> None:
    five = tuple(die for die in DICE if die[0] != "green")
    assert len(propose([roll(five)], removed=("green",)).dice) == 5
    assert refused(roll(five)).code == "count"


# -- what is refused, with one sentence


def test_too_few_too_many_and_none() -> None:
    few, many = refused(roll(DICE[:4])), refused(roll((*DICE, ("red", 2))))
    assert (few.code, many.code) == ("count", "count")
    assert str(few).startswith("I see 4 dice, but 6 are to be calibrated; lay them")
    assert str(many).startswith("I see 7 dice, but 6 are to be calibrated; take everything else")
    assert str(refused(load(ROLLS / "none.jpg"))).startswith("I see no dice")


def test_too_dark_and_too_bright() -> None:
    assert refused(lit(roll(), *[0.03] * 3)).code in ("dark", "count")
    proposal = propose([roll()])
    image = roll().copy()
    for die in proposal.dice:  # every die washed out where its colour was
        x, y, w, h = die.box
        patch = image[y : y + h, x : x + w]
        patch[patch.min(-1) > 40] = 255
    found = refused(image)
    assert found.code in ("bright", "count")


def test_it_is_said_in_the_language_of_the_table() -> None:
    problem = refused(roll(DICE[:4]))
    assert problem.in_language(translator("en")) == str(problem)
    assert "{" not in problem.in_language(translator("de"))


def test_dice_that_look_the_same_are_not_learnt_as_two_colours() -> None:
    proposal = propose([roll()])
    red = next(d for d in proposal.dice if d.colour == "red")
    twins = tuple(
        replace(d, tone=red.tone, said=red.said) if d.colour == "blue" else d for d in proposal.dice
    )
    with pytest.raises(CalibrationError, match="The red die and the blue die look the same") as found:
        calibrate(replace(proposal, dice=twins))
    assert found.value.code == "alike"


def test_a_set_that_is_none_is_not_learnt() -> None:
    proposal = propose([roll()])
    wrong = replace(proposal, dice=tuple(replace(d, colour="red") for d in proposal.dice))
    with pytest.raises(CalibrationError) as found:
        calibrate(wrong)
    assert found.value.code == "colours"


# -- what reading gains


@pytest.mark.parametrize("seed", [7, 8])
def test_dice_in_hues_of_their_own_are_read_once_they_are_known(seed: int) -> None:
    known = calibrate(confirmed(propose([turned(roll())]), roll()))
    image = turned(roll(OTHER, seed))
    without, knowing = read(image), read(image, known=known)
    assert faces(without) != Counter(OTHER), "red passes for green, so it says"
    assert (knowing.status, faces(knowing)) == ("complete", Counter(OTHER))


@pytest.mark.parametrize("light", [(1.25, 1.0, 0.6), (0.7, 1.0, 1.4), (0.25, 0.25, 0.25)])
def test_the_same_dice_in_another_light_are_still_the_same(light: tuple[float, float, float]) -> None:
    found = read(lit(roll(OTHER, 7), *light), known=learnt())
    truth = Counter(OTHER)
    assert not faces(found) - truth, "none is wrong"
    assert found.status != "complete" or faces(found) == truth
    assert sum(faces(found).values()) == 6


@pytest.mark.parametrize("seed", [11, 12, *(pytest.param(n, marks=pytest.mark.long) for n in (13, 14))])
def test_in_easy_light_nothing_is_lost(seed: int) -> None:
    image = roll(OTHER, seed)
    without, knowing = read(image), read(image, known=learnt())
    assert faces(knowing) == faces(without) == Counter(OTHER)
    assert knowing.status == without.status


def test_another_set_of_dice_is_read_as_if_nothing_were_known_and_that_is_said() -> None:
    known = calibrate(confirmed(propose([shaded(roll())]), roll()))
    image = roll(OTHER, 9)
    without, knowing = read(image), read(image, known=known)
    assert faces(knowing) == faces(without) == Counter(OTHER) and knowing.status == without.status
    five = roll([die for die in OTHER if die[0] != "red"], 9)
    without, knowing = read(five), read(five, known=known)
    assert knowing.status == "wrong-set" and {d.value for d in knowing.dice} == {
        d.value for d in without.dice
    }
    far = np.random.default_rng(2).normal(0, 1, (6, 3)) * [0.5, 2, 2]
    strange = tuple(
        replace(die, tone=(light, red, blue), said=(0, 0, 0, 0, 0, 1))
        for die, off in zip(known.dice, far, strict=True)
        for light, red, blue in [np.add(die.tone, off)]
    )
    knowing = read(five, known=replace(known, dice=strange))
    assert knowing.status == "wrong-set"
    for one, same in zip(knowing.dice, without.dice, strict=True):
        assert (one.box, one.colour, one.value, one.doubtful) == (
            same.box,
            same.colour,
            same.value,
            same.doubtful,
        )
        assert one.confidence == pytest.approx(same.confidence, abs=0.005)
    assert [p.code for p in knowing.problems] == [*(p.code for p in without.problems), "dice-changed"]


def test_eight_sided_dice_and_any_dice_are_read_without() -> None:
    image = roll()
    assert read(image, game="longo", known=learnt()) == read(image, game="longo")
    assert read(image, any_dice=True, known=learnt()) == read(image, any_dice=True)


def test_a_red_die_too_many_is_still_one_too_many() -> None:
    found = read(roll((*OTHER, ("red", 2)), 7), known=learnt())
    assert found.status == "wrong-set"
    assert [(p.code, p.sentence.values["colour"]) for p in found.problems if p.code == "too-many"] == [
        ("too-many", ("red",))
    ]


def test_a_black_die_is_a_stranger_and_a_missing_die_is_missed() -> None:
    five = tuple(die for die in OTHER if die[0] != "blue")
    found = read(roll((*five, ("other", 2)), 9), known=learnt())
    assert found.status == "wrong-set"
    assert found.problems[0].sentence.values["missing"] == ("blue",)


@pytest.mark.parametrize("seed", [7, 12])
def test_a_black_die_in_the_dark_may_be_the_blue_one_and_is_asked_about(seed: int) -> None:
    five = tuple(die for die in OTHER if die[0] != "blue")
    found = read(roll((*five, ("other", 2)), seed), known=learnt())
    assert found.status != "complete"
    assert all(die.colour != "blue" or die.doubtful for die in found.dice)


def test_further_lays_are_told_by_the_first() -> None:
    again = recolour_known(propose([roll(OTHER, 7)]), learnt())
    assert again is not None
    by_box = {die.box: die.colour for die in read(roll(OTHER, 7)).dice}
    assert {die.box: die.colour for die in again.dice} == by_box
    both = calibrate(propose([roll()]), again)
    assert faces(read(roll(DICE, 13), known=both)) == Counter(DICE)


# -- before a camera


def frames(*images: Image, step: float = 0.2) -> Iterator[Frame]:
    for number, image in enumerate(images, 1):
        yield Frame(image, number, number * step)


def test_dice_that_lie_still_are_proposed_and_what_was_in_the_way_is_told_once() -> None:
    told: list[str] = []
    few = roll(DICE[:4])
    proposal = propose_when_still(
        frames(few, few, *[roll()] * 8), report=lambda problem: told.append(problem.code)
    )
    assert told == ["count"]
    assert Counter(d.colour for d in proposal.dice) == Counter(colour for colour, _ in DICE)


def test_dice_that_move_are_not_learnt() -> None:
    moving = [np.roll(roll(), 60 * (i % 2), axis=1) for i in range(7)]
    with pytest.raises(CalibrationError) as found:
        propose_when_still(frames(*moving))
    assert found.value.code == "moving"


def test_a_camera_that_shows_no_dice_is_given_up_with_the_reason() -> None:
    empty = np.full((240, 320, 3), 90, np.uint8)

    def forever() -> Iterator[Frame]:
        number = 0
        while True:
            number += 1
            assert number < 40, "it never gives up"
            yield Frame(empty, number, number * 0.5)

    with pytest.raises(CalibrationError, match="I see no dice"):
        propose_when_still(forever(), wait=5)
