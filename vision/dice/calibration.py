"""Calibration: learns the six dice of a table from pictures in which they lie still, once a person has
confirmed the colour of each.

`propose` finds the dice and names the likeliest colour of each; `calibrate` turns the confirmed proposal into
`CalibratedDice`, with which `vision.read` reads from then on. Dice may have any hues that the camera can tell
apart.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import NamedTuple

import numpy as np

from sheets.errors import BadInput
from sheets.language import message
from vision.dice.assignment import expected_dice
from vision.dice.calibrated_dice import TONE_SPREAD, CalibratedDice, CalibratedDie
from vision.dice.classifier import DiePrediction
from vision.dice.crops import cut
from vision.dice.hypotheses import add_up
from vision.dice.light import paint_odds
from vision.dice.pipeline import explain
from vision.dice.tone import F64, LINEAR_LIGHT, Tone, tone_of, tones_of_light
from vision.frames.image import Image, bounded, size_of
from vision.frames.source import Frame
from vision.geometry import PixelBox, centre, longer_side, reading_order, whole_pixels
from vision.reading import COLOUR_ORDER, COLOURS, Colour

MIN_LINEAR_LIGHT = 0.035
"""Linear light of the brightest die below which it is too dark to learn colours."""
MAX_WHITE_SHARE = 0.2
"""Share of a coloured die's pixels that may be white; more is too much light."""
WHITE_BYTE = 252
"""Byte from which a pixel is as bright as the camera can show."""
MIN_TONE_DISTANCE = 3.0
"""Distance between the tones of two dice, in TONE_SPREAD, below which they look the same."""
SURE_COLOUR_PROBABILITY = 0.9
"""Probability from which a proposed colour is not in question."""
PORTRAIT_SCALE = 1.4
"""Side of a die's portrait, in longer sides of its box."""
SAMPLE_SECONDS = 0.15
"""Time between the frames of a camera that are read."""
STILL_FRAMES = 4
"""Frames that must show the same dice in the same places before they count as lying still."""
WAIT_SECONDS = 30.0
"""Time to wait for six dice that lie still before the last problem is raised."""
MAX_STILL_DISTANCE = 0.35
"""Largest distance between a die's places in two pictures if it lies still, in longer sides of its box."""


class CalibrationError(BadInput):
    """The dice in these pictures cannot be learnt; the message says what to do.

    `code`: "count", "dark", "bright", "moving", "alike" or "colours".
    """

    def __init__(self, code: str, text: str, **values: str | int | tuple[str, ...]) -> None:
        super().__init__(text, **values)
        self.code = code


NONE_SEEN = message("I see no dice in this picture; lay all {due} in front of the camera, a little apart.")
TOO_FEW = message(
    "I see {seen} dice, but {due} are to be calibrated; lay them a little apart, all in the picture, and "
    "go nearer if they look small."
)
TOO_MANY = message("I see {seen} dice, but {due} are to be calibrated; take everything else off the table.")
TOO_DARK = message("It is too dark to calibrate; switch a lamp on, or turn one to the table.")
TOO_BRIGHT = message(
    "The light is so strong that colours are washed out; turn the lamp away, or move into the shade."
)
TOO_ALIKE = message(
    "The {one} die and the {other} die look the same to the camera; turn or move the one that mirrors the "
    "lamp, or change the light."
)
MOVING = message("The dice do not lie still; leave them for a moment, and the camera too.")
NOT_THE_SET = message("The dice to calibrate are {due}; you named {named}.")


