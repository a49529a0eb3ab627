"""Lessons (labelled dice) correct the reading of similar dice only. Contradictory lessons are ignored."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from vision import read
from vision.dice.classifier import Answers, infer_crops
from vision.dice.crops import CROP_PIXELS
from vision.dice.lessons import (
    TURNS,
    Adaptation,
    Lesson,
    StudiedLesson,
    adapt,
    lesson_crop,
    study,
)
from vision.dice.turns import turn_box, turn_image
from vision.frames.image import Image, load
from vision.geometry import F32
from vision.reading import COLOUR_ORDER, Colour

ROLLS = Path(__file__).parents[3] / "fixtures" / "rolls"
PAINTS: dict[Colour, tuple[int, int, int]] = {
    "red": (40, 40, 200),
    "yellow": (40, 200, 230),
    "green": (60, 140, 40),
    "blue": (170, 80, 40),
}
VALUES = 96
FEATURES = 160


def face(seed: int) -> F32:
    """Return the features of a random face. Its colour features are the same for all seeds."""
    features = np.zeros(FEATURES, np.float32)
    features[:VALUES] = np.random.default_rng(seed).random(VALUES) ** 6
    features[VALUES] = 1
    return features


def lesson(value: int, seed: int, photo: str, *, said: int = 0, surely: float = 0.3) -> StudiedLesson:
    """Return a lesson (a labelled die): a red die that shows `value`, with the features `face(seed)`.

    The reader gives the value `said` (default: `value`) the probability `surely`. `photo`: the photo's name.
    """
    values = np.full(6, np.log((1 - surely) / 5), np.float32)
    values[(said or value) - 1] = np.log(surely)
    colours = np.log(np.array([0.002, 0.99, 0.002, 0.002, 0.002, 0.002], np.float32))
    turns = len(TURNS)
    heads = (values, np.zeros(3, np.float32), colours, np.zeros(3, np.float32), np.zeros(5, np.float32))
    rows = [np.tile(head, (turns, 1)) for head in (*heads, face(seed))]
    crop = np.zeros((CROP_PIXELS, CROP_PIXELS, 3), np.uint8)
    answers = Answers(*rows)
    return StudiedLesson(Lesson(crop, "red", value, 6, photo), {"reader6": answers, "reader8": answers})


def taught(adaptation: Adaptation | None, seed: int, values: Sequence[float]) -> F32:
    """Return the probabilities of a die's values after lessons.

    `values`: the probabilities before the lessons. The die has the features `face(seed)`.
    """
    assert adaptation is not None and adaptation.value is not None
    weights = adaptation.value.weights(face(seed)[None, :VALUES])
    said = np.log(np.array([values], np.float32))
    return np.asarray(np.exp(adaptation.value.corrected(said, weights))[0], np.float32)


def test_one_lesson_teaches_nothing() -> None:
    assert adapt([lesson(4, 1, "a")], 6) is None
    assert adapt([lesson(4, 1, "a"), lesson(4, 1, "b")], 8) is None, "they are no eight-sided dice"


def test_two_lessons_settle_a_doubt_about_a_die_that_looks_like_them() -> None:
    adaptation = adapt([lesson(4, 1, "a"), lesson(4, 1, "b")], 6)
    doubt = (0.1, 0.1, 0.1, 0.4, 0.2, 0.1)
    assert taught(adaptation, 1, doubt)[3] > 0.9
    assert np.allclose(taught(adaptation, 2, doubt), doubt, atol=1e-3), "another face stays in doubt"


def test_lessons_of_one_photo_do_not_confirm_each_other() -> None:
    assert adapt([lesson(4, 1, "a"), lesson(4, 1, "a")], 6) is None


def test_the_colours_of_a_confirmed_photo_count_unchecked() -> None:
    photo = [lesson(value, value, "a") for value in (1, 2, 3)]
    orange: Colour = "yellow"  # what the reader takes for red
    agreed = [replace(each, lesson=replace(each.lesson, colour=orange, confirmed=True)) for each in photo]
    adaptation = adapt(agreed, 6)
    assert adaptation is not None and adaptation.colour is not None and adaptation.value is None
    weights = adaptation.colour.weights(face(9)[None, VALUES:])
    said = photo[0].answers["reader6"].colours[:1]
    assert np.exp(adaptation.colour.corrected(said, weights))[0].argmax() == COLOUR_ORDER.index(orange)
    merely_said = [replace(each, lesson=replace(each.lesson, confirmed=False)) for each in agreed]
    assert adapt(merely_said, 6) is None


def prior(lessons: Sequence[StudiedLesson]) -> float | None:
    """Return the weight of the reader's own answer when `lessons` correct it, or None if they aren't used."""
    adaptation = adapt(lessons, 6)
    return adaptation.value.prior if adaptation is not None and adaptation.value is not None else None


def test_lessons_that_contradict_each_other_are_not_used() -> None:
    truth = [lesson(4, 1, photo, surely=0.7) for photo in "ab"]
    slips = [lesson(5, 1, photo, said=4, surely=0.7) for photo in "cdef"]  # the same face, said to be a 5
    assert prior([*truth, *slips]) is None and prior(truth) is not None


def test_lessons_weigh_less_if_they_would_make_another_wrong() -> None:
    doubtful, other = [lesson(4, 1, photo) for photo in "abcdefgh"], lesson(2, 1, "z", said=3)
    alone, beside = prior(doubtful), prior([*doubtful, other])
    assert alone is not None and beside is not None and beside > alone
    many = [lesson(4, 1, f"{k}") for k in range(200)]
    assert prior([*many, other]) is None, "no weight of the reader's word keeps them from being sure"


def numbered(value: int, colour: Colour, turn: float, rng: np.random.Generator) -> Image:
    """Return the crop of a six-sided die with a numeral, seen from above."""
    side = CROP_PIXELS
    picture = np.full((side, side, 3), 120, np.uint8)
    ink = (20, 20, 20) if colour == "yellow" else (245, 245, 245)
    cv2.rectangle(picture, (18, 18), (78, 78), PAINTS[colour], -1)
    (width, height), _ = cv2.getTextSize(str(value), cv2.FONT_HERSHEY_SIMPLEX, 1.2, 4)
    at = (side // 2 - width // 2, side // 2 + height // 2)
    cv2.putText(picture, str(value), at, cv2.FONT_HERSHEY_SIMPLEX, 1.2, ink, 4, cv2.LINE_AA)
    turning = cv2.getRotationMatrix2D((side / 2, side / 2), float(np.degrees(turn)), 1.0)
    picture = cv2.warpAffine(picture, turning, (side, side), borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)
    noisy = picture + rng.normal(0, 4, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def test_numerals_on_six_sided_dice_are_learnt() -> None:
    rng = np.random.default_rng(5)
    colours = list(PAINTS)
    lessons = [
        Lesson(
            numbered(value, colours[(value + k) % 4], rng.uniform(0, 6.3), rng),
            colours[(value + k) % 4],
            value,
            6,
            f"{k}",
        )
        for k in range(4)
        for value in range(1, 7)
    ]
    adaptation = adapt([study(each) for each in lessons], 6)
    assert adaptation is not None and adaptation.value is not None
    assert adaptation.value.reader == "reader8", "the reader of six sides counts pips only"
    right = before = 0
    for value in range(1, 7):
        for colour in colours:
            answers = infer_crops("reader6", [numbered(value, colour, rng.uniform(0, 6.3), rng)], np.zeros(1))
            before += int(answers.values[0].argmax()) == value - 1
            crop = numbered(value, colour, rng.uniform(0, 6.3), rng)
            seen = infer_crops("reader8", [crop], np.zeros(1)).features[:, :VALUES]
            said = adaptation.value.corrected(
                infer_crops("reader6", [crop], np.zeros(1)).values, adaptation.value.weights(seen)
            )
            right += int(said[0].argmax()) == value - 1
    assert before <= 12 and right >= 20, f"of 24 dice {before} right before, {right} after"


def test_a_lesson_of_a_turned_picture_is_the_die_as_it_was_read() -> None:
    image = load(ROLLS / "wood.jpg")
    die = read(image).dice[2]
    held = turn_image(image, 180)
    box = turn_box(die.box, (image.shape[1], image.shape[0]), 180)
    upright, turned = lesson_crop(image, die.box), lesson_crop(held, box, 180)
    assert np.abs(upright.astype(int) - turned).mean() < 2


def test_lessons_do_not_spoil_a_reading() -> None:
    image = load(ROLLS / "wood.jpg")
    dice = read(image).dice
    crops = [(die, lesson_crop(image, die.box)) for die in dice]
    lessons = [study(Lesson(crop, die.colour, die.value, 6, photo)) for photo in "ab" for die, crop in crops]
    reading = read(image, adaptation=adapt(lessons, 6))
    assert reading.status == "complete"
    assert [(die.colour, die.value) for die in reading.dice] == [(die.colour, die.value) for die in dice]
    assert read(image, game="longo", adaptation=adapt(lessons, 6)) == read(image, game="longo")
