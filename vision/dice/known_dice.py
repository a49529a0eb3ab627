"""The six dice of one table as its camera sees them: what they look like, and which is which.

The dice are their own colour chart: six known paints in an unknown light. For each way to give the dice their
colours the shift of the light is fitted, so that candles, white balance and exposure, which move all dice
together, do not confuse them.
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

from vision.dice.assignment import (
    ABSENT_LOG_PROBABILITY,
    COLOUR_ORDER,
    MIN_SURPLUS_PROBABILITY,
    Assignment,
)
from vision.frames.image import Image
from vision.geometry import Box, longer_side
from vision.reading import Colour

F64 = NDArray[np.float64]
Tone = tuple[float, float, float]
"""A paint in a light: log of brightness, log of red over green, log of blue over green; of linear light."""

LINEAR_LIGHT = ((np.arange(256) / 255) ** 2.2).astype(np.float32)
"""Linear light of each byte of a picture."""
SAMPLED_SHARE = 0.76
"""Width and height of the part of a die's box that its tone is taken from."""
PATCH_PIXELS = 32
"""Side to which that part is scaled."""
CHROMA_QUANTILES = (0.5, 0.95)
"""Which pixels of the patch count, by the strength of their colour; the strongest are noise."""
NOISE_LIGHT = 0.02
"""Added to linear light before its logarithm: below it there is noise."""

TONE_SPREAD: Tone = (0.25, 0.1, 0.1)
"""Scale of a die's tone from roll to roll, besides the shift of all dice: shade, pips, gloss."""
TONE_DEGREES_OF_FREEDOM = 4.0
"""Of these differences (Student's distribution): gloss sometimes moves a tone far."""
GLOSS_PROBABILITY = 0.03
"""How often a tone says nothing: a lamp is reflected, or the shadow of a hand lies there."""
LIGHT_SHIFT_SPREAD: Tone = (0.8, 0.3, 0.3)
"""Standard deviations of the shift of all dice by exposure and white balance."""
STRANGER_TONE_SPREAD: Tone = (1.0, 0.6, 0.6)
"""Standard deviations of the tones of what is not one of these dice."""
READER_EXPONENT = 0.7
"""Exponent on the reader's probabilities: the reader saw the same pixels as the tone."""
READER_TRUST = 0.85
"""How much of the reader's probabilities for a die stays the same next time; the rest is spread evenly."""
DICE_A_COLOUR = 3
"""A colour is tried on this many dice, the likeliest, and on one more for each further place of that
colour."""
MAX_ASSIGNMENTS = 300
"""So many ways, the likeliest by a quick estimate, are weighed in full."""
MAX_SIZE_RATIO = 1.75
"""How many times larger or smaller than any known die a die may look: it may lie nearer, farther, or
askew."""
MIN_MISSING_PROBABILITY = 0.05
"""Probability above which a thing of the right size and colour may be the die that is missing."""
MISSING_SCORE_DIVISOR = 2.0
"""Divides the score of such a thing to give the probability that it is a die."""
MIN_DICE_OF_SIZE = 4
"""Dice of the known size that must be found before others are rejected for their size."""


