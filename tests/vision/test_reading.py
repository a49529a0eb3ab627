"""Readings are validated, scaled to other picture sizes, and written as JSON."""

from dataclasses import replace

import pytest

from sheets.language import phrase, translator
from vision.problem import Problem
from vision.reading import Die, Reading, State

DIE = Die("red", 3, 6, 0.97654, "flat", (10, 20, 40, 41), ((3, 0.98), (5, 0.01)), (("red", 0.99),))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"value": 7}, "1 to 6"),
        ({"value": 0}, "1 to 6"),
        ({"confidence": 1.5}, "between 0 and 1"),
        ({"alternatives": ((5, 0.9),)}, "first alternative"),
        ({"alternatives": ()}, "first alternative"),
    ],
)
def test_a_die_that_cannot_be_is_refused(change: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        replace(DIE, **change)


@pytest.mark.parametrize("state", ["cut", "hidden"])
def test_a_reading_with_a_hidden_top_is_not_complete(state: State) -> None:
    with pytest.raises(ValueError, match="not complete"):
        Reading((640, 480), "complete", (replace(DIE, state=state),))


def test_the_boxes_of_a_smaller_copy_lie_in_the_whole_picture() -> None:
    near = Reading((640, 480), "unsure", (DIE,), (replace(DIE, box=(600, 400, 40, 80)),))
    whole = near.in_size((1600, 960))
    assert whole.size == (1600, 960)
    assert [die.box for die in (*whole.dice, *whole.ignored)] == [(25, 40, 100, 82), (1500, 800, 100, 160)]


def test_the_object_for_programs() -> None:
    problem = Problem("no-dice", phrase("I see no dice in this picture."))
    answer = Reading((640, 480), "unsure", (DIE,), (), (problem,)).to_json("roll.jpg", translator("de"))
    assert answer == {
        "image": "roll.jpg",
        "status": "unsure",
        "dice": [
            {
                "colour": "red",
                "value": 3,
                "sides": 6,
                "confidence": 0.9765,
                "state": "flat",
                "box": [10, 20, 40, 41],
                "alternatives": [[3, 0.98], [5, 0.01]],
            }
        ],
        "ignored": [],
        "problems": [{"code": "no-dice", "text": problem.in_language(translator("de"))}],
    }


def test_a_problem_is_a_code_and_a_sentence_in_any_language() -> None:
    problem = Problem("odd", phrase("Braces {stay}."))
    assert str(problem) == "Braces {stay}.", "without values a sentence stands as it is"
    filled = Problem("cut", phrase("The {die} is cut off.", die=("red die",)))
    assert filled.to_json() == {"code": "cut", "text": "The red die is cut off."}
    words = {"The {die} is cut off.": "{die} abgeschnitten", "red die": "roter Würfel"}
    assert filled.in_language(words.__getitem__) == "roter Würfel abgeschnitten"
