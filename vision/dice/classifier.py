"""What the readers say of each thing that the detector found: is it a die, which value, which colour, how it
lies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice import thresholds
from vision.dice.assignment import COLOUR_ORDER
from vision.dice.crops import CROP_PIXELS, CROP_SCALE, cut
from vision.dice.detector import Candidate
from vision.dice.exposure import brighten
from vision.inference import F32, log_softmax, session, tensor
from vision.reading import State

STATES: tuple[State, ...] = ("flat", "cocked", "hidden")


@dataclass(frozen=True, slots=True)
class Augmentation:
    """One way to look at a die: crop wider by `zoom`, mirrored, its top face turned by `turn` radians, the
    whole crop by `quarters` of a turn, counterclockwise."""

    zoom: float = 1.0
    mirror: bool = False
    turn: float = 0.0
    quarters: int = 0


PLAIN = Augmentation()
COLOUR_OUTPUT = 2
"""Index of the colours among a reader's outputs."""
SIX_AUGMENTATIONS = (
    Augmentation(1.0, False, 0.785),
    Augmentation(1.0, True),
    Augmentation(1.0, True, 0.785),
    Augmentation(0.92, False, 0.39),
    Augmentation(1.08, True, 0.39),
)
ONE_PASS_PROBABILITY = 0.985
"""Probability from which what a first glance says, of the value and of the kind, needs no second one. Of four
rolls that were wrong and complete three had a value that the first glance gave 0.94 to 0.985, and that others
did not see."""
EIGHT_AUGMENTATIONS = (
    Augmentation(0.9, False, 2.0944),
    Augmentation(1.12, False, 4.1888),
    Augmentation(1.0, False, 2.0944, 1),
    Augmentation(1.0, False, 4.1888, 2),
)
"""Digits are not mirrored; a triangle has three corners that may look up."""


@dataclass(frozen=True, slots=True)
class DiePrediction:
    """What the reader says of one candidate: log-probabilities, and the probability that it is a die at
    all. `face`: where the middle of its top face lies from that of its box, in sides of the box."""

    candidate: Candidate
    values: F32
    colours: F32
    sides: int
    reader_score: float
    state: State
    face_offset: tuple[float, float] = (0.0, 0.0)
    face_spread: tuple[float, float] = (0.0, 0.0)

    @property
    def probability(self) -> float:
        """The probability that it is a die, by all that is known of it."""
        start, *weights = thresholds.DIE_LOG_ODDS_WEIGHTS
        odds = start + sum(weight * sign for weight, sign in zip(weights, self.evidence, strict=True))
        return 1 / (1 + math.exp(-odds))

    @property
    def evidence(self) -> tuple[float, float, float]:
        """What speaks for a die, as log odds: the detector, the reader, and how sure the value is, for what
        cannot be counted is hardly a die."""
        value = math.exp(self.values.max())
        return log_odds(self.candidate.score), log_odds(self.reader_score), log_odds(value)


def log_odds(p: float) -> float:
    """The logarithm of p / (1 - p), within reason."""
    p = min(max(float(p), 0.002), 0.998)
    return math.log(p / (1 - p))


def infer(
    name: str, image: NDArray[np.uint8], found: Sequence[Candidate], augmentation: Augmentation = PLAIN
) -> tuple[F32, ...]:
    """What the reader `name` says of each candidate at one glance: log-probabilities of values, kinds,
    colours and states, and where the face lies (N x 5, in half sides of the first glance's crop)."""
    crops = [
        cut(image, c.centre, CROP_SCALE * augmentation.zoom * max(c.box[2:]), CROP_PIXELS) for c in found
    ]
    if augmentation.mirror:
        crops = [np.ascontiguousarray(crop[:, ::-1]) for crop in crops]
    if augmentation.quarters:
        crops = [np.ascontiguousarray(np.rot90(crop, augmentation.quarters)) for crop in crops]
    turns = np.full(len(crops), augmentation.turn, np.float32)
    value, kind, colour, state, face = session(name).run(None, {"crops": tensor(crops), "turns": turns})
    face *= augmentation.zoom  # in half sides of the crop of the first glance
    for _ in range(augmentation.quarters):
        face = face[:, [1, 0, 3, 2, 4]] * np.array([-1, 1, 1, 1, -1], np.float32)
    if augmentation.mirror:
        face[:, [0, 4]] *= -1
    return log_softmax(value), log_softmax(kind), log_softmax(colour), log_softmax(state), face