@dataclass(frozen=True, slots=True)
class ProposedDie:
    """One die to learn.

    `colour`: the likeliest one; `sure`: whether a person need not check it. `said`: the probabilities that
    the reader gives its colour, in COLOUR_ORDER.
    """

    box: PixelBox
    colour: Colour
    sure: bool
    tone: Tone
    said: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CalibrationProposal:
    """The dice to calibrate as they were seen, for a person to confirm.

    `image`: the picture as it was read, perhaps reduced; `photo_size`: width and height before that; `dice`:
    in reading order; `places`: the colours of the set; `ground`: tone of the whole picture; `agreeing`:
    number of pictures in which they lie so.
    """

    image: Image
    photo_size: tuple[int, int]
    dice: tuple[ProposedDie, ...]
    sides: int
    places: tuple[Colour, ...]
    ground: Tone
    agreeing: int = 1

    def in_photo(self, index: int) -> PixelBox:
        """The box of a die in the picture before it was reduced."""
        factors = [whole / near for whole, near in zip(self.photo_size, self.image.shape[1::-1], strict=True)]
        x, y, w, h = (value * factors[i % 2] for i, value in enumerate(self.dice[index].box))
        return whole_pixels((x, y, w, h), self.photo_size)

    def portrait(self, index: int, side: int = 160) -> Image:
        """One die with what lies around it, `side` pixels square."""
        box = self.dice[index].box
        return cut(self.image, centre(box), PORTRAIT_SCALE * longer_side(box), side)

    def recoloured(self, colours: Mapping[int, Colour]) -> CalibrationProposal:
        """This proposal with other colours for some dice, by index; naming one of two dice that swap colours
        is enough.

        If a colour is then given too often, a die that was not named gets the colour that is left over.
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


class Sighting(NamedTuple):
    """A picture as it was read, its width and height before it was reduced, and its dice in reading order."""

    image: Image
    photo_size: tuple[int, int]
    dice: Sequence[DiePrediction]


def propose(frames: Sequence[Image], *, sides: int = 6, removed: Sequence[str] = ()) -> CalibrationProposal:
    """The dice to calibrate in pictures (H x W x 3, BGR), all lying still in the same places.

    `removed`: colours that have left the game and are not among them. Raises CalibrationError unless the
    pictures show exactly the dice of the set, or if the light is too weak or too strong.
    """
    places = expected_dice(tuple(removed))
    sightings = [_look_at(image, sides, places) for image in frames]
    return _proposal(sightings, sides, places, None)


def propose_when_still(
    frames: Iterable[Frame],
    *,
    sides: int = 6,
    removed: Sequence[str] = (),
    known: CalibratedDice | None = None,
    report: Callable[[CalibrationError], object] = lambda _: None,
    wait: float = WAIT_SECONDS,
) -> CalibrationProposal:
    """The dice to calibrate once they lie still before a camera.

    `known`: the same dice as they were calibrated before. Calls `report` with the problem each time that it
    changes. Raises CalibrationError with the last problem when the frames end or after `wait` seconds.
    """
    places = expected_dice(tuple(removed))
    window: deque[Sighting] = deque(maxlen=STILL_FRAMES)
    start: float | None = None
    last, reported, read = -SAMPLE_SECONDS, "", 0
    trouble = CalibrationError("count", NONE_SEEN, due=len(places))
    for frame in frames:
        start = frame.seconds if start is None else start
        if frame.seconds - last < SAMPLE_SECONDS:
            continue
        last, read = frame.seconds, read + 1
        window.append(_look_at(frame.image, sides, places))
        try:
            proposal = _proposal(window, sides, places, known)
        except CalibrationError as problem:
            trouble = problem
            if str(problem) != reported:
                reported = str(problem)
                report(problem)
        else:
            if proposal.agreeing == STILL_FRAMES:
                return proposal
            trouble = CalibrationError("moving", MOVING)
        if frame.seconds - start > wait and read > 2 * STILL_FRAMES:
            break
    raise trouble


def recolour_known(proposal: CalibrationProposal, known: CalibratedDice) -> CalibrationProposal | None:
    """Another picture of known dice, with the colours that they have; None if one of them is in doubt."""
    tones = np.array([die.tone for die in proposal.dice])
    said = np.log(np.array([die.said for die in proposal.dice]) + 1e-9)
    named = _recognised(known, tones, said, proposal.places)
    if named is None or not all(sure for _, sure in named):
        return None
    return proposal.recoloured({index: colour for index, (colour, _) in enumerate(named)})


def calibrate(*proposals: CalibrationProposal) -> CalibratedDice:
    """The dice whose colours a person has confirmed; several throws of the same dice make them surer.

    Raises CalibrationError if the colours named are not those of the set, or two of them look the same.
    """
    first = proposals[0]
    for each in proposals:
        if Counter(die.colour for die in each.dice) != Counter(first.places):
            named = tuple(die.colour for die in each.dice)
            raise CalibrationError("colours", NOT_THE_SET, due=first.places, named=named)
    lays = [_by_colour(each) for each in proposals]
    middles = [np.mean([np.array(die.tone) for die in lay], 0) for lay in lays]
    dice = []
    for index, colour in enumerate(sorted(first.places, key=COLOUR_ORDER.index)):
        # the light may change between two throws; only the differences between the dice count
        found = np.median([np.array(lay[index].tone) - m for lay, m in zip(lays, middles, strict=True)], 0)
        said = np.mean([lay[index].said for lay in lays], 0)
        dice.append(CalibratedDie(colour, _tone(found + middles[0]), tuple(round(float(p), 4) for p in said)))
    _check_distinct(dice)
    height, width = first.image.shape[:2]
    edges = [max(die.box[2:]) for each in proposals for die in each.dice]
    return CalibratedDice((width, height), (min(edges), max(edges)), first.sides, first.ground, tuple(dice))


def _look_at(image: Image, sides: int, places: tuple[Colour, ...]) -> Sighting:
    """The dice with this number of sides in a picture, whatever their colours."""
    near, photo_size = bounded(image), size_of(image)
    size = size_of(near)
    assigned = explain(near, sides, places).assigned
    dice = [die.prediction for die in (*assigned.dice, *assigned.spare, *assigned.other_set)]
    return Sighting(near, photo_size, sorted(dice, key=lambda k: reading_order(k.candidate.box, size[1])))


def _proposal(
    sightings: Sequence[Sighting], sides: int, places: tuple[Colour, ...], known: CalibratedDice | None
) -> CalibrationProposal:
    """The proposal from all sightings that show the set as the last one does."""
    same = _agreeing(sightings, len(places))
    _check_light(same[-1])
    image, photo_size, first = same[-1]
    tone = np.mean([[tone_of(other, k.candidate.box) for k in dice] for other, _, dice in same], 0)
    said = np.log(np.mean([[np.exp(k.colours.astype(float)) for k in dice] for *_, dice in same], 0) + 1e-9)
    named = _named_by_reader(said, places)
    if known is not None and known.sides == sides:
        named = _recognised(known, tone, said, places) or named
    height, width = image.shape[:2]
    dice = tuple(
        ProposedDie(
            whole_pixels(die.candidate.box, (width, height)),
            colour,
            sure,
            _tone(tone[index]),
            tuple(float(p) for p in np.exp(said[index])),
        )
        for index, (die, (colour, sure)) in enumerate(zip(first, named, strict=True))
    )
    ground = LINEAR_LIGHT[image[:: max(1, height // 120), :: max(1, width // 160)]].reshape(-1, 3)
    return CalibrationProposal(
        image, photo_size, dice, sides, places, _tone(np.median(tones_of_light(ground), 0)), len(same)
    )


def _agreeing(sightings: Sequence[Sighting], due: int) -> list[Sighting]:
    """The sightings of `due` dice that agree in place with the last sighting of that many.

    Raises CalibrationError if none has.
    """
    whole = [sighting for sighting in sightings if len(sighting.dice) == due]
    if not whole:
        counts = Counter(len(sighting.dice) for sighting in sightings)
        seen = counts.most_common(1)[0][0] if counts else 0
        text = NONE_SEEN if seen == 0 else TOO_FEW if seen < due else TOO_MANY
        raise CalibrationError("count", text, seen=seen, due=due)
    return [sighting for sighting in whole if _same_places(whole[-1].dice, sighting.dice)]


def _same_places(first: Sequence[DiePrediction], other: Sequence[DiePrediction]) -> bool:
    """Tell whether the dice of two pictures lie in the same places."""
    for a, b in zip(first, other, strict=True):
        (ax, ay), (bx, by) = a.candidate.centre, b.candidate.centre
        if np.hypot(ax - bx, ay - by) > MAX_STILL_DISTANCE * a.candidate.side:
            return False
    return True


def _check_light(sighting: Sighting) -> None:
    """Raise CalibrationError if it is too dark or too bright to learn colours."""
    lights, washed = [], []
    for die in sighting.dice:
        x, y, w, h = (int(v) for v in die.candidate.box)
        patch = sighting.image[y + h // 5 : y + h - h // 5, x + w // 5 : x + w - w // 5].reshape(-1, 3)
        lights.append(float(np.quantile(LINEAR_LIGHT[patch].mean(1), 0.75)))
        washed.append(float((patch >= WHITE_BYTE).all(1).mean()))
    if max(lights) < MIN_LINEAR_LIGHT:
        raise CalibrationError("dark", TOO_DARK)
    # white dice may reach the camera's largest value; a coloured one may not
    if sorted(washed)[-3] > MAX_WHITE_SHARE:
        raise CalibrationError("bright", TOO_BRIGHT)


def _named_by_reader(said: F64, places: tuple[Colour, ...]) -> list[tuple[Colour, bool]]:
    """The likeliest matching of dice and places by the reader's log-probabilities (N x 6), and which dice are
    sure.

    A die may be of a hue that the reader gives another name, so no colour is ruled out.
    """
    ways = np.array(sorted(set(permutations([COLOUR_ORDER.index(c) for c in places]))))
    total = np.log(np.maximum(np.exp(said), 1e-3))[np.arange(len(said)), ways].sum(1)
    best = ways[int(np.argmax(total))]
    chance = np.exp(total - total.max())
    shares = (chance[:, None] * (ways == best)).sum(0) / chance.sum()
    sure = (shares > SURE_COLOUR_PROBABILITY) & (said.argmax(1) == best)
    return [(COLOUR_ORDER[i], bool(certain)) for i, certain in zip(best, sure, strict=True)]


def _recognised(
    known: CalibratedDice, tones: F64, said: F64, places: tuple[Colour, ...]
) -> list[tuple[Colour, bool]] | None:
    """The colour of each die by what is known of them, and whether it is sure; None unless all are
    recognised."""
    if not set(places) <= set(known.colours):
        return None
    likely = known.named(np.exp(said))
    odds = paint_odds(tones, known.paints.tones, known.paints.spreads, likely[:, : len(COLOURS)])
    scores = np.log(likely)
    scores[:, : len(COLOURS)] += odds
    columns = [COLOUR_ORDER.index(colour) for colour in places]
    found = add_up(scores[:, -1], scores[:, columns], np.zeros((len(tones), len(tones))))
    shares = np.zeros_like(scores)
    for place, column in enumerate(columns):
        shares[:, column] += found.fills[:, place]
    named = [COLOUR_ORDER[int(share.argmax())] for share in shares]
    if Counter(named) != Counter(places) or found.spare.max() > 0.5:
        return None
    return [
        (colour, bool(share.max() > SURE_COLOUR_PROBABILITY))
        for colour, share in zip(named, shares, strict=True)
    ]


def _tone(values: F64) -> Tone:
    light, red, blue = (round(float(v), 4) for v in values)
    return (light, red, blue)


def _by_colour(proposal: CalibrationProposal) -> list[ProposedDie]:
    """The dice in COLOUR_ORDER; of two of one colour the brighter one first."""
    return sorted(proposal.dice, key=lambda die: (COLOUR_ORDER.index(die.colour), -die.tone[0]))


def _check_distinct(dice: Sequence[CalibratedDie]) -> None:
    """Raise CalibrationError if two dice of different colours look the same."""
    for i, one in enumerate(dice):
        for other in dice[:i]:
            off = float(np.linalg.norm((np.array(one.tone) - other.tone) / TONE_SPREAD))
            same_words = float(np.minimum(one.said, other.said).sum()) > 0.5
            if one.colour != other.colour and off < MIN_TONE_DISTANCE * (1 if same_words else 0.5):
                raise CalibrationError("alike", TOO_ALIKE, one=(other.colour,), other=(one.colour,))
