"""The readers (networks) predict sides, value, probability of a die, and place of the top face."""

from collections.abc import Callable

import numpy as np
import pytest

from vision.dice import classifier
from vision.dice.candidate import Candidate
from vision.dice.classifier import (
    EIGHT_AUGMENTATIONS,
    SIX_AUGMENTATIONS,
    Augmentation,
    Crops,
    classify,
    classify_further,
    infer,
)
from vision.dice.normals import Normal
from vision.geometry import F32

Reader = Callable[[F32], list[F32]]


def said(kinds: F32, values: F32 | None = None) -> list[F32]:
    """Return a reader's outputs: values (N x 6), kinds (N x 3), and zeros for the rest."""
    values = np.zeros((len(kinds), 6), np.float32) if values is None else values
    return [values, kinds, *(np.zeros((len(kinds), n), np.float32) for n in (6, 3, 5))]


class Network:
    """A fake ONNX session that calls a function with the crops, N x 3 x H x W from 0 to 1."""

    def __init__(self, answers: Reader) -> None:
        self._answers = answers
        self.batches: list[int] = []

    def run(self, _: None, given: dict[str, F32]) -> list[F32]:
        self.batches.append(len(given["crops"]))
        features = np.zeros((len(given["crops"]), 160), np.float32)
        return [*self._answers(given["crops"]), features]


def where_light_lies(crops: F32) -> list[F32]:
    """Return a reader's outputs. They place the middle of the face at the centroid of the brightness."""
    weight = crops.mean(1).astype(np.float64)
    weight /= weight.sum((1, 2), keepdims=True)
    line = (np.arange(weight.shape[1]) * 2 + 1) / weight.shape[1] - 1
    x, y = (weight.sum(1) * line).sum(1), (weight.sum(2) * line).sum(1)
    dx, dy = line[None, None, :] - x[:, None, None], line[None, :, None] - y[:, None, None]
    spread = [np.sqrt((weight * d).sum((1, 2))) for d in (dx * dx, dy * dy)]
    face = np.stack([x, y, *spread, (weight * dx * dy).sum((1, 2))], 1).astype(np.float32)
    return [np.zeros((len(face), n), np.float32) for n in (8, 3, 6, 3)] + [face]