def _infer_augmented(sides: int, image: NDArray[np.uint8], found: Sequence[Candidate]) -> tuple[F32, ...]:
    """The mean of the log-probabilities of a first glance and, where that leaves a doubt, of more of them, by
    the reader of dice with so many sides."""
    name, more = ("reader8", EIGHT_AUGMENTATIONS) if sides == 8 else ("reader6", SIX_AUGMENTATIONS)
    answers = infer(name, image, found)
    sure = (answers[0].max(-1) > np.log(ONE_PASS_PROBABILITY)) & (
        answers[1].max(-1) > np.log(ONE_PASS_PROBABILITY)
    )
    again = np.nonzero(~sure)[0]
    if len(again):
        doubtful = [found[int(i)] for i in again]
        others = [infer(name, image, doubtful, augmentation) for augmentation in more]
        for at, answer in enumerate(answers):
            # a close crop helps counting, and lacks the surroundings by which colours are judged
            useful = [o[at] for o, g in zip(others, more, strict=True) if at != COLOUR_OUTPUT or g.zoom >= 1]
            answer[again] = (answer[again] + sum(useful)) / (1 + len(useful))
    return answers


def classify(
    image: NDArray[np.uint8],
    found: Sequence[Candidate],
    *,
    sides: int = 6,
    odds: float | None = None,
    other: float = thresholds.OTHER_LOG_BIAS,
) -> list[DiePrediction]:
    """What the readers say of each candidate, in order.

    The reader of dice with `sides` sides is asked about all, the other one about what these cannot be: a die
    passes for eight-sided where the log odds of that are above `odds`, which follow from `sides` where
    none are given. `other` is added to the log-probability of a colour that is none of the five.
    """
    if not found:
        return []
    if odds is None:
        odds = thresholds.MIN_EIGHT_LOG_ODDS_LONGO if sides == 8 else thresholds.MIN_EIGHT_LOG_ODDS
    image = brighten(image)
    value, kind, colour, state, face = _infer_augmented(sides, image, found)
    kinds = np.exp(log_softmax(kind))
    colour[:, COLOUR_ORDER.index("other")] += other
    colours = log_softmax(np.asarray(colour / thresholds.COLOUR_TEMPERATURE, np.float32))
    states = state.argmax(-1)
    eight = kind[:, 2] - kind[:, 1] > odds
    values = [_tempered(row, sides) for row in value]
    unlike = [i for i in range(len(found)) if eight[i] != (sides == 8)]
    if unlike:
        second, *_ = _infer_augmented(14 - sides, image, [found[i] for i in unlike])
        for i, row in zip(unlike, second, strict=True):
            values[i] = _tempered(row, 14 - sides)
    return [
        DiePrediction(
            candidate,
            values[i],
            colours[i],
            8 if eight[i] else 6,
            float(1 - kinds[i, 0]),
            STATES[int(states[i])],
            (float(face[i, 0]) * CROP_SCALE / 2, float(face[i, 1]) * CROP_SCALE / 2),
            (
                float(np.hypot(face[i, 2], face[i, 4])) * CROP_SCALE / 2,
                float(np.hypot(face[i, 3], face[i, 4])) * CROP_SCALE / 2,
            ),
        )
        for i, candidate in enumerate(found)
    ]


def _tempered(logits: F32, sides: int) -> F32:
    """The log-probabilities of a value."""
    temperature = thresholds.EIGHT_VALUE_TEMPERATURE if sides == 8 else thresholds.VALUE_TEMPERATURE
    return log_softmax(np.asarray(logits / temperature, np.float32))