@dataclass(frozen=True, slots=True)
class KnownDie:
    """One die of the set.

    `said`: the probabilities that the reader gives its colour, in COLOUR_ORDER. Its paint may differ from the
    name of its colour in the game: orange for yellow.
    """

    colour: Colour
    tone: Tone
    said: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class KnownDice:
    """The dice of a table.

    `size`: width and height of the frames in pixels; `edges`: the longer side of the smallest and of the
    largest die's box in them; `ground`: tone of the whole frame.
    """

    size: tuple[int, int]
    edges: tuple[float, float]
    sides: int
    ground: Tone
    dice: tuple[KnownDie, ...]

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours that are known, in COLOUR_ORDER."""
        here = {die.colour for die in self.dice}
        return tuple(name for name in COLOUR_ORDER if name in here)

    def of_size(self, box: Box, size: tuple[int, int]) -> bool:
        """Whether a box in a frame of `size` is as large as these dice may look."""
        side = longer_side(box) * max(self.size) / max(size)
        return self.edges[0] / MAX_SIZE_RATIO <= side <= self.edges[1] * MAX_SIZE_RATIO


def tones_of_light(light: NDArray[np.float32]) -> F64:
    """Tones, N x 3, of linear light, N x 3 in BGR."""
    log = np.log(light.astype(np.float64) + NOISE_LIGHT)
    return np.stack([log @ [0.1, 0.6, 0.3], log[:, 2] - log[:, 1], log[:, 0] - log[:, 1]], -1)


def hue(tone: Tone) -> tuple[int, int, int]:
    """Red, green and blue bytes of a tone, to show what the camera sees."""
    green = tone[0] - 0.3 * tone[1] - 0.1 * tone[2]
    light = np.exp([green + tone[1], green, green + tone[2]]) - NOISE_LIGHT
    red, green, blue = np.rint(255 * np.clip(light, 0, 1) ** (1 / 2.2)).astype(int)
    return (int(red), int(green), int(blue))


def tone_of(image: Image, box: Box) -> F64:
    """The tone of a die's body, 3, from the more colourful half of the pixels in the middle of its box.

    Pips and gloss have less colour than a coloured die, and as much as a white one.
    """
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


def recognise(
    known: KnownDice, seen: F64, said: F64, real: F64, places: tuple[Colour, ...]
) -> Assignment | None:
    """Which die is which, by what is known of them.

    `seen`: tones, N x 3; `said`: the reader's log-probabilities, N x 6 in COLOUR_ORDER; `real`: the
    probability that each is a die; `places`: the set that is expected. None if not all of the set is known,
    or if more than a third of the dice plainly have other paints.

    A way to give the dice colours has the probability of their tones about the known ones, all shifted alike
    by the light, times that of what the reader says. Each way that is at all likely has its own light.
    """
    colours = known.colours
    if not set(places) <= set(colours) or not len(seen):
        return None
    columns = np.array([COLOUR_ORDER.index(c) for c in (*colours, "other")])
    scores, off = _each_alone(known, seen, said, real, colours)
    stranger = _stranger_density(seen)
    rough = scores[:, :-1] + _tone_odds(off[:, :-1] / 3, stranger[:, None])
    ways = _ways(rough, [places.count(c) for c in colours])
    ways, total, shift = _weigh(ways, scores, off, stranger, len(places))
    best = int(np.argmax(total))
    way = ways[best]
    if _are_other_dice(off[np.arange(len(seen)), way] - shift[best], stranger, way < len(colours)):
        return None
    chance = np.exp(total - total[best])
    chance /= chance.sum()
    shares = np.array([np.bincount(columns[choice], chance, len(COLOUR_ORDER)) for choice in ways.T])
    given: tuple[Colour | None, ...] = tuple(colours[c] if c < len(colours) else None for c in way)
    left = Counter(places) - Counter(colour for colour in given if colour is not None)
    lit = scores.copy()
    lit[:, :-1] += _tone_odds(off[:, :-1] - shift[best], stranger[:, None])
    alone = np.zeros((len(seen), len(COLOUR_ORDER)))
    alone[:, columns] = np.exp(lit - lit.max(1, keepdims=True))
    missing = tuple(c for c in COLOUR_ORDER for _ in range(left[c]))
    return Assignment(given, shares, missing, alone / alone.sum(1, keepdims=True))


def _each_alone(
    known: KnownDice, seen: F64, said: F64, real: F64, colours: tuple[Colour, ...]
) -> tuple[F64, F64]:
    """For each die and colour, and for no colour last: the log-probability without its tone, N x (colours +
    1), and how far its tone is from the known one, that x 3."""
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


def _ways(likely: F64, capacities: Sequence[int]) -> NDArray[np.intp]:
    """Ways to give the dice colours: ways x dice, each the index of a colour, or the number of colours for
    none.

    `likely`: dice x colours; each colour goes to its DICE_A_COLOUR likeliest dice and one more for each
    further place, or to none. `capacities`: how many places each colour has.
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


