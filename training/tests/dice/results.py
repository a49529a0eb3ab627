"""Makes results of readings for tests: labelled dice with their answers, and pictures of such dice."""

from collections.abc import Sequence
from math import prod

from training.dice.readings import Answer, ImageResult, LabelledDie


def answer(colour: str, value: int, confidence: float = 0.99, sides: int = 6) -> Answer:
    values = tuple(confidence if n == value else (1 - confidence) / (sides - 1) for n in range(1, sides + 1))
    return Answer(colour, value, sides, confidence, values, (0.0, 0.0, 30.0, 30.0))


def die(value: int, said: Answer | None, colour: str = "red", top: float = 1.0) -> LabelledDie:
    return LabelledDie(colour, value, 6, top, (0.0, 0.0, 30.0, 30.0), said)


def roll(dice: Sequence[LabelledDie], status: str = "complete", codes: tuple[str, ...] = ()) -> ImageResult:
    sure = prod(each.answer.confidence if each.answer else 0.0 for each in dice)
    return ImageResult("a.jpg", "mitsuba 6", False, status, codes, tuple(dice), (), sure, 60.0, "lamp")
