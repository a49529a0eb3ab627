"""The six dice of one table, as one camera sees them: what they look like, and which is which by that.

The dice are their own colour chart: six paints that are known, in a light that is not. For each way to give
the dice their places the shift of the light is found, so that candles, a camera's white balance and its
exposure move all dice together and leave them told apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import lgamma

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.assignment import ABSENT_LOG_PROBABILITY, COLOUR_ORDER, MIN_SURPLUS_PROBABILITY, Assignment
from vision.frames.image import Image
from vision.reading import Colour

F64 = NDArray[np.float64]
Tone = tuple[float, float, float]
"""A paint in a light: log of brightness, log of red over green, log of blue over green; of linear light."""

LINEAR_LIGHT = ((np.arange(256) / 255) ** 2.2).astype(np.float32)
"""Linear light of a picture's byte."""
SAMPLED_SHARE = 0.76
"""Share of a die's box, across, that its colour is taken from."""
PATCH_PIXELS = 32
"""Side in pixels to which that is brought."""
CHROMA_QUANTILES = (0.5, 0.95)
"""Which part of its pixels by the strength of their colour; the last are noise."""
NOISE_LIGHT = 0.02
"""Added to linear light before its logarithm: below it there is noise."""

TONE_SPREAD: Tone = (0.25, 0.1, 0.1)
"""Scale by which one die's tone differs from roll to roll, besides the shift that all dice share: by shade,
pips, gloss."""
TONE_DEGREES_OF_FREEDOM = 4.0
"""Degrees of freedom of these differences (Student's distribution): gloss takes a tone far away at times."""
GLOSS_PROBABILITY = 0.03
"""How often a tone says nothing at all, since a lamp is reflected or a hand's shadow lies there."""
MAX_ASSIGNMENTS = 300
"""Ways that are weighed so, the likeliest by normal differences of twice the scale."""
LIGHT_SHIFT_SPREAD: Tone = (0.8, 0.3, 0.3)
"""How much exposure and white balance shift all dice together (standard deviations)."""
STRANGER_TONE_SPREAD: Tone = (1.0, 0.6, 0.6)
"""Spread of the tones of what is none of these dice."""
READER_EXPONENT = 0.7
"""Exponent of the reader's probabilities: it looked at the same pixels as the tone does."""
READER_TRUST = 0.85
"""How far the reader's words about a die are believed to be the same next time; the rest is spread evenly."""
DICE_A_COLOUR = 3
"""Dice among which a place is given, in every way together with the other places."""
MAX_SIZE_RATIO = 1.75
"""How much larger or smaller than any known die a die may look: it may lie nearer, farther, or askew."""
MIN_MISSING_PROBABILITY = 0.05
"""Probability above which a thing of the right size and colour may be the die that is missing."""
MISSING_SCORE_DIVISOR = 2.0
"""What such a thing's score is divided by for the probability that it is a die."""
MIN_DICE_OF_SIZE = 4
"""Dice of the known size that must be seen before others are sent away for theirs."""


