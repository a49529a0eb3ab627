"""Known dice: told apart by their paint in any light, whatever the reader calls it; strangers stay out."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.dice.seen import PAINTS, SET, assigned, die, read_from, six
from vision.dice.assignment import expected_dice
from vision.dice.calibrated_dice import CalibratedDice, CalibratedDie
from vision.dice.classifier import DiePrediction
from vision.reading import COLOUR_ORDER, COLOURS, Colour

VIOLET = (-2.4, 0.5, 1.0)


def says(colour: Colour, sure: float = 0.9) -> tuple[float, ...]:
    """What the reader says of a die that it takes for `colour`."""
    return tuple(sure if name == colour else (1 - sure) / 5 for name in COLOUR_ORDER)


KNOWN = CalibratedDice(
    (640, 480), (50, 60), 6, (-1.5, 0.1, -0.2), tuple(CalibratedDie(c, PAINTS[c], says(c)) for c in SET)
)
WITH_VIOLET = replace(
    KNOWN,
    dice=tuple(replace(d, tone=VIOLET, said=says("other")) if d.colour == "blue" else d for d in KNOWN.dice),
)


def colours(found: list[DiePrediction], known: CalibratedDice | None) -> list[Colour]:
    return [each.colour for each in assigned(found, known=known).dice]


def test_hues_that_the_reader_does_not_know_are_the_dice_they_stand_for() -> None:
    dice = [*six()[:5], die("other", 6, (490, 100, 40, 40), tone=VIOLET)]
    assert "blue" not in colours(dice, None)
    found = assigned(dice, known=WITH_VIOLET)
    assert [each.colour for each in found.dice] == list(SET) and found.known > 0.9
    assert found.dice[5].share > 0.95


@pytest.mark.parametrize("shift", [(0.8, 0.0, 0.0), (-0.6, 0.3, -0.3), (0.2, -0.25, 0.3)])
def test_a_light_that_shifts_all_dice_leaves_known_ones_told_apart(shift: tuple[float, ...]) -> None:
    swapped: dict[Colour, Colour] = {"red": "yellow", "yellow": "red"}
    dice = [
        replace(each, tone=tuple(np.add(each.tone, shift)))
        for each in (
            die(swapped.get(c, c), at + 1, (40 + 90.0 * at, 100, 40, 40), hue=0.6, tone=PAINTS[c])
            for at, c in enumerate(SET)
        )
    ]
    assert colours(dice, KNOWN) == list(SET), "though the reader takes red for yellow"


def test_dice_that_are_not_the_known_ones_are_read_as_if_none_were_known() -> None:
    others = replace(
        KNOWN, dice=tuple(replace(d, tone=(-1.0, 2.5 - i, i - 2.5)) for i, d in enumerate(KNOWN.dice))
    )
    plain, with_known = assigned(six()), assigned(six(), known=others)
    assert with_known.known < 0.5
    assert [e.colour for e in with_known.dice] == [e.colour for e in plain.dice]
    assert with_known.probability == pytest.approx(plain.probability, abs=0.02)


def test_a_missing_die_is_missing_and_a_stranger_takes_no_place() -> None:
    stranger = die("other", 6, (490, 100, 40, 40))
    found = assigned([*six()[:5], stranger], known=KNOWN)
    assert found.missing == ("blue",)
    assert [each.prediction for each in found.other_set] == [stranger]


def test_a_die_that_is_there_twice_is_one_too_many() -> None:
    found = assigned([*six(), die("red", 6, (300, 300, 40, 40))], known=KNOWN)
    assert [each.colour for each in found.spare] == ["red"]


def test_colours_that_were_not_learnt_leave_the_dice_unknown() -> None:
    without = replace(KNOWN, dice=tuple(d for d in KNOWN.dice if d.colour != "green"))
    assert assigned(six(), known=without).known == 0
    five = [each for each, colour in zip(six(), SET, strict=True) if colour != "green"]
    assert assigned(five, places=expected_dice(("green",)), known=without).known > 0.5


def test_calibrated_dice_of_the_other_kind_say_nothing() -> None:
    assert assigned(six(), known=replace(KNOWN, sides=8)).known == 0


def test_words_and_paints_are_of_every_colour() -> None:
    assert KNOWN.words.sum(1) == pytest.approx(np.ones(6))
    assert KNOWN.words.argmax(1).tolist() == list(range(6))
    assert KNOWN.paints.tones.tolist() == [list(PAINTS[c]) for c in COLOURS]
    assert read_from(six()).status == "complete"
