"""Readings of rendered rolls, and pictures that must never be read as a sure roll."""

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from tests.vision.rendered import rendered
from vision import read
from vision.dice import detector, pipeline
from vision.dice.candidate import Candidate
from vision.dice.pipeline import is_colourless
from vision.frames.image import Image, load
from vision.geometry import overlap
from vision.inference import network_bytes
from vision.reading import Die, Reading

ROOT = Path(__file__).parents[3]
ROLLS = ROOT / "fixtures" / "rolls"
LABELS = json.loads((ROLLS / "labels.json").read_text(encoding="utf-8"))


def faces(dice: tuple[Die, ...]) -> Counter[tuple[str, int]]:
    return Counter((d.colour, d.value) for d in dice)


def true_faces(name: str, others: bool = False) -> Counter[tuple[str, int]]:
    return Counter(
        (d["colour"], d["value"]) for d in LABELS[name]["dice"] if others or d["colour"] != "other"
    )


@pytest.fixture(scope="module")
def readings() -> dict[str, Reading]:
    return {name: read(load(ROLLS / name)) for name in LABELS}


@pytest.mark.parametrize("name", sorted(LABELS))
def test_each_fixture_is_read_as_it_is_labelled(readings: dict[str, Reading], name: str) -> None:
    reading = readings[name]
    assert reading.status == LABELS[name]["status"], [str(p) for p in reading.problems]
    if reading.status == "complete":
        assert faces(reading.dice) == true_faces(name) and reading.problems == ()
        for die in reading.dice:
            assert max(overlap(die.box, label["box"]).of_union for label in LABELS[name]["dice"]) > 0.6


def looked(
    monkeypatch: pytest.MonkeyPatch, image: NDArray[np.uint8], *lost: int, **given: bool
) -> tuple[Reading, int]:
    """Return the reading and the number of looks (detections) if look i misses `lost[i]` dice."""
    (*_, all_six) = detector.DieSearch(image).looks()
    taken = []

    def looks(_: object, any_dice: bool) -> Iterator[list[Candidate]]:
        for count in lost[:1] if any_dice else lost:
            taken.append(count)
            yield all_six[count:]

    monkeypatch.setattr(detector.DieSearch, "looks", looks)
    monkeypatch.setattr(pipeline, "with_missing", lambda search, predictions, dice, sides: list(predictions))
    return read(image, **given), len(taken)


@pytest.mark.parametrize(
    ("lost", "status", "seen", "taken"),
    [
        ((0, 1), "complete", 6, 1),
        ((1, 0), "complete", 6, 2),
        ((1, 2), "wrong-set", 5, 2),
        ((2, 1), "wrong-set", 5, 2),
    ],
)
def test_the_look_that_explains_the_six_dice_best_counts(
    monkeypatch: pytest.MonkeyPatch, lost: tuple[int, int], status: str, seen: int, taken: int
) -> None:
    reading, count = looked(monkeypatch, load(ROLLS / "wood.jpg"), *lost)
    assert (reading.status, len(reading.dice), count) == (status, seen, taken)


def test_any_dice_need_no_second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, count = looked(monkeypatch, load(ROLLS / "wood.jpg"), 1, 0, any_dice=True)
    assert (len(reading.dice), count) == (5, 1)


def test_two_dice_say_which_are_missing(readings: dict[str, Reading]) -> None:
    reading = readings["two.jpg"]
    assert faces(reading.dice) == true_faces("two.jpg")
    assert [p.code for p in reading.problems] == ["missing"]
    text = str(reading.problems[0])
    assert text.startswith("I see 2 of the 6 dice: ")
    assert text.endswith("missing: white, red, yellow, green.")


def test_an_empty_table_has_no_dice(readings: dict[str, Reading]) -> None:
    reading = readings["none.jpg"]
    assert reading.dice == ()
    assert "no-dice" in [p.code for p in reading.problems]


def test_a_die_cut_off_is_named(readings: dict[str, Reading]) -> None:
    reading = readings["cut.jpg"]
    assert "cut" in [p.code for p in reading.problems]
    assert [d.state for d in reading.dice].count("cut") == 1


def test_a_guest_is_ignored_in_a_set_and_read_with_any(readings: dict[str, Reading]) -> None:
    assert faces(readings["guest.jpg"].ignored) == Counter([("other", 4)])
    loose = read(load(ROLLS / "guest.jpg"), any_dice=True)
    assert faces(loose.dice) == true_faces("guest.jpg", others=True)
    assert loose.ignored == ()


