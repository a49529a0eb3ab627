"""Learns from lessons. A *lesson* is the picture of a die whose true value and colour a person stated.

Lessons change the answers of readers (networks that read one die) for similar dice. The weight of a lesson
depends on the cosine between its features in the reader's last layer and those of the die to be read (a
kernel estimate after E. Nadaraya and G. Watson, 1964).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.classifier import Answers, Crops, DiePrediction, infer, infer_crops
from vision.dice.crops import cut_die
from vision.dice.evidence import is_plausible
from vision.dice.turns import turn_image
from vision.frames.image import Image
from vision.geometry import F32, Box, centre, longer_side
from vision.reading import COLOUR_ORDER, Colour, Turn

MIN_LESSONS = 2
"""Least number of lessons that are used. A single lesson could not be checked against others."""
VALUE_FEATURES = 96
"""Number of a reader's features that belong to the value; the rest belong to the colour."""
TURNS = np.arange(12) * np.pi / 6
"""Angles in radians at which the reader reads a lesson's top face, because a die may lie at any angle."""
LIKENESS_SCALE = 0.03
"""A lesson's weight falls by a factor of e whenever the cosine decreases by this much. Fitted."""
PRIORS = (0.1, 0.3, 1.0, 3.0)
"""Weights that are tried for the reader's own answer, as multiples of the weight of an identical lesson."""
LIKELY, SURE = 0.5, 0.98
"""An answer is likely right if its probability exceeds LIKELY. Above SURE, no one is asked about it."""
MIN_PROBABILITY = 1e-6
"""Least probability, so that logarithms stay finite."""
MIN_GAIN = 0.01
"""Lessons are used only if they raise the summed log-probability of the true answers by more than this."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """The picture of one die, and its true value and colour."""

    crop: Image  # CROP_PIXELS x CROP_PIXELS x 3 BGR, as the reader sees it
    colour: Colour
    value: int
    sides: int
    photo: str  # the name of its picture; lessons of one photo do not check each other
    confirmed: bool = False  # True if its photo shows the whole set and people confirmed every die


def lesson_crop(image: Image, box: Box, turn: Turn = 0) -> Image:
    """Cut the die in `box` out of an image (H x W x 3, BGR); return the crop, turned clockwise by `turn`."""
    return turn_image(cut_die(image, centre(box), longer_side(box)), turn)


@dataclass(frozen=True, slots=True, eq=False)
class StudiedLesson:
    """A lesson, and the answers of the readers that may be able to read it, at each of TURNS."""

    lesson: Lesson
    answers: dict[str, Answers]  # by the reader's name


def study(lesson: Lesson) -> StudiedLesson:
    """Return the lesson with the answers of the readers that may be able to read it."""
    crops = [lesson.crop] * len(TURNS)
    return StudiedLesson(lesson, {name: infer_crops(name, crops, TURNS) for name in _readers(lesson.sides)})


def _readers(sides: int) -> tuple[str, ...]:
    """Return the names of the readers to ask about a die, first the reader for `sides` sides.

    The reader for eight sides is always asked, because it knows digits.
    """
    return ("reader8",) if sides == 8 else ("reader6", "reader8")


def _of_length_one(features: F32) -> F32:
    return np.asarray(features / np.maximum(np.linalg.norm(features, axis=-1, keepdims=True), 1e-6))


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A correction, learnt from lessons, to the readers' answers about the value or about the colour."""

    reader: str  # the network whose features are compared
    seen: F32  # N x turns x features, of length 1
    truth: F32  # N x classes, one-hot
    prior: float  # the weight of the reader's own answer: one of PRIORS

    def weights(self, features: F32) -> F32:
        """Return the weights of N lessons for M dice, M x N. `features`: M x k, the features of the dice."""
        cosines = np.einsum("mk,ntk->mnt", _of_length_one(features), self.seen).max(2)
        return np.asarray(np.exp((cosines - 1) / LIKENESS_SCALE), np.float32)

    def corrected(self, log_probabilities: F32, weights: F32) -> F32:
        """Correct a reader's `log_probabilities` (M x classes) by N lessons with `weights` (M x N)."""
        counts = weights @ self.truth + self.prior * np.exp(log_probabilities)
        probabilities = counts / counts.sum(1, keepdims=True)
        return np.asarray(np.log(np.maximum(probabilities, MIN_PROBABILITY)), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Adaptation:
    """The corrections that lessons make to the readers' answers for dice with `sides` sides."""

    sides: int
    value: Layer | None  # None if the lessons would not help
    colour: Layer | None  # None if the lessons would not help, and none is confirmed

    def adapted(self, image: Image, predictions: Sequence[DiePrediction]) -> list[DiePrediction]:
        """Return the `predictions` for `image`, corrected for likely dice with `sides` sides."""
        changed = list(predictions)
        ours = [i for i, k in enumerate(changed) if is_plausible(k) and k.sides == self.sides]
        if not ours:
            return changed
        crops = Crops(image, [k.candidate for k in changed])
        layers = [layer for layer in (self.value, self.colour) if layer is not None]
        answers = {
            name: infer(name, crops, ours)[0] for name in dict.fromkeys(each.reader for each in layers)
        }
        if self.value is not None:
            features = answers[self.value.reader].features[:, :VALUE_FEATURES]
            said = np.array([changed[i].values for i in ours], np.float32)
            for i, row in zip(ours, self.value.corrected(said, self.value.weights(features)), strict=True):
                changed[i] = replace(changed[i], values=row)
        if self.colour is not None:
            features = answers[self.colour.reader].features[:, VALUE_FEATURES:]
            said = np.array([changed[i].colours for i in ours], np.float32)
            for i, row in zip(ours, self.colour.corrected(said, self.colour.weights(features)), strict=True):
                changed[i] = replace(changed[i], colours=row)
        return changed


def adapt(studied: Sequence[StudiedLesson], sides: int) -> Adaptation | None:
    """Return the adaptation for dice with `sides` sides, or None if the lessons are too few or don't help.

    The colours of `confirmed` lessons are used even if they do not help to read other lessons.
    """
    ours = [each for each in studied if each.lesson.sides == sides]
    if len(ours) < MIN_LESSONS:
        return None
    usual = _readers(sides)[0]
    values = np.array([each.lesson.value - 1 for each in ours], np.intp)
    colours = np.array([COLOUR_ORDER.index(each.lesson.colour) for each in ours], np.intp)
    photos = np.array([each.lesson.photo for each in ours])
    same = photos[:, None] == photos[None]
    seen = {name: np.array([each.answers[name].features for each in ours]) for name in _readers(sides)}
    said = np.array([each.answers[usual].values[0] for each in ours])
    by_reader = [
        _checked(name, features[..., :VALUE_FEATURES], said, values, same) for name, features in seen.items()
    ]
    value = max(by_reader, key=_gain)
    said = np.array([each.answers[usual].colours[0] for each in ours])
    hues = seen[usual][:, :1, VALUE_FEATURES:]
    colour = _checked(usual, hues, said, colours, same)
    confirmed = np.array([each.lesson.confirmed for each in ours])
    if colour is None and confirmed.any():
        truth = np.eye(len(COLOUR_ORDER), dtype=np.float32)[colours[confirmed]]
        colour = Layer(usual, _of_length_one(hues[confirmed]), truth, PRIORS[0]), 0.0
    if value is None and colour is None:
        return None
    return Adaptation(sides, value and value[0], colour and colour[0])


def _gain(checked: tuple[Layer, float] | None) -> float:
    return checked[1] if checked is not None else 0.0


def _checked(
    reader: str, seen: F32, said: F32, truth: NDArray[np.intp], same: NDArray[np.bool_]
) -> tuple[Layer, float] | None:
    """Return the layer with the best of PRIORS and its gain, or None if no prior helps.

    `seen`, `said`, `truth`: features, answers (log-probabilities) and true classes of N lessons. `same`
    (N x N): True for lessons of one photo, which don't correct each other. The gain is the rise of the summed
    log-probability of the truth. A prior that makes a right answer wrong or a wrong answer sure is rejected.
    """
    rows = np.arange(len(truth))
    before = np.maximum(said[rows, truth], np.log(MIN_PROBABILITY))
    one_hot = np.eye(said.shape[1], dtype=np.float32)[truth]
    best: tuple[Layer, float] | None = None
    for prior in PRIORS:
        layer = Layer(reader, _of_length_one(seen), one_hot, prior)
        after = layer.corrected(said, np.where(same, 0, layer.weights(seen[:, 0])))
        gain = float((after[rows, truth] - before).sum())
        wrong = after.argmax(1) != truth
        worse = wrong & ((before > np.log(LIKELY)) | (after.max(1) > np.log(SURE)))
        if gain > max(MIN_GAIN, _gain(best)) and not worse.any():
            best = layer, gain
    return best
