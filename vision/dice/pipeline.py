"""Reads the dice in one picture: first from the whole picture and, if needed, from the part with the dice.

Each of these two *looks* detects candidates (`vision.dice.detector`) and classifies them. `places` are the
colours of the expected dice; one candidate may be assigned to each.

>>> import numpy as np
>>> from vision import read
>>> read(np.full((480, 640, 3), 90, np.uint8)).problems[0].code
'no-dice'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.assessment import assess, without_colour
from vision.dice.assignment import AssignedDie, Assignment, assign, assign_any, expected_dice
from vision.dice.classifier import DiePrediction, classify
from vision.dice.detector import DieSearch
from vision.dice.detector_settings import SETTINGS
from vision.dice.evidence import is_plausible, weigh
from vision.dice.lessons import Adaptation
from vision.dice.rereading import recropped, with_missing
from vision.dice.scoring import kind_of, paints, scoring
from vision.dice.turns import likeliest_turn, turn_after, turn_image, turn_reading
from vision.frames.image import Image, bounded, shrunk, size_of
from vision.geometry import reading_order
from vision.reading import Colour, Reading, Turn

SMALL_PIXELS = 240
"""Longer side, in pixels, to which `is_colourless` shrinks a picture, so that noise averages out."""
MOST_COLOURED_SHARE = 0.002
"""A picture counts as grey if at most this share of its pixels is coloured; compression may colour edges."""
LEAST_COLOUR = 0.02
"""A pixel is coloured if its channels differ by at least this share of the brightness of bright pixels.
Even in the least coloured of 370 photos and rolls (white dice on grey paper), some differ by 0.048."""
DARK_LEVELS = 4
"""Number of levels (of 255) added to the brightness that LEAST_COLOUR refers to.

Without it, rounding errors in a black picture would count as colour."""
Rank = tuple[bool, bool, float, int]
"""How well a reading explains the expected dice; larger is better.