@dataclass(frozen=True, slots=True)
class KnownDie:
    """One die of the set: its colour in the game, its tone, and the probabilities that the reader gives its
    colour, in the order of COLOUR_ORDER. Its paint may be another than its name says: orange for yellow."""

    colour: Colour
    tone: Tone
    said: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class KnownDice:
    """The dice of a table. `size`: width and height of the frames in pixels; `edges`: the longer side of the
    smallest and of the largest die's box in them; `ground`: tone of the whole frame."""

    size: tuple[int, int]
    edges: tuple[float, float]
    sides: int
    ground: Tone
    dice: tuple[KnownDie, ...]

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours that are known, in the order of COLOUR_ORDER."""
        here = {die.colour for die in self.dice}
        return tuple(name for name in COLOUR_ORDER if name in here)

    def of_size(self, box: Sequence[float], size: tuple[int, int]) -> bool:
        """Whether a box (x, y, width, height) in a frame of `size` is as large as these dice may look."""
        side = max(box[2], box[3]) * max(self.size) / max(size)
        return self.edges[0] / MAX_SIZE_RATIO <= side <= self.edges[1] * MAX_SIZE_RATIO


def tones_of_light(patch: NDArray[np.float32]) -> F64:
    """Tones n x 3 of linear light n x 3 in BGR."""
    log = np.log(patch.astype(np.float64) + NOISE_LIGHT)
    return np.stack([log @ [0.1, 0.6, 0.3], log[:, 2] - log[:, 1], log[:, 0] - log[:, 1]], -1)


def hue(tone: Tone) -> tuple[int, int, int]:
    """Red, green and blue bytes of a tone, to show what the camera sees."""
    green = tone[0] - 0.3 * tone[1] - 0.1 * tone[2]
    light = np.exp([green + tone[1], green, green + tone[2]]) - NOISE_LIGHT
    red, green, blue = np.rint(255 * np.clip(light, 0, 1) ** (1 / 2.2)).astype(int)
    return (int(red), int(green), int(blue))


def tone_of(image: Image, box: Sequence[float]) -> F64:
    """The tone of a die's body, from the more colourful half of what lies in the middle of its box: pips and
    gloss have less colour than a coloured die, and as much as a white one."""
    x, y, w, h = box
    x0, x1 = x + w * (1 - SAMPLED_SHARE) / 2, x + w * (1 + SAMPLED_SHARE) / 2
    y0, y1 = y + h * (1 - SAMPLED_SHARE) / 2, y + h * (1 + SAMPLED_SHARE) / 2
    height, width = image.shape[:2]
    left, right = int(np.clip(x0, 0, width - 1)), int(np.clip(x1, 1, width))
    top, bottom = int(np.clip(y0, 0, height - 1)), int(np.clip(y1, 1, height))
    light = LINEAR_LIGHT[image[top : max(bottom, top + 1), left : max(right, left + 1)]]
    patch = cv2.resize(light, (PATCH_PIXELS, PATCH_PIXELS), interpolation=cv2.INTER_AREA)
    place = (np.mgrid[0:PATCH_PIXELS, 0:PATCH_PIXELS].reshape(2, -1) + 0.5) / PATCH_PIXELS * 2 - 1
    found = tones_of_light(np.asarray(patch, np.float32).reshape(-1, 3)[(place**2).sum(0) < 1])
    strength = np.hypot(found[:, 1], found[:, 2])
    low, high = np.quantile(strength, CHROMA_QUANTILES)
    middle = np.median(found[(strength >= low) & (strength <= high)], 0)
    middle[0] = np.median(found[:, 0])
    return np.asarray(middle, np.float64)


def _ways(likely: F64, capacities: Sequence[int]) -> NDArray[np.intp]:
    """Ways to give the dice colours: ways x dice, each the number of a colour or, for none, that of colours.

    `likely`: dice x colours; each colour goes to its DICE_A_COLOUR likeliest dice and one more for every
    further place, or to none.
    """
    count, none = likely.shape
    slots = []  # for each colour its choices, each as many dice as it has places; `count` is no die
    for colour, places in enumerate(capacities):
        best = [int(i) for i in np.argsort(-likely[:, colour])[: DICE_A_COLOUR + places - 1]]
        choices = [each for k in range(places + 1) for each in combinations(best, k)]
        slots.append(np.array([(*each, *[count] * (places - len(each))) for each in choices], np.intp))
    grid = np.indices([len(choices) for choices in slots]).reshape(len(slots), -1)
    dice = [choices[numbers] for choices, numbers in zip(slots, grid, strict=True)]
    every = np.full((grid.shape[1], count + 1), none, np.intp)
    rows = np.arange(len(every))[:, None]
    for colour, chosen in enumerate(dice):
        every[rows, chosen] = colour
    given = (every[:, :count] < none).sum(1)
    wanted = sum((chosen < count).sum(1) for chosen in dice)
    return every[given == wanted, :count]  # no die has two colours


def recognise(
    known: KnownDice, seen: F64, said: F64, real: F64, places: tuple[Colour, ...]
) -> Assignment | None:
    """Which die is which, by what is known of them; None where not all that is expected is known, or where
    more than a third of the dice plainly have other paints.

    `seen`: tones, dice x 3; `said`: the reader's log-probabilities, dice x 6 in COLOUR_ORDER; `real`: the
    probability that each is a die; `places`: the set that is expected.

    A way's probability is that of its tones about the known ones, all shifted alike by the light, times that
    of what the reader says. Every way that is at all likely has its own light.
    """
    colours = known.colours
    if not set(places) <= set(colours) or not len(seen):
        return None
    columns = np.array([COLOUR_ORDER.index(c) for c in (*colours, "other")])
    scores, off = _each(known, seen, said, real, colours)
    strange = _stranger(seen)
    loose = scores[:, :-1] + _odds(off[:, :-1] / 3, strange[:, None])
    every = _ways(loose, [places.count(c) for c in colours])
    every, total, shift = _weigh(every, scores, off, strange, len(places))
    best = int(np.argmax(total))
    placed = every[best] < len(colours)
    off_tone = _likely(off[np.arange(len(seen)), every[best]] - shift[best]) - strange < np.log(
        GLOSS_PROBABILITY
    )
    strangers = int((placed & off_tone).sum())
    if strangers > 1 and 3 * strangers > placed.sum():
        return None  # these are other dice
    chance = np.exp(total - total[best])
    chance /= chance.sum()

    shares = np.array([np.bincount(columns[way], chance, len(COLOUR_ORDER)) for way in every.T])
    given: tuple[Colour | None, ...] = tuple(
        colours[way] if way < len(colours) else None for way in every[best]
    )
    left = Counter(places) - Counter(colour for colour in given if colour is not None)
    lit = scores.copy()
    lit[:, :-1] += _odds(off[:, :-1] - shift[best], strange[:, None])
    alone = np.zeros((len(seen), len(COLOUR_ORDER)))
    alone[:, columns] = np.exp(lit - lit.max(1, keepdims=True))
    return Assignment(
        given,
        shares,
        tuple(c for c in COLOUR_ORDER for _ in range(left[c])),
        alone / alone.sum(1, keepdims=True),
    )


def _stranger(seen: F64) -> F64:
    """Log-probability density of each tone, were it that of anything."""
    away = (seen - np.median(seen, 0)) / STRANGER_TONE_SPREAD
    return np.asarray(
        -0.5 * (away**2).sum(1) - np.log(STRANGER_TONE_SPREAD).sum() - 1.5 * np.log(2 * np.pi), np.float64
    )


def _odds(off: F64, strange: F64) -> F64:
    """Log-odds against a stranger of tones that are `off` (… x 3) from what they should be."""
    return np.asarray(
        np.logaddexp(np.log1p(-GLOSS_PROBABILITY) + _likely(off) - strange, np.log(GLOSS_PROBABILITY)),
        np.float64,
    )


def _likely(off: F64) -> F64:
    """Log-probability density of tones that are `off` (… x 3) from what they should be, without gloss."""
    far = ((off / TONE_SPREAD) ** 2).sum(-1)
    constant = (
        lgamma((TONE_DEGREES_OF_FREEDOM + 3) / 2)
        - lgamma(TONE_DEGREES_OF_FREEDOM / 2)
        - 1.5 * np.log(TONE_DEGREES_OF_FREEDOM * np.pi)
        - np.log(TONE_SPREAD).sum()
    )
    return np.asarray(
        constant - (TONE_DEGREES_OF_FREEDOM + 3) / 2 * np.log1p(far / TONE_DEGREES_OF_FREEDOM), np.float64
    )


def _weigh(
    every: NDArray[np.intp], scores: F64, off: F64, strange: F64, expected: int
) -> tuple[NDArray[np.intp], F64, F64]:
    """The likeliest of the ways, their log-probabilities, and the shift of the light in each (x 3).

    First by normal differences, from which the shift can be integrated out by completing the square; then by
    Student's, the shift found by reweighting (K. Lange, R. Little and J. Taylor, 1989).
    """
    rows, none = np.arange(len(scores)), scores.shape[1] - 1
    placed = every < none
    base = scores[rows, every].sum(1) + ABSENT_LOG_PROBABILITY * (expected - placed.sum(1))
    way = off[rows, every]  # ways x dice x 3
    loose, prior = 4.0 * np.array(TONE_SPREAD) ** 2, np.array(LIGHT_SHIFT_SPREAD) ** -2.0
    strength = placed.sum(1)[:, None] / loose
    pull = way.sum(1) / loose
    rough = base - (placed * strange).sum(1)
    rough -= 0.5 * ((way**2).sum(1) / loose + placed.sum(1)[:, None] * np.log(2 * np.pi * loose)).sum(1)
    rough += (0.5 * pull**2 / (strength + prior) - 0.5 * np.log1p(strength / prior)).sum(1)
    chosen = np.argsort(-rough)[:MAX_ASSIGNMENTS]
    way, placed, shift = way[chosen], placed[chosen], (pull / (strength + prior))[chosen]
    scale = np.array(TONE_SPREAD) ** -2.0
    for _ in range(4):
        far = ((way - shift[:, None]) ** 2 * scale).sum(2)
        weight = (placed * (TONE_DEGREES_OF_FREEDOM + 3) / (TONE_DEGREES_OF_FREEDOM + far))[..., None] * scale
        strength = weight.sum(1)
        shift = (weight * way).sum(1) / (strength + prior)
    total = base[chosen] + (placed * _odds(way - shift[:, None], strange)).sum(1)
    total -= (0.5 * shift**2 * prior + 0.5 * np.log1p(strength / prior)).sum(1)
    return every[chosen], total, shift


def _each(known: KnownDice, seen: F64, said: F64, real: F64, colours: tuple[Colour, ...]) -> tuple[F64, F64]:
    """Of each die and colour, and of none last: the log-probability of all but its tone, and how far the tone
    is from the known one; dice x colours + 1, and that x 3."""
    names = len(COLOUR_ORDER)
    heard = np.exp(READER_EXPONENT * said)
    heard /= heard.sum(1, keepdims=True)
    scores = np.zeros((len(seen), len(colours) + 1))
    off = np.zeros((len(seen), len(colours) + 1, 3))
    for column, colour in enumerate(colours):
        dice = [die for die in known.dice if die.colour == colour]
        off[:, column] = seen - np.mean([die.tone for die in dice], 0)
        words = READER_TRUST * np.mean([die.said for die in dice], 0) + (1 - READER_TRUST) / names
        scores[:, column] = np.log(heard @ words) + np.log(real)
    words = np.full(names, (1 - READER_TRUST) / names)
    words[COLOUR_ORDER.index("other")] += READER_TRUST
    scores[:, -1] = np.log(1 - real + real * np.maximum(heard @ words, MIN_SURPLUS_PROBABILITY))
    return scores, off
