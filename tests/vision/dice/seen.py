"""Made-up predictions about dice, as the readers (networks) give them."""

from collections.abc import Sequence

import numpy as np

from vision.dice.assessment import assess
from vision.dice.assignment import Assignment, expected_dice
from vision.dice.candidate import Candidate
from vision.dice.classifier import STATES, DiePrediction
from vision.dice.normals import Normal
from vision.dice.pipeline import assign_dice
from vision.dice.tone import Tone
from vision.geometry import Box
from vision.reading import COLOUR_ORDER, Colour, Reading, State

SIZE = (640, 480)
SET = expected_dice()
PAINTS: dict[Colour, Tone] = {
    "white": (-0.5, 0.1, -0.1),
    "red": (-2.0, 1.9, 0.0),
    "yellow": (-0.8, 0.4, -1.9),
    "green": (-1.7, -0.9, -0.9),
    "blue": (-2.1, -0.3, 1.1),
    "other": (-3.0, 0.9, 0.9),
}


def logs(count: int, at: int, sure: float) -> np.ndarray:
    """Return `count` log-probabilities; the one at index `at` has the probability `sure`."""
    p = np.full(count, (1 - sure) / (count - 1))
    p[at] = sure
    return np.log(p).astype(np.float32)


def die(
    colour: Colour = "white",
    value: int = 3,
    box: Box = (100, 100, 40, 40),
    *,
    score: float = 0.9,
    real: float = 0.99999,
    sure: float = 0.995,
    hue: float = 0.99,
    sides: int = 6,
    expected: int = 6,
    state: State = "flat",
    face: tuple[float, float] = (0.0, -0.1),
    spread: tuple[float, float] = (0.19, 0.16),
    skew: float = 0.0,
    tone: Tone | None = None,
    normal: tuple[float, float] = (0.0, -0.4),
) -> DiePrediction:
    """Return a candidate.

    `score`, `real`: its probability of being a die, by the detector and by the reader; `sure`, `hue`: the
    probabilities of its value and its colour.
    """
    kinds = np.array([1 - real, 0.9999 * real, 0.0001 * real])
    other_kind = sides != expected
    return DiePrediction(
        Candidate(box, score),
        logs(expected, value - 1 if not other_kind else 0, sure if not other_kind else 0.3),
        logs(sides, value - 1, sure) if other_kind else None,
        np.log(kinds if sides == 6 else kinds[[0, 2, 1]]).astype(np.float32),
        logs(6, COLOUR_ORDER.index(colour), hue),
        logs(3, STATES.index(state), 0.99),
        face,
        spread,
        skew,
        tone or PAINTS[colour],
        Normal(*normal, 0.05),
    )


def six(score: float = 0.9) -> list[DiePrediction]:
    """Return the dice of a set in a row, with the values 1 to 6."""
    return [die(colour, at + 1, (40 + 90.0 * at, 100, 40, 40), score=score) for at, colour in enumerate(SET)]


def assigned(
    predictions: Sequence[DiePrediction],
    *,
    sides: int | None = 6,
    places: tuple[Colour, ...] = SET,
) -> Assignment:
    """Return the assignment of candidates to the expected dice (`places`: their colours)."""
    return assign_dice(predictions, SIZE, sides, places if sides else ())


def read_from(predictions: Sequence[DiePrediction], *, sides: int | None = 6) -> Reading:
    places = SET if sides else ()
    return assess(assigned(predictions, sides=sides), SIZE, places, sides)
