"""Calibrating: the six dice, lying still, are learnt from pictures once a person has said which is which.

`propose` says what it sees and takes each die for; `learn` makes that `KnownDice`, used by `vision.read` from
then on. Dice may have any hues, so long as the camera can tell them apart.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from sheets.errors import BadInput
from sheets.language import message
from vision.dice import thresholds
from vision.dice.assignment import COLOUR_ORDER, expected_dice
from vision.dice.classifier import DiePrediction, classify
from vision.dice.crops import cut
from vision.dice.detector import detect, overlap
from vision.dice.known_dice import (
    F64,
    LINEAR_LIGHT,
    MIN_DICE_OF_SIZE,
    MIN_MISSING_PROBABILITY,
    TONE_SPREAD,
    KnownDice,
    KnownDie,
    Tone,
    recognise,
    tone_of,
    tones_of_light,
)
from vision.dice.pipeline import MAX_CANDIDATES
from vision.frames.image import Image
from vision.frames.source import Frame
from vision.reading import Box, Colour

MIN_LINEAR_LIGHT = 0.035
"""Linear light of the brightest die below which it is too dark to learn colours."""
MAX_WHITE_SHARE = 0.2
"""Share of a die's pixels that are white all over, above which there is too much light."""
CLIPPED_BYTE = 252
"""Byte from which a pixel is as bright as the camera can say."""
MIN_TONE_DISTANCE = 3.0
"""Scales by which the tones of two dice must differ, or they are told apart by chance."""
SURE_COLOUR_PROBABILITY = 0.9
"""Probability from which a proposed colour is not in question."""
PORTRAIT_SCALE = 1.4
"""Side of a die's portrait over the longer side of its box."""
SAMPLE_SECONDS = 0.15
"""Seconds between the frames of a camera that are looked at."""
STILL_FRAMES = 4
"""Frames that must show the same dice in the same places: they lie still."""
WAIT_SECONDS = 30.0
"""Seconds of watching a camera without six dice lying still, after which it is said what is wrong."""
MAX_MOVE_WIDTHS = 0.35
"""Widths by which a die may lie elsewhere in another picture of the same dice lying still."""


Sighting = tuple[Image, Sequence[DiePrediction]]
"""A picture and the dice in it."""


class EnrollmentError(BadInput):
    """The dice in these pictures cannot be learnt; the message says what to do.

    `code`: "count", "dark", "bright", "moving", "alike" or "colours".
    """

    def __init__(self, code: str, text: str, **values: str | int | tuple[str, ...]) -> None:
        super().__init__(text, **values)
        self.code = code


NONE_SEEN = message("I see no dice in this picture; lay all {due} in front of the camera, a little apart.")
TOO_FEW = message(
    "I see {seen} dice where {due} are to be learnt; lay them a little apart, all in the picture, "
    "and from a little nearer if they look small."
)
TOO_MANY = message("I see {seen} dice where {due} are to be learnt; take everything else off the table.")
TOO_DARK = message("It is too dark to learn colours; switch a lamp on, or turn one to the table.")
TOO_BRIGHT = message(
    "The light is so strong that colours are washed out; turn the lamp away, or move into the shade."
)
TOO_ALIKE = message(
    "The {one} die and the {other} die look the same to the camera; turn or move the one that mirrors the "
    "lamp, or change the light."
)
STILL = message("The dice do not lie still; leave them for a moment, and the camera too.")
NOT_THE_SET = message("The dice to learn are {due}; you named {named}.")


