"""Reading dice in one picture: find them, read each crop, fit them to the set, say what is doubtful.

>>> import numpy as np
>>> from vision import read
>>> read(np.full((480, 640, 3), 90, np.uint8)).problems[0].code
'no-dice'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.dice import thresholds
from vision.dice.assessment import CROWDED, DICE_CHANGED, describe
from vision.dice.assignment import COLOUR_ORDER, Assignment, assign, expected_dice
from vision.dice.classifier import DiePrediction, classify
from vision.dice.detector import FOUND_SCORE, MAX_SMALLER_OVERLAP, detect
from vision.dice.known_dice import (
    MIN_DICE_OF_SIZE,
    MIN_MISSING_PROBABILITY,
    MISSING_SCORE_DIVISOR,
    KnownDice,
    recognise,
    tone_of,
)
from vision.dice.outliers import outlier_scores
from vision.dice.tone import correct_yellow_by_white
from vision.frames.image import bounded
from vision.geometry import longer_side, overlap, reading_order, whole_pixels
from vision.reading import Colour, Die, Reading, Status

MAX_CANDIDATES = 60
"""Dice in one picture at most; more is no table's roll."""
MAX_SET_SIZE_RATIO = 1.7
"""How many times larger or smaller than the others a die of the same set may look."""
MAX_ROLL_SIZE_RATIO = 2.2
"""How many times larger or smaller than the others nothing is that was thrown with them."""
MIN_VISIBLE_SHARE = 0.85
"""How much of the usual width and height a die at the border must show to count as whole."""
MIN_SHARED_OVERLAP = 0.25
"""What two boxes on one die share at least, of the smaller."""
MAX_LOG_WEIGHT = 30.0
"""The logarithm of the weight beyond which no die can be doubted more."""
MIN_PROBABILITY = 1e-6
"""A probability below which none is told from another."""
FACE_EXTENT_DEVIATIONS = 2.0
"""Deviations from the middle of a face beyond which nothing lies but a square's corners."""


def _whole(prediction: DiePrediction, usual: tuple[float, float], size: tuple[int, int]) -> bool:
    """Whether a die that reaches the border of the picture (width, height) is all there but for a sliver: as
    large as dice of this roll are, and its top face ends before the border."""
    _, _, w, h = prediction.candidate.box
    if w < MIN_VISIBLE_SHARE * usual[0] or h < MIN_VISIBLE_SHARE * usual[1]:
        return False
    side = max(w, h)
    for middle, at, reach, end in zip(
        prediction.candidate.centre, prediction.face_offset, prediction.face_spread, size, strict=True
    ):
        there = middle + at * side
        if min(there, end - there) < FACE_EXTENT_DEVIATIONS * reach * side:
            return False
    return True


def _usual(predictions: Sequence[DiePrediction]) -> tuple[float, float]:
    """Width and height of the dice of a roll, beyond all where too few are seen to tell."""
    if len(predictions) < 4:
        return (float("inf"), float("inf"))
    wide, tall = np.median([k.candidate.box[2:] for k in predictions], 0)
    return float(wide), float(tall)


def _outweighed(p: float, weight: float) -> float:
    """The probability p where the odds against it count for so much of themselves."""
    return p / (p + (1 - p) * weight) if p > 0 else 0.0


def _against(unlike: float) -> float:
    """The factor on the odds against a die with this outlier score: a side or half a top may have been
    read."""
    beyond = max(0.0, unlike - thresholds.MIN_OUTLIER_SCORE)
    return float(np.exp(min(beyond / thresholds.OUTLIER_SCORE_SCALE, MAX_LOG_WEIGHT)))