def test_a_removed_colour_is_not_missed_and_its_die_is_too_many() -> None:
    dice = [("white", 2), ("white", 5), ("yellow", 3), ("green", 6), ("blue", 1)]
    image = rendered(dice, 11)
    assert read(image).status == "wrong-set"
    gone = read(image, removed=("red",))
    assert (gone.status, faces(gone.dice)) == ("complete", Counter(dice))
    back = read(rendered([*dice, ("red", 4)], 11), removed=("red",))
    assert back.status == "wrong-set"
    assert [p.code for p in back.problems] == ["too-many"]
    assert "red" in str(back.problems[0])


def test_two_red_dice_are_too_many() -> None:
    dice = [("white", 2), ("white", 5), ("red", 4), ("red", 3), ("yellow", 3), ("green", 6), ("blue", 1)]
    reading = read(rendered(dice, 5))
    assert reading.status == "wrong-set"
    assert "I see 2 red dice where 1 is expected; take 1 away." in [str(p) for p in reading.problems]


def test_longo_does_not_take_six_sided_dice() -> None:
    reading = read(load(ROLLS / "wood.jpg"), game="longo")
    assert reading.status == "wrong-set"
    assert reading.dice == ()
    assert {d.sides for d in reading.ignored} == {6}
    assert [p.code for p in reading.problems] == ["no-dice", "other-sides"]


def test_large_and_small_pictures_read_alike(readings: dict[str, Reading]) -> None:
    image = load(ROLLS / "wood.jpg")
    large = cv2.resize(image, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    small = cv2.resize(image, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    for other, scale in ((large, 4.0), (small, 0.6)):
        reading = read(np.asarray(other, np.uint8))
        assert faces(reading.dice) == faces(readings["wood.jpg"].dice)
        assert max(d.box[0] + d.box[2] for d in reading.dice) <= 640 * scale


def test_an_unreadable_blur_is_not_called_complete() -> None:
    image = load(ROLLS / "small.jpg")
    blurred = np.asarray(cv2.GaussianBlur(image, (0, 0), 7), np.uint8)
    assert read(blurred).status != "complete"


@settings(max_examples=12, deadline=None)
@given(arrays(np.uint8, st.tuples(st.integers(16, 90), st.integers(16, 90), st.just(3))))
def test_noise_is_never_a_roll(image: NDArray[np.uint8]) -> None:
    assert read(image).status != "complete"


@pytest.mark.parametrize(
    "image", [np.zeros((64, 64), np.uint8), np.zeros((64, 64, 3), np.float32), np.zeros((4, 64, 3), np.uint8)]
)
def test_bad_picture_is_refused(image: NDArray[np.uint8]) -> None:
    with pytest.raises(ValueError, match="expected an image"):
        read(image)


def test_the_models_are_those_that_were_measured() -> None:
    made = tomllib.loads((ROOT / "models" / "MODELS.toml").read_text(encoding="utf-8"))
    files = {model["file"] for model in made["model"]}
    assert files == {path.name for path in (ROOT / "models").glob("*.onnx")}
    assert max(len(network_bytes(name)) for name in files) < 3_100_000


FIXTURES = Path(__file__).parents[3] / "fixtures"
ROLL = load(FIXTURES / "rolls" / "wood.jpg")


def at_night(image: Image, light: float = 1.0) -> Image:
    """Return the picture as a noisy grey JPEG."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) * light
    grey += np.random.default_rng(3).normal(0, 4, grey.shape)
    seen = cv2.cvtColor(np.clip(grey, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)
    data = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, 80])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


@pytest.mark.parametrize("light", [1.0, 0.25])
def test_a_picture_at_night_has_no_colour(light: float) -> None:
    assert is_colourless(at_night(ROLL, light))


def test_no_roll_in_colour_is_without() -> None:
    for path in sorted((FIXTURES / "rolls").glob("*.jpg")):
        assert not is_colourless(load(path)), path
        assert not is_colourless(np.asarray(load(path) // 8, np.uint8)), f"{path}, dark"


@pytest.mark.parametrize("any_dice", [False, True])
def test_a_grey_roll_is_asked_about_because_it_shows_no_colour(any_dice: bool) -> None:
    reading = read(at_night(ROLL), any_dice=any_dice)
    assert [problem.code for problem in reading.problems] == ["no-colour"] and reading.status == "unsure"
    assert "night mode" in str(reading.problems[0])
    assert len(reading.dice) >= 4 and all(die.doubtful for die in reading.dice)


def test_an_empty_grey_table_has_no_dice_in_the_first_place() -> None:
    reading = read(at_night(load(FIXTURES / "rolls" / "none.jpg")))
    assert [problem.code for problem in reading.problems] == ["no-dice"]
