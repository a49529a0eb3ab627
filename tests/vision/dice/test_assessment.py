"""The sentences about a reading, one for each doubtful die."""

from dataclasses import replace

import pytest

from tests.vision.dice.seen import die as seen_die
from tests.vision.dice.seen import logs, read_from, six
from vision.dice.assessment import describe
from vision.geometry import Box
from vision.reading import Colour, Die, Reading, State


def die(
    confidence: float,
    state: State = "flat",
    colour: Colour = "red",
    sides: int = 6,
    hue: float = 0.99,
    doubtful: bool = True,
) -> Die:
    values = ((3, confidence), (5, 0.9 - 0.9 * confidence), (1, 0.1 - 0.1 * confidence))
    other: Colour = "yellow" if colour != "yellow" else "red"
    hues = ((colour, hue), (other, 1 - hue))
    return Die(colour, 3, sides, confidence * hue, state, (9, 9, 40, 40), values, hues, doubtful)


def said(*dice: Die) -> list[tuple[str, str]]:
    return [(p.code, str(p)) for p in describe(dice, (), (), (), 0, None)]


def test_a_doubtful_value_is_named_with_what_it_could_be() -> None:
    assert said(die(0.6)) == [("value-doubtful", "I am not sure about the red die: 3 / 5?")]
    [(code, text)] = said(die(0.6, sides=8))
    assert code == "value-doubtful" and text.endswith("Hold the camera more directly above.")


def test_every_doubtful_die_is_named() -> None:
    sentences = said(die(0.6), die(0.99, doubtful=False), die(0.5, colour="blue"))
    assert [text.split(":")[0] for _, text in sentences] == [
        "I am not sure about the red die",
        "I am not sure about the blue die",
    ]


@pytest.mark.parametrize(
    ("state", "code", "words"),
    [
        ("hidden", "hidden", "partly covered"),
        ("cut", "cut", "edge of the picture"),
        ("cocked", "cocked", "leans"),
    ],
)
def test_hidden_cut_and_cocked_dice_are_told_apart(state: State, code: str, words: str) -> None:
    [(said_code, text)] = said(die(0.7, state))
    assert said_code == code and words in text and "red die" in text


def test_a_leaning_die_is_asked_about_however_sure_its_value() -> None:
    assert [code for code, _ in said(die(0.999, "cocked", doubtful=False))] == ["cocked"]
    assert said(die(0.999, doubtful=False)) == []


def test_a_die_with_a_top_unlike_the_others_leans() -> None:
    flat, leaning = six(), six()
    leaning[2] = seen_die("red", 3, (260, 100, 40, 40), spread=(0.16, 0.17), skew=0.24, normal=(0.4, -0.4))
    assert read_from(flat).status == "complete"
    reading = read_from(leaning)
    assert [problem.code for problem in reading.problems] == ["cocked"] and reading.status == "unsure"
    assert [die.colour for die in reading.dice if die.state == "cocked"] == ["red"]
    reading = read_from(leaning[:4], sides=None)
    assert [die.state for die in reading.dice] == ["flat", "flat", "cocked", "flat"], "by three others"
    reading = read_from(leaning[:3], sides=None)
    assert {die.state for die in reading.dice} == {"flat"}, "two are too few to tell"
    leaning[2] = seen_die("red", 3, (220, 200, 40, 40), normal=(0.22, -0.4))
    assert read_from(leaning).status == "complete", "there is nothing that it leans against"


def test_other_doubts_make_a_doubtful_die() -> None:
    seen = die(0.99)
    [(code, text)] = said(replace(seen, confidence=0.5))
    assert code == "die-doubtful" and "I am not sure that I see the red die right" in text


def test_every_reading_that_is_not_complete_says_why() -> None:
    vague = six()
    vague[4] = replace(vague[4], values=logs(6, 4, 0.6))
    reading = read_from(vague)
    assert reading.status == "unsure"
    assert [(p.code, die.colour) for p, die in zip(reading.problems, doubtful(reading), strict=True)] == [
        ("value-doubtful", "green")
    ]
    assert read_from(six()[:5]).status == "wrong-set"
    complete = read_from(six())
    assert (complete.status, complete.problems, doubtful(complete)) == ("complete", (), [])