def _die(
    prediction: DiePrediction,
    colours: NDArray[np.float64],
    size: tuple[int, int],
    colour: Colour | None = None,
    doubted: bool = False,
    unlike: float = 0.0,
    usual: tuple[float, float] = (float("inf"), float("inf")),
) -> Die:
    values = np.exp(prediction.values.astype(np.float64))
    values /= values.sum()
    order = np.argsort(-values)
    hues = np.argsort(-colours)
    name = colour or COLOUR_ORDER[int(hues[0])]
    share = float(colours[COLOUR_ORDER.index(name)])
    box = whole_pixels(prediction.candidate.box, size)
    edge = max(1.5, 0.02 * longer_side(box))
    x, y, w, h = prediction.candidate.box
    cut_off = x <= edge or y <= edge or x + w >= size[0] - edge or y + h >= size[1] - edge
    rest = [int(i) for i in hues if COLOUR_ORDER[int(i)] != name]
    trust, ours = min(1.0, prediction.probability / thresholds.CERTAIN_DIE_PROBABILITY), share
    if colour is not None:  # one that is awaited here is the likelier for it
        trust = _outweighed(prediction.probability, thresholds.EXPECTED_DIE_ODDS_FACTOR)
        ours = _outweighed(share, thresholds.EXPECTED_COLOUR_ODDS_FACTOR)
    confidence = values[order[0]] * ours * trust * (thresholds.DOUBTED_DIE_FACTOR if doubted else 1)
    confidence = _outweighed(float(np.clip(confidence, 0, 1)), _against(unlike))
    if cut_off and confidence >= thresholds.SURE_CONFIDENCE_HIDDEN and _whole(prediction, usual, size):
        cut_off = False
    return Die(
        colour=name,
        value=int(order[0]) + 1,
        sides=prediction.sides,
        confidence=confidence,
        state="cut" if cut_off else prediction.state,
        box=box,
        alternatives=tuple((int(i) + 1, float(values[i])) for i in order),
        colours=((name, share), *((COLOUR_ORDER[i], float(colours[i])) for i in rest)),
    )


def _recognised(
    known: KnownDice,
    image: NDArray[np.uint8],
    predictions: Sequence[DiePrediction],
    certain: Sequence[DiePrediction],
    places: tuple[Colour, ...],
    before: Sequence[DiePrediction],
    plain: Assignment,
) -> tuple[list[DiePrediction], Assignment] | None:
    """The known dice, and which is which: among the `certain`, and where one is missing, among what is
    less likely a die but of the right size. None where not all that is expected is known.

    `plain`: which of `before` is which without that; where both say the same, the surer one counts.
    """
    size = (int(image.shape[1]), int(image.shape[0]))
    fitting = [k for k in certain if known.of_size(k.candidate.box, size)]
    ours = list(certain)
    if len(fitting) >= MIN_DICE_OF_SIZE:  # else the camera has moved, and size says nothing
        ours = fitting
        for k in sorted(predictions, key=lambda k: -k.probability):
            likely = k.probability > MIN_MISSING_PROBABILITY and k.sides == known.sides
            if likely and known.of_size(k.candidate.box, size) and _apart(k, [*certain, *ours]):
                ours.append(k)
    _sort(ours, size)
    real = [0.97 if k in certain else k.probability / MISSING_SCORE_DIVISOR for k in ours]
    seen = np.array([tone_of(image, k.candidate.box) for k in ours])
    fitted = recognise(known, seen, np.array([k.colours for k in ours], np.float64), np.array(real), places)
    if fitted is None:
        return None
    for prediction, place, shares in zip(before, plain.places, plain.shares, strict=True):
        i = next((i for i, k in enumerate(ours) if k is prediction), None)
        if i is not None and fitted.places[i] == place is not None and shares.max() > fitted.shares[i].max():
            fitted.shares[i] = shares
    kept = [i for i, k in enumerate(ours) if fitted.places[i] is not None or k in certain]
    return [ours[i] for i in kept], replace(
        fitted,
        places=tuple(fitted.places[i] for i in kept),
        shares=fitted.shares[kept],
        alone=fitted.alone[kept],
    )