def _weigh(
    ways: NDArray[np.intp], scores: F64, off: F64, stranger: F64, expected: int
) -> tuple[NDArray[np.intp], F64, F64]:
    """The likeliest of the ways (W x dice), their log-probabilities (W), and the shift of the light in each
    (W x 3).

    First by normal differences, from which the shift can be integrated out by completing the square; then by
    Student's, the shift found by reweighting (K. Lange, R. Little and J. Taylor, 1989).
    """
    rows, none = np.arange(len(scores)), scores.shape[1] - 1
    placed = ways < none
    base = scores[rows, ways].sum(1) + ABSENT_LOG_PROBABILITY * (expected - placed.sum(1))
    way = off[rows, ways]  # ways x dice x 3
    rough, shift = _rough_weights(base, way, placed, stranger)
    chosen = np.argsort(-rough)[:MAX_ASSIGNMENTS]
    way, placed, shift = way[chosen], placed[chosen], shift[chosen]
    prior, scale = np.array(LIGHT_SHIFT_SPREAD) ** -2.0, np.array(TONE_SPREAD) ** -2.0
    degrees = TONE_DEGREES_OF_FREEDOM
    strength = np.zeros_like(shift)
    for _ in range(4):
        far = ((way - shift[:, None]) ** 2 * scale).sum(2)
        weight = (placed * (degrees + 3) / (degrees + far))[..., None] * scale
        strength = weight.sum(1)
        shift = (weight * way).sum(1) / (strength + prior)
    total = base[chosen] + (placed * _tone_odds(way - shift[:, None], stranger)).sum(1)
    total -= (0.5 * shift**2 * prior + 0.5 * np.log1p(strength / prior)).sum(1)
    return ways[chosen], total, shift


def _rough_weights(base: F64, way: F64, placed: NDArray[np.bool_], stranger: F64) -> tuple[F64, F64]:
    """Log-probabilities (W) by normal differences of twice the scale, and the likeliest shift of the light (W
    x 3)."""
    loose, prior = 4.0 * np.array(TONE_SPREAD) ** 2, np.array(LIGHT_SHIFT_SPREAD) ** -2.0
    count = placed.sum(1)[:, None]
    strength, pull = count / loose, way.sum(1) / loose
    rough = base - (placed * stranger).sum(1)
    rough -= 0.5 * ((way**2).sum(1) / loose + count * np.log(2 * np.pi * loose)).sum(1)
    rough += (0.5 * pull**2 / (strength + prior) - 0.5 * np.log1p(strength / prior)).sum(1)
    return rough, pull / (strength + prior)


def _are_other_dice(off: F64, stranger: F64, placed: NDArray[np.bool_]) -> bool:
    """Whether more than a third of the placed dice have tones (N x 3 `off` from the known ones) like
    strangers'."""
    strangers = int((placed & (_tone_density(off) - stranger < np.log(GLOSS_PROBABILITY))).sum())
    return strangers > 1 and 3 * strangers > int(placed.sum())


def _stranger_density(seen: F64) -> F64:
    """Log-probability density of each tone, were it that of anything."""
    away = (seen - np.median(seen, 0)) / STRANGER_TONE_SPREAD
    constant = np.log(STRANGER_TONE_SPREAD).sum() + 1.5 * np.log(2 * np.pi)
    return np.asarray(-0.5 * (away**2).sum(1) - constant, np.float64)


def _tone_odds(off: F64, stranger: F64) -> F64:
    """Log odds against a stranger of tones that are `off` (… x 3) from the known ones."""
    gloss = np.log(GLOSS_PROBABILITY)
    return np.asarray(
        np.logaddexp(np.log1p(-GLOSS_PROBABILITY) + _tone_density(off) - stranger, gloss), np.float64
    )


def _tone_density(off: F64) -> F64:
    """Log-probability density of tones that are `off` (… x 3) from the known ones, without gloss."""
    far, degrees = ((off / TONE_SPREAD) ** 2).sum(-1), TONE_DEGREES_OF_FREEDOM
    constant = (
        lgamma((degrees + 3) / 2)
        - lgamma(degrees / 2)
        - 1.5 * np.log(degrees * np.pi)
        - np.log(TONE_SPREAD).sum()
    )
    return np.asarray(constant - (degrees + 3) / 2 * np.log1p(far / degrees), np.float64)