@dataclass(frozen=True, slots=True)
class ProposedDie:
    """One die to learn: its box, and the colour it is taken for; `sure`: whether nobody need look twice."""

    box: Box
    colour: Colour
    sure: bool
    tone: Tone
    said: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class EnrollmentProposal:
    """What is seen of the dice to learn, for a person to confirm: `image` is the picture, `dice` in reading
    order; `places`: the set that they are; `agreeing`: how many pictures show them so."""

    image: Image
    dice: tuple[ProposedDie, ...]
    sides: int
    places: tuple[Colour, ...]
    ground: Tone
    agreeing: int = 1

    def portrait(self, index: int, side: int = 160) -> Image:
        """One die with what lies around it, `side` pixels square."""
        x, y, w, h = self.dice[index].box
        return cut(self.image, (x + w / 2, y + h / 2), PORTRAIT_SCALE * max(w, h), side)

    def recoloured(self, colours: Mapping[int, Colour]) -> EnrollmentProposal:
        """The same with other colours for some dice, by their numbers from 0; two that change places suffice.

        Where a colour given to one die is thereby given too often, the die that was taken for it gets what is
        left over.
        """
        chosen = [die.colour for die in self.dice]
        for index, colour in colours.items():
            chosen[index] = colour
        for index, die in enumerate(self.dice):
            over = Counter(chosen) - Counter(self.places)
            left = Counter(self.places) - Counter(chosen)
            if index not in colours and die.colour in over and left:
                chosen[index] = next(iter(left))
        dice = tuple(
            replace(die, colour=colour, sure=die.sure or index in colours)
            for index, (die, colour) in enumerate(zip(self.dice, chosen, strict=True))
        )
        return replace(self, dice=dice)