def _filled(
    predictions: Sequence[DiePrediction], certain: Sequence[DiePrediction], places: int
) -> list[DiePrediction]:
    """The `certain`, and the likeliest of what is about as large where these are too few for the `places`."""
    ours = list(certain)
    if len(certain) < max(2, places // 2):
        return ours
    edge = float(np.median([k.candidate.side for k in certain]))
    for k in sorted(predictions, key=lambda k: -k.probability):
        alike = edge / MAX_SET_SIZE_RATIO < k.candidate.side < MAX_SET_SIZE_RATIO * edge
        if k.probability > thresholds.POSSIBLE_DIE_PROBABILITY and alike and _apart(k, ours):
            ours.append(k)
    return ours


def _parted(predictions: Sequence[DiePrediction]) -> list[DiePrediction]:
    """Without those that are part of a likelier one, or that hold one: in the order they came in."""
    kept: list[DiePrediction] = []
    for prediction in sorted(predictions, key=lambda k: -k.probability):
        if all(
            overlap(prediction.candidate.box, other.candidate.box).of_smaller <= MAX_SMALLER_OVERLAP
            for other in kept
        ):
            kept.append(prediction)
    return [prediction for prediction in predictions if any(prediction is k for k in kept)]


def _alike(
    prediction: DiePrediction, others: Sequence[DiePrediction], far: float = MAX_ROLL_SIZE_RATIO
) -> bool:
    """Whether it is not far larger or smaller than the others, as no two dice of a roll are."""
    usual = float(np.median([k.candidate.side for k in others])) if others else np.inf
    return usual / far < prediction.candidate.side < far * usual


def _rivalled(prediction: DiePrediction, place: Colour, rivals: Sequence[DiePrediction]) -> bool:
    """Whether another may be the die of this colour: not a sure one, and this is none beyond doubt either."""
    at = COLOUR_ORDER.index(place)
    return prediction.probability < thresholds.UNRIVALLED_DIE_PROBABILITY and any(
        np.exp(k.colours[at]) > 0.5 for k in rivals
    )


def _halved(prediction: DiePrediction, place: Colour, predictions: Sequence[DiePrediction]) -> bool:
    """Whether something else of its colour, that has no place and shows another number, lies half on it: then
    one of the two is a side of this die."""
    at, value = COLOUR_ORDER.index(place), prediction.values.argmax()
    return any(
        np.exp(k.colours[at]) > 0.5
        and k.values.argmax() != value
        and overlap(prediction.candidate.box, k.candidate.box).of_smaller > MIN_SHARED_OVERLAP
        for k in predictions
    )


def _strange(at: int, alone: NDArray[np.float64], heard: NDArray[np.float64]) -> bool:
    """Whether a die is rather of no colour of ours than of the one at `at`: both by its paint, where the dice
    are known, and by what the reader says (else these are the same), and by their mean clearly."""
    odds = [
        float(np.log(said[-1] + MIN_PROBABILITY) - np.log(said[at] + MIN_PROBABILITY))
        for said in (alone, heard)
    ]
    return min(odds) > 0 and sum(odds) / 2 > float(np.log(thresholds.MIN_OTHER_SET_ODDS))


def _apart(prediction: DiePrediction, others: Sequence[DiePrediction]) -> bool:
    """Whether it is none of these seen twice."""
    return all(overlap(prediction.candidate.box, other.candidate.box).of_smaller < 0.4 for other in others)


def _sort(predictions: list[DiePrediction], size: tuple[int, int]) -> None:
    """Put them in the order in which one reads."""
    predictions.sort(key=lambda k: reading_order(k.candidate.box, size[1]))


def read(
    image: NDArray[np.uint8],
    *,
    game: str = "classic",
    removed: Sequence[str] = (),
    any_dice: bool = False,
    known: KnownDice | None = None,
) -> Reading:
    """Read the dice in a picture (H x W x 3, BGR, upright).

    `game`: `longo` expects eight-sided dice, any other six-sided ones; `removed`: colours that have left
    the game; `any_dice`: read whatever dice there are; `known`: this table's dice as they were enrolled
    (`vision.dice.enrollment`), ignored when the dice in the picture differ from them. Raises ValueError for
    an array that is no such picture.
    """
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or min(image.shape[:2]) < 16:
        raise ValueError(
            f"expected an image of H x W x 3 bytes, at least 16 wide, got {image.shape} of {image.dtype}"
        )
    whole_size = (int(image.shape[1]), int(image.shape[0]))
    reading = _read(bounded(image), game, removed, any_dice, known)
    return reading if reading.size == whole_size else reading.in_size(whole_size)


def _read(
    image: NDArray[np.uint8],
    game: str,
    removed: Sequence[str],
    any_dice: bool,
    known: KnownDice | None,
) -> Reading:
    """The same of a picture that is not larger than what is looked at."""
    size = (int(image.shape[1]), int(image.shape[0]))
    seen = detect(image)
    found = seen[:MAX_CANDIDATES]
    crowded = len(seen) > len(found) and seen[len(found)].score > FOUND_SCORE
    sides = 8 if game == "longo" else 6
    if any_dice:
        predictions = classify(
            image, found, odds=thresholds.MIN_EIGHT_LOG_ODDS_ANY, other=thresholds.OTHER_LOG_BIAS_ANY
        )
    else:
        predictions = classify(image, found, sides=sides)
    predictions = _parted(predictions)
    if not any_dice:
        predictions = correct_yellow_by_white(image, predictions)
    certain = [k for k in predictions if k.probability > thresholds.MIN_DIE_PROBABILITY]
    faint = [
        k
        for k in predictions
        if k not in certain and k.probability > thresholds.POSSIBLE_DIE_PROBABILITY and _apart(k, certain)
    ]
    _sort(certain, size)
    if any_dice:
        dice = tuple(
            _die(k, np.exp(k.colours.astype(np.float64)), size, None, False, unlike)
            for k, unlike in zip(certain, outlier_scores(certain), strict=True)
        )
        problems = describe(dice, (), (), (), len(faint), None) + (CROWDED,) * crowded
        return Reading(size, "unsure" if problems else "complete", dice, (), problems)

    ours = [k for k in certain if k.sides == sides]
    others = [k for k in certain if k.sides != sides]
    strangers = len(others)
    places = expected_dice(tuple(removed))
    if len(ours) > len(places):
        others += [k for k in ours if not _alike(k, ours)]
        ours = [k for k in ours if _alike(k, ours)]
    ours = _filled([k for k in predictions if k.sides == sides], ours, len(places))
    _sort(ours, size)
    fitted = assign(
        np.array([k.colours for k in ours], np.float64).reshape(-1, len(COLOUR_ORDER)),
        places,
        np.array([k.probability for k in ours]),
    )
    changed = learnt = False
    if known is not None and known.sides == sides and ours:
        better = _recognised(
            known, image, predictions, [k for k in ours if k in certain], places, ours, fitted
        )
        changed = better is None or len(better[1].missing) > len(fitted.missing) + 1
        if better is not None and not changed:
            others += [k for k in ours if k in certain and k not in better[0]]
            faint = [k for k in faint if k not in better[0]]
            ours, fitted, learnt = *better, True
    placed = [k for k, place in zip(ours, fitted.places, strict=True) if place is not None]
    left = [
        k
        for k in predictions
        if k.sides == sides
        and k.probability > thresholds.POSSIBLE_DIE_PROBABILITY
        and all(k is not mine for mine in placed)
    ]
    rivals = [
        k
        for k in left
        if k.probability > thresholds.MIN_RIVAL_PROBABILITY
        and _apart(k, placed)
        and _alike(k, placed, MAX_SET_SIZE_RATIO)
    ]
    dice_list: list[Die] = []
    ignored = [_die(k, np.exp(k.colours.astype(np.float64)), size) for k in others]
    surplus: list[Die] = []
    unlike, usual = dict(zip(map(id, ours), outlier_scores(ours), strict=True)), _usual(ours)
    for prediction, place, shares, alone in zip(
        ours, fitted.places, fitted.shares, fitted.alone, strict=True
    ):
        if place is not None:
            # a stranger in the place of a die that was not seen is the gravest of mistakes
            doubt = _strange(COLOUR_ORDER.index(place), alone, np.exp(prediction.colours))
            doubt = doubt or (not learnt and _rivalled(prediction, place, rivals))
            doubt = doubt or _halved(prediction, place, left)
            dice_list.append(_die(prediction, shares, size, place, doubt, unlike[id(prediction)], usual))
            faint = [k for k in faint if k is not prediction]
            continue
        if prediction not in certain:  # it stays among what may be a die
            continue
        die = _die(prediction, alone, size)
        # where every place is taken, what is hardly a die is none too many
        if die.colour == "other" or (
            not fitted.missing and prediction.probability < thresholds.CERTAIN_DIE_PROBABILITY
        ):
            ignored.append(die)
        else:
            surplus.append(die)
    dice = tuple(dice_list) + tuple(surplus)
    # where every place is taken, a smudge that is half like a die is no concern
    perhaps = len(faint) if fitted.missing else 0
    problems = describe(dice, tuple(surplus), fitted.missing, places, perhaps, sides, strangers)
    if problems and changed:
        problems += (DICE_CHANGED,)
    if crowded:
        problems += (CROWDED,)
    status: Status = "complete"
    if fitted.missing or surplus:
        status = "wrong-set"
    elif problems:
        status = "unsure"
    return Reading(size, status, dice, tuple(ignored), problems)
