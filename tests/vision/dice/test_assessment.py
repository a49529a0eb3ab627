"""What is said of a reading: die by die, with what it could be, in any language."""

from __future__ import annotations

import pytest

from vision.dice.assessment import DIE_NAMES, describe
from vision.dice.thresholds import sure_confidence
from vision.reading import Colour, Die, State


def die(
    confidence: float, state: State = "flat", colour: Colour = "red", sides: int = 6, hue: float = 0.99
) -> Die:
    values = ((3, confidence), (5, 0.9 - 0.9 * confidence), (1, 0.1 - 0.1 * confidence))
    other: Colour = "yellow" if colour != "yellow" else "red"
    return Die(
        colour, 3, sides, confidence * hue, state, (9, 9, 40, 40), values, ((colour, hue), (other, 1 - hue))
    )


def said(*dice: Die) -> list[tuple[str, str]]:
    return [(p.code, str(p)) for p in describe(dice, (), (), (), 0, None)]


def test_a_doubtful_value_is_named_with_what_it_could_be() -> None:
    assert said(die(0.6)) == [("value-doubtful", "I am not sure about the red die: 3 / 5?")]
    [(code, text)] = said(die(0.6, sides=8))
    assert code == "value-doubtful" and text.endswith("Hold the camera more from above.")


def test_every_doubtful_die_is_named() -> None:
    found = said(die(0.6), die(0.99), die(0.5, colour="blue"))
    assert [text.split(":")[0] for _, text in found] == [
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
    [(found, text)] = said(die(0.7, state))
    assert found == code and words in text and "red die" in text


def test_a_leaning_die_is_asked_about_however_sure_its_value() -> None:
    assert [code for code, _ in said(die(0.999, "cocked"))] == ["cocked"]
    assert said(die(0.999, "hidden")) == [] == said(die(0.999))


def test_hidden_and_eight_sided_dice_need_more_confidence() -> None:
    assert (sure_confidence(6, "flat"), sure_confidence(6, "hidden")) == (0.96, 0.97)
    assert sure_confidence(8, "flat") == sure_confidence(8, "hidden") == 0.99
    assert said(die(0.985, hue=1.0)) == []
    assert [code for code, _ in said(die(0.985, sides=8, hue=1.0))] == ["die-doubtful"]
    assert said(die(0.992, sides=8, hue=1.0)) == []


def test_a_doubtful_colour_is_named_with_the_other() -> None:
    assert said(die(0.99, hue=0.6)) == [
        ("colour-doubtful", "I am not sure about the colour of the die that shows 3: red or yellow?")
    ]
    [(_, text)] = said(die(0.99, colour="other", hue=0.6))
    assert text.endswith("perhaps yellow.")


def test_sentences_are_translated_with_the_words_in_them() -> None:
    [problem] = describe((die(0.6),), (), (), (), 0, None)
    words = {problem.sentence.text: "Unklar: {die}, {choices}.", DIE_NAMES["red"]: "roter Würfel"}
    assert problem.in_language(lambda text: words[text]) == "Unklar: roter Würfel, 3 / 5."
    missing, *_ = describe((die(0.99),), (), ("white", "blue"), ("white", "red", "blue"), 0, 6)
    assert str(missing) == "I see 1 of the 3 dice: red; missing: white, blue."
    german = missing.in_language(
        {missing.sentence.text: "{missing} fehlt", "white": "weiß", "blue": "blau", "red": "rot"}.__getitem__
    )
    assert german == "weiß, blau fehlt"