@pytest.mark.parametrize("augmentation", [*SIX_AUGMENTATIONS, *EIGHT_AUGMENTATIONS])
def test_every_augmentation_sees_the_top_face_in_the_same_place(
    augmentation: Augmentation, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = np.zeros((200, 200, 3), np.uint8)
    for at in range(12):  # askew, longer than wide, up and to the right of the middle
        image[80 - at : 88 - at, 104 + 2 * at : 110 + 2 * at] = 255
    monkeypatch.setattr(classifier, "session", lambda _: Network(where_light_lies))
    crops = Crops(image, [Candidate((60, 60, 80, 80), 0.9)])
    answers = infer("reader8", crops, [0], (Augmentation(), augmentation))
    first, again = (answer.faces[0] for answer in answers)
    assert first[0] > 0.15 and first[1] < -0.2 and first[4] < -0.005 and first[2] > first[3] + 0.03
    assert np.allclose(first[:4], again[:4], atol=0.02)
    assert np.sign(first[4]) == np.sign(again[4])


@pytest.fixture
def as_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable brightening, so that tests can tell crops apart by their brightness."""
    monkeypatch.setattr("vision.dice.crops.brighten", lambda crop, part: crop)


KINDS = {30: 2, 90: 1, 150: 1, 210: 0}
"""Kind of each thing in a picture, by its brightness: 2 for eight sides, 1 for six, 0 for no die."""


@pytest.mark.usefixtures("as_taken")
@pytest.mark.parametrize("expected", [6, 8])
def test_each_reader_reads_its_kind_of_dice(expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    image = np.zeros((200, 480, 3), np.uint8)
    candidates = []
    for at, brightness in enumerate(KINDS):
        image[:, 120 * at : 120 * (at + 1)] = brightness
        candidates.append(Candidate((120.0 * at + 40, 80, 40, 40), 0.9))

    def reader(sides: int) -> Network:
        def answers(crops: F32) -> list[F32]:
            value, kind = (np.zeros((len(crops), n), np.float32) for n in (sides, 3))
            value[:, sides - 1] = 20  # each names its highest number
            for row, brightness in zip(kind, crops.mean((1, 2, 3)) * 255, strict=True):
                row[KINDS[round(brightness)] if sides == expected else 0] = 9
            return said(kind, value)

        return Network(answers)

    readers = {"reader6": reader(6), "reader8": reader(8)}
    monkeypatch.setattr(classifier, "session", readers.__getitem__)
    seen = classify(image, candidates, sides=expected)
    assert readers[f"reader{expected}"].batches == [4]
    assert readers[f"reader{14 - expected}"].batches == [1 if expected == 6 else 2], "only what may be a die"
    assert [prediction.sides for prediction in seen] == [8, 6, 6, 6]
    by_kind = [
        prediction.values if prediction.sides == expected else prediction.other_values for prediction in seen
    ]
    assert [int(values.argmax()) + 1 for values in by_kind[:3] if values is not None] == [8, 6, 6]
    assert [prediction.reader_score > 0.5 for prediction in seen] == [True, True, True, False]


@pytest.mark.usefixtures("as_taken")
def test_only_expected_dice_are_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def answers(crops: F32) -> list[F32]:
        light = crops.mean((1, 2, 3)) > 0.5
        kind = np.log(np.where(light[:, None], (0.05, 0.9, 0.05), (0.3, 0.4, 0.3))).astype(np.float32)
        return said(kind)

    reader = Network(answers)
    monkeypatch.setattr(classifier, "session", lambda _: reader)
    image = np.full((200, 240, 3), 250, np.uint8)
    image[:, :120] = 30
    places = [Candidate((x, 80, 40, 40), 0.5) for x in (20.0, 160.0, 50.0)]
    assert [k.candidate for k in classify_further(image, places, {}, 6, 0.8)] == [places[1]]
    assert reader.batches == [3, len(SIX_AUGMENTATIONS)]
    assert classify_further(image, places[:1], {}, 6, 0.8) == []


@pytest.mark.usefixtures("as_taken")
def test_only_doubtful_crops_are_reread_in_one_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def answers(crops: F32) -> list[F32]:
        value, kind = (np.zeros((len(crops), n), np.float32) for n in (6, 3))
        value[:, 0], kind[:, 1] = np.where(crops.mean((1, 2, 3)) > 0.5, 20, 1), 20
        return said(kind, value)

    reader = Network(answers)
    monkeypatch.setattr(classifier, "session", lambda _: reader)
    image = np.full((200, 240, 3), 250, np.uint8)
    image[:, :120] = 30
    candidates = [Candidate((x, 80, 40, 40), 0.9) for x in (40.0, 160.0, 30.0)]
    doubtful, sure, other = classify(image, candidates)
    assert reader.batches == [3, 2 * len(SIX_AUGMENTATIONS)]
    assert np.exp(sure.values[0]) > 0.99 > np.exp(doubtful.values[0])
    assert np.allclose(doubtful.values, other.values, atol=0.01)
    assert len(classify_further(image, candidates, {}, 6, glances=False)) == 3 and reader.batches[2:] == [
        3
    ], "one glance at each"


@pytest.mark.parametrize(
    ("score", "die", "glances"),
    [
        pytest.param(0.9, 0.04, [1], id="no die to the reader"),
        pytest.param(0.3, 0.5, [1], id="hardly one to the detector, perhaps one to the reader"),
        pytest.param(
            0.9, 0.5, [1, len(SIX_AUGMENTATIONS)], id="one to the detector, perhaps one to the reader"
        ),
        pytest.param(
            0.3, 0.9, [1, len(SIX_AUGMENTATIONS)], id="hardly one to the detector, one to the reader"
        ),
    ],
)
def test_only_likely_dice_are_reread(
    score: float, die: float, glances: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def answers(crops: F32) -> list[F32]:
        kind = np.tile(np.log(np.array([1 - die, die - 1e-6, 1e-6], np.float32)), (len(crops), 1))
        return said(kind)

    reader = Network(answers)
    monkeypatch.setattr(classifier, "session", lambda _: reader)
    (seen,) = classify(np.full((200, 240, 3), 250, np.uint8), [Candidate((40.0, 80, 40, 40), score)])
    assert reader.batches == glances
    assert seen.reader_score == pytest.approx(die, abs=0.01)


def test_a_reader_is_told_how_the_table_faces_in_each_crop(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[F32] = []

    class AskedNetwork(Network):
        def run(self, _: None, given: dict[str, F32]) -> list[F32]:
            told.append(given["table"])
            return super().run(_, given)

    def answers(crops: F32) -> list[F32]:
        kind = np.tile(np.array([-9, 0, -9], np.float32), (len(crops), 1))
        return said(kind)

    tops = [Normal(0.0, -0.5, 0.05)] * 4
    monkeypatch.setattr(classifier, "session", lambda _: AskedNetwork(answers))
    monkeypatch.setattr(classifier, "find_normals", lambda crops: tops[: len(crops)])
    image = np.full((200, 640, 3), 90, np.uint8)
    candidates = [Candidate((40.0 + 150 * i, 80, 40, 40), 0.9) for i in range(4)]
    classify(image, candidates)
    plain, doubtful = told
    assert (plain[:, 1] < -0.2).all() and (plain[:, 2] < 0.3).all() and plain[0, 0] < 0 < plain[3, 0]
    assert np.allclose(doubtful[:4], plain * (-1, 1, 1)) and np.allclose(doubtful[4:], plain * (-1, 1, 1))
    classify(image, candidates[:1])
    assert np.array_equal(told[2], [[0, 0, 1]]), "one die alone tells nothing"