def _dice_in(image: Image, sides: int, due: int) -> list[DiePrediction]:
    """The dice of this kind in a picture, in reading order; where fewer than `due` are certain, the
    likeliest of what is about as large, for a person to look at."""
    predictions = [
        k for k in classify(image, detect(image)[:MAX_CANDIDATES], sides=sides) if k.sides == sides
    ]
    predictions.sort(key=lambda k: -k.probability)
    found = [k for k in predictions if k.probability > thresholds.MIN_DIE_PROBABILITY]
    if MIN_DICE_OF_SIZE <= len(found) < due:
        edge = float(np.median([max(k.candidate.box[2:]) for k in found]))
        for k in predictions[len(found) :]:
            alike = edge / 1.6 < max(k.candidate.box[2:]) < 1.6 * edge
            apart = all(overlap(k.candidate, other.candidate)[1] < 0.4 for other in found)
            if len(found) < due and alike and apart and k.probability > MIN_MISSING_PROBABILITY:
                found.append(k)
    band = max(1, image.shape[0] // 6)
    return sorted(found, key=lambda k: (k.candidate.centre[1] // band, k.candidate.centre[0]))


def _told_apart(said: F64, places: tuple[Colour, ...]) -> tuple[list[Colour], list[bool]]:
    """The likeliest way to give all dice their places, by the reader's words alone, and which are sure.

    A die may be of a hue that the reader calls otherwise, so no colour is out of the question.
    """
    every = np.array(sorted(set(permutations([COLOUR_ORDER.index(c) for c in places]))))
    total = np.log(np.maximum(np.exp(said), 1e-3))[np.arange(len(said)), every].sum(1)
    best = every[int(np.argmax(total))]
    chance = np.exp(total - total.max())
    shares = (chance[:, None] * (every == best)).sum(0) / chance.sum()
    sure = (shares > SURE_COLOUR_PROBABILITY) & (said.argmax(1) == best)
    return [COLOUR_ORDER[i] for i in best], sure.tolist()


def propose(
    frames: Sequence[Image], *, sides: int = 6, removed: Sequence[str] = (), known: KnownDice | None = None
) -> EnrollmentProposal:
    """What is seen in pictures (H x W x 3, BGR) of the dice to learn, all lying still in the same places.

    `removed`: colours that have left the game and are not among them; `known`: the same dice as they were
    enrolled before. Raises EnrollmentError unless the pictures show exactly the dice of the set, or if the
    light is too weak or too strong.
    """
    places = expected_dice(tuple(removed))
    pictures = [(image, _dice_in(image, sides, len(places))) for image in frames]
    return _proposal(pictures, sides, places, known)


def _proposal(
    pictures: Sequence[Sighting], sides: int, places: tuple[Colour, ...], known: KnownDice | None
) -> EnrollmentProposal:
    whole = [(image, found) for image, found in pictures if len(found) == len(places)]
    if not whole:
        counts = Counter(len(found) for _, found in pictures)
        seen = counts.most_common(1)[0][0] if counts else 0
        text = NONE_SEEN if seen == 0 else TOO_FEW if seen < len(places) else TOO_MANY
        raise EnrollmentError("count", text, seen=seen, due=len(places))
    image, first = whole[-1]
    same = [(other, found) for other, found in whole if _lie_as(first, found)]
    _check_light(same)
    tone = np.mean([[tone_of(other, k.candidate.box) for k in found] for other, found in same], 0)
    said = np.log(np.mean([[np.exp(k.colours.astype(float)) for k in found] for _, found in same], 0) + 1e-9)
    colours, sure = _told_apart(said, places)
    if known is not None and known.sides == sides:
        fitted = recognise(known, tone, said, np.full(len(tone), 0.99), places)
        if fitted is not None and not fitted.missing:
            colours = [c for c in fitted.places if c is not None]
            sure = [
                bool(row[COLOUR_ORDER.index(c)] > SURE_COLOUR_PROBABILITY)
                for row, c in zip(fitted.shares, colours, strict=True)
            ]
    height, width = image.shape[:2]
    dice = tuple(
        ProposedDie(
            _box(prediction, width, height),
            colour,
            is_sure,
            _tone(mean),
            tuple(float(p) for p in np.exp(row)),
        )
        for prediction, colour, is_sure, mean, row in zip(first, colours, sure, tone, said, strict=True)
    )
    ground = LINEAR_LIGHT[image[:: max(1, height // 120), :: max(1, width // 160)]].reshape(-1, 3)
    return EnrollmentProposal(
        image, dice, sides, places, _tone(np.median(tones_of_light(ground), 0)), len(same)
    )


def propose_when_still(
    frames: Iterable[Frame], *, sides: int = 6, removed: Sequence[str] = (), known: KnownDice | None = None,
    report: Callable[[EnrollmentError], object] = lambda _: None, wait: float = WAIT_SECONDS,
) -> EnrollmentProposal:  # fmt: skip
    """What is seen of the dice to learn once they lie still before a camera.

    Calls `report` with the problem each time that it changes. Raises EnrollmentError with the last problem
    when the frames end or after `wait` seconds.
    """
    places = expected_dice(tuple(removed))
    window: deque[Sighting] = deque(maxlen=STILL_FRAMES)
    start: float | None = None
    last, said, seen = -SAMPLE_SECONDS, "", 0
    trouble = EnrollmentError("count", NONE_SEEN, due=len(places))
    for frame in frames:
        start = frame.seconds if start is None else start
        if frame.seconds - last < SAMPLE_SECONDS:
            continue
        last, seen = frame.seconds, seen + 1
        window.append((frame.image, _dice_in(frame.image, sides, len(places))))
        try:
            proposal = _proposal(window, sides, places, known)
        except EnrollmentError as problem:
            trouble = problem
            if str(problem) != said:
                said = str(problem)
                report(problem)
        else:
            if proposal.agreeing == STILL_FRAMES:
                return proposal
            trouble = EnrollmentError("moving", STILL)
        if frame.seconds - start > wait and seen > 2 * STILL_FRAMES:
            break
    raise trouble


def recolour_known(proposal: EnrollmentProposal, known: KnownDice) -> EnrollmentProposal | None:
    """Another lay of dice that are known, with the colours that they have; None where one is in doubt."""
    tones_of_light = np.array([die.tone for die in proposal.dice])
    said = np.log(np.array([die.said for die in proposal.dice]) + 1e-9)
    fitted = recognise(known, tones_of_light, said, np.full(len(tones_of_light), 0.99), proposal.places)
    if fitted is None or fitted.missing:
        return None
    colours = [colour for colour in fitted.places if colour is not None]
    shares = [row[COLOUR_ORDER.index(colour)] for row, colour in zip(fitted.shares, colours, strict=False)]
    if len(colours) < len(proposal.dice) or min(shares) < SURE_COLOUR_PROBABILITY:
        return None
    return proposal.recoloured(dict(enumerate(colours)))


def _lie_as(first: Sequence[DiePrediction], other: Sequence[DiePrediction]) -> bool:
    """Whether the dice lie in the same places."""
    for a, b in zip(first, other, strict=True):
        (ax, ay), (bx, by) = a.candidate.centre, b.candidate.centre
        if np.hypot(ax - bx, ay - by) > MAX_MOVE_WIDTHS * max(a.candidate.box[2:]):
            return False
    return True


def _check_light(pictures: Sequence[Sighting]) -> None:
    image, found = pictures[-1]
    lights, washed = [], []
    for prediction in found:
        x, y, w, h = (int(v) for v in prediction.candidate.box)
        patch = image[y + h // 5 : y + h - h // 5, x + w // 5 : x + w - w // 5].reshape(-1, 3)
        lights.append(float(np.quantile(LINEAR_LIGHT[patch].mean(1), 0.75)))
        washed.append(float((patch >= CLIPPED_BYTE).all(1).mean()))
    if max(lights) < MIN_LINEAR_LIGHT:
        raise EnrollmentError("dark", TOO_DARK)
    # the white dice may be as white as can be; a coloured one may not
    if sorted(washed)[-3] > MAX_WHITE_SHARE:
        raise EnrollmentError("bright", TOO_BRIGHT)


def _box(prediction: DiePrediction, width: int, height: int) -> Box:
    x, y, w, h = prediction.candidate.box
    left, top = max(0, round(x)), max(0, round(y))
    return (left, top, min(width, round(x + w)) - left, min(height, round(y + h)) - top)


def _tone(values: F64) -> Tone:
    red, green, blue = (round(float(v), 4) for v in values)
    return (red, green, blue)


def enroll(*proposals: EnrollmentProposal) -> KnownDice:
    """What is known of dice whose colours a person has confirmed; more than one lay of them make it surer.

    Raises EnrollmentError where the colours named are not those of the set, or two of them look the same.
    """
    first = proposals[0]
    for each in proposals:
        if Counter(die.colour for die in each.dice) != Counter(first.places):
            named = tuple(die.colour for die in each.dice)
            raise EnrollmentError("colours", NOT_THE_SET, due=first.places, named=named)
    lays = [_by_colour(each) for each in proposals]
    middle = [np.mean([np.array(die.tone) for die in lay], 0) for lay in lays]
    dice = []
    for index, colour in enumerate(sorted(first.places, key=COLOUR_ORDER.index)):
        # the light may have shifted between two lays; what counts is how the dice differ from each other
        found = np.median([np.array(lay[index].tone) - m for lay, m in zip(lays, middle, strict=True)], 0)
        said = np.mean([lay[index].said for lay in lays], 0)
        dice.append(KnownDie(colour, _tone(found + middle[0]), tuple(round(float(p), 4) for p in said)))
    _check_apart(dice)
    height, width = first.image.shape[:2]
    edges = [max(die.box[2:]) for each in proposals for die in each.dice]
    return KnownDice((width, height), (min(edges), max(edges)), first.sides, first.ground, tuple(dice))


def _by_colour(proposal: EnrollmentProposal) -> list[ProposedDie]:
    """The dice in the order of COLOUR_ORDER; of two alike the brighter one first."""
    return sorted(proposal.dice, key=lambda die: (COLOUR_ORDER.index(die.colour), -die.tone[0]))


def _check_apart(dice: Sequence[KnownDie]) -> None:
    for i, one in enumerate(dice):
        for other in dice[:i]:
            off = (np.array(one.tone) - other.tone) / TONE_SPREAD
            heard = float(np.minimum(one.said, other.said).sum())  # how alike the reader's words are
            if one.colour != other.colour and np.linalg.norm(off) < MIN_TONE_DISTANCE * (
                1 if heard > 0.5 else 0.5
            ):
                raise EnrollmentError("alike", TOO_ALIKE, one=(other.colour,), other=(one.colour,))