def doubtful(reading: Reading) -> list[Die]:
    return [die for die in reading.dice if die.doubtful]


@pytest.mark.parametrize(
    ("box", "face", "spread", "cut"),
    [
        ((0.0, 300, 40, 40), (0.02, -0.1), (0.19, 0.19), False),  # its top ends before the border
        ((0.0, 300, 20, 40), (0.02, -0.1), (0.19, 0.19), True),  # half of it is out
        ((0.0, 300, 40, 40), (-0.3, -0.1), (0.19, 0.19), False),  # a sliver of its top is out
        ((0.0, 300, 40, 40), (-0.4, -0.1), (0.19, 0.19), True),  # more of its top is out
        ((300, 440, 40, 40), (0.0, 0.0), (0.19, 0.19), False),  # the lower border
        ((300, 440, 40, 40), (0.0, 0.4), (0.19, 0.19), True),
    ],
)
def test_a_die_at_the_border_is_cut_unless_its_top_and_most_of_it_are_there(
    box: Box, face: tuple[float, float], spread: tuple[float, float], cut: bool
) -> None:
    last = seen_die("blue", 6, box, face=face, spread=spread)
    reading = read_from([*six()[:5], last])
    blue = next(die for die in reading.dice if die.colour == "blue")
    assert (blue.state == "cut") is cut
    vague = read_from([*six()[:5], replace(last, values=logs(6, 5, 0.6))])
    assert [p.code for p in vague.problems] == ["cut" if cut else "value-doubtful"]
    alone = read_from([last], sides=None)
    assert [die.state for die in alone.dice] == ["cut"], "alone it cannot be told"


@pytest.mark.parametrize("sides", [6, None])
def test_a_die_with_a_hidden_top_is_asked_about_however_sure_the_roll(sides: int | None) -> None:
    last = seen_die("blue", 6, (90, 300, 40, 40), sure=0.999)
    whole = read_from([*six()[:5], last], sides=sides)
    assert whole.status == "complete"
    for state, unseen in {
        "cut": seen_die("blue", 6, (0.0, 300, 36, 40), face=(-0.4, -0.1), sure=0.999),
        "hidden": seen_die("blue", 6, (90, 300, 40, 40), state="hidden", sure=0.999),
    }.items():
        reading = read_from([*six()[:5], unseen], sides=sides)
        assert [die.colour for die in reading.dice if die.state == state] == ["blue"]
        assert reading.status == "unsure" and [problem.code for problem in reading.problems] == [state]
        assert [die.colour for die in doubtful(reading)] == ["blue"], "and a person is asked about that die"


@pytest.mark.parametrize("real", [0.99999, 0.5])
@pytest.mark.parametrize("colour", ["white", "other"])
def test_a_covered_die_beside_six_may_be_one_of_them(colour: Colour, real: float) -> None:
    def beside(state: State) -> Reading:
        return read_from([*six(), seen_die(colour, 3, (300, 300, 40, 40), real=real, state=state)])

    assert beside("hidden").status != "complete"
    if colour == "other":
        assert [problem.code for problem in beside("hidden").problems] == ["perhaps-a-die"]
        assert beside("flat").status == "complete"


@pytest.mark.parametrize("box", [(0.0, 300, 20, 40), (300, 300, 20, 40)])
def test_small_part_of_a_cut_or_covered_die_may_count(box: Box) -> None:
    def beside(state: State) -> Reading:
        return read_from([*six(), seen_die("white", 3, box, score=0.47, real=0.74, sure=0.3, state=state)])

    assert [problem.code for problem in beside("hidden").problems] == ["perhaps-a-die"]
    assert beside("flat").status == "complete", "a key, or a number of a sheet"


def test_a_doubtful_colour_is_named_with_the_other() -> None:
    assert said(die(0.99, hue=0.6)) == [
        ("colour-doubtful", "I am not sure about the colour of the die that shows 3: red or yellow?")
    ]
    [(_, text)] = said(die(0.99, colour="other", hue=0.6))
    assert text.endswith("perhaps yellow.")
