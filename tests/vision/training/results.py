"""Results to judge: dice with answers, and pictures of them."""

from collections.abc import Sequence

from vision.training.readings import Answer, ImageResult, LabelledDie


def answer(colour: str, value: int, confidence: float = 0.99, state: str = "flat", sides: int = 6) -> Answer:
    return Answer(colour, value, sides, confidence, confidence, state, (0.0, 0.0, 30.0, 30.0))


def die(value: int, said: Answer | None, colour: str = "red", top: float = 1.0) -> LabelledDie:
    return LabelledDie(colour, value, 6, top, (0.0, 0.0, 30.0, 30.0), said)


def roll(dice: Sequence[LabelledDie], status: str = "complete", codes: tuple[str, ...] = ()) -> ImageResult:
    return ImageResult("a.jpg", "mitsuba 6", False, status, codes, tuple(dice), (), (640, 480), 60.0, "lamp")