The parts: True if no die is missing or surplus, True if the reading is complete, the probability of the
assignment, and minus the number of missing and surplus dice."""
MAX_CANDIDATES = 60
"""Largest number of candidates that are read. If there are more, the likeliest are read."""


def read(
    image: NDArray[np.uint8],
    *,
    game: str = "classic",
    removed: Sequence[str] = (),
    any_dice: bool = False,
    adaptation: Adaptation | None = None,
    turn: Turn = 0,
) -> Reading:
    """Read the dice in a picture (H x W x 3 uint8, BGR, upright, each side at least 16 pixels).

    `game`: "longo" has eight-sided dice, all other games six-sided; `removed`: colours that have left the
    game; `any_dice`: True if no set is expected, so that dice of any kind count; `adaptation`: corrections
    learnt from lessons; `turn`: clockwise degrees by which the picture is turned before it is read, such as
    `Reading.turn` of the same camera's last picture. Raise ValueError if `image` is not such an array.
    """
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or min(image.shape[:2]) < 16:
        raise ValueError(
            f"expected an image of H x W x 3 bytes, at least 16 wide, got {image.shape} of {image.dtype}"
        )
    sides = None if any_dice else 8 if game == "longo" else 6
    places = () if any_dice else expected_dice(tuple(removed))

    def explained(turned: Image) -> Explanation:
        return explain(turned, sides, places, adaptation)

    near = bounded(image)
    reading = _read_turned(near, turn, explained)
    if reading.dice and (any_dice or reading.status != "complete") and is_colourless(near):
        reading = without_colour(reading)
    return reading if reading.size == size_of(image) else reading.in_size(size_of(image))


def _read_turned(image: Image, turn: Turn, explained: Callable[[Image], Explanation]) -> Reading:
    """Read a picture after turning it clockwise by `turn`; boxes are in pixels of the unturned picture.

    If the reading is incomplete and the dice suggest a different turn, try this turn too.
    """
    near = turn_image(image, turn)
    best = explained(near)
    if best.reading.status != "complete":
        further = likeliest_turn(near, [die.prediction for die in best.seen])
        if further:
            other = explained(turn_image(near, further))
            if other.rank > best.rank:
                best, turn = other, turn_after(turn, further)
    return turn_reading(best.reading, turn)


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """How one search explains a picture: predictions, the choice of dice among them, and the reading."""

    predictions: tuple[DiePrediction, ...]  # the readers' answers for its candidates
    assigned: Assignment
    reading: Reading

    @property
    def seen(self) -> tuple[AssignedDie, ...]:
        """Return all candidates that count as dice, expected or not."""
        by = self.assigned
        return (*by.dice, *by.spare, *by.other_kind, *by.other_set)

    @property
    def rank(self) -> Rank:
        return how_well_explained(self.assigned, self.reading)


def explain(
    image: NDArray[np.uint8],
    sides: int | None,
    places: Sequence[Colour],
    adaptation: Adaptation | None = None,
) -> Explanation:
    """Return the best explanation of a picture (H x W x 3, BGR, of bounded size).

    Search the whole picture and, unless this yields a complete reading, the part with the dice. If a set is
    expected, then read weaker candidates for missing dice, and read doubtful dice again.
    """
    said: list[DiePrediction] = []
    best: Explanation | None = None
    crowded = False

    def explained(predictions: Sequence[DiePrediction]) -> Explanation:
        adapted = predictions
        if adaptation is not None and adaptation.sides == sides:
            adapted = adaptation.adapted(image, predictions)
        assigned = assign_dice(adapted, size_of(image), sides, places)
        reading = assess(assigned, size_of(image), places, sides, crowded)
        return Explanation(tuple(predictions), assigned, reading)

    search = DieSearch(image)
    for seen in search.looks(any_dice=not places):
        crowded = len(seen) > MAX_CANDIDATES and seen[MAX_CANDIDATES].score > SETTINGS.found_score
        said = classify(image, seen[:MAX_CANDIDATES], sides=sides, before=said)
        now = explained(said)
        if best is None or now.rank >= best.rank:
            best = now
        if now.reading.status == "complete":
            break
    assert best is not None
    if sides is not None and best.assigned.missing:
        boxes = [die.prediction.candidate.box for die in best.seen]
        now = explained(with_missing(search, best.predictions, boxes, sides))
        best = now if now.rank >= best.rank else best
    if sides is not None and best.reading.status != "complete":
        ours = [die.prediction.candidate for die in (*best.assigned.dice, *best.assigned.spare)]
        dice = dict(zip(ours, best.reading.dice, strict=True))
        again = recropped(image, best.predictions, dice, sides)
        if tuple(again) != best.predictions:
            now = explained(again)
            best = now if now.rank > best.rank else best
    return best


def how_well_explained(assigned: Assignment, reading: Reading) -> Rank:
    """Return a rank: the larger, the better the assignment and the reading explain the expected dice."""
    off = len(assigned.missing) + len(assigned.spare)
    return off == 0, reading.status == "complete", assigned.probability, -off


def assign_dice(
    candidates: Sequence[DiePrediction],
    size: tuple[int, int],
    sides: int | None,
    places: Sequence[Colour],
) -> Assignment:
    """Return the assignment of the candidates in a picture of `size` (width, height) to the expected dice."""
    predictions = sorted(
        filter(is_plausible, candidates), key=lambda k: reading_order(k.candidate.box, size[1])
    )
    evidence = weigh(predictions, size, sides, paints(), places)
    if sides is None:
        return assign_any(predictions, evidence, scoring(kind_of(sides)))
    return assign(predictions, evidence, scoring(kind_of(sides)), places)


def is_colourless(image: Image) -> bool:
    """Return True if a picture (H x W x 3, BGR) shows no colours."""
    small = shrunk(image, SMALL_PIXELS / max(image.shape[:2]))
    bright = float(np.quantile(small.max(2), 0.95)) + DARK_LEVELS
    coloured = float(np.quantile(small.max(2) - small.min(2), 1 - MOST_COLOURED_SHARE))
    return coloured < LEAST_COLOUR * bright
