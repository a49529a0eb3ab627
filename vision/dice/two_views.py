"""Combines two views (pictures) of one roll, since a die that is doubtful in one may be clear in the other.

Dice are matched by their colours, and the probabilities of their values are multiplied.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Literal

import numpy as np

from vision.dice.scoring import kind_of, scoring
from vision.geometry import F64
from vision.reading import Colour, Die, Reading

Outcome = Literal["settled", "doubtful", "different", "another throw"]
"""In order: all dice are sure; some die is doubtful; both views are sure, but differ; too few sure dice
agree, so the views show different throws."""

MIN_AGREEING = 3
"""Number of sure dice that must agree if both views show one throw. By chance, three agree 1 in 216 times."""
MIN_PROBABILITY = 1e-6


@dataclass(frozen=True, slots=True)
class SettledDie:
    """One die of the roll, as both views together show it."""

    colour: Colour
    value: int
    probability: float  # that `value` is right
    doubtful: bool = False  # True if a person must be asked


@dataclass(frozen=True, slots=True)
class TwoViews:
    """The result of comparing two views of a roll."""

    outcome: Outcome
    dice: tuple[SettledDie, ...]  # one per expected die, in order, the two white ones first
    differs: tuple[Colour, ...] = ()  # colours of dice whose values differ although both views are sure


def compare(first: Reading, second: Reading, places: Sequence[Colour], sides: int) -> TwoViews:
    """Compare two readings of a roll. `places`: the colours of the expected dice, the two white ones first.

    A person is asked about the dice of a colour if one of them leans in a view, if neither view is sure, or
    if a sure view differs from the result. Further dice are asked about, least sure first, until the reader
    is sure of the roll.
    """
    colours = list(dict.fromkeys(places))
    dice: list[SettledDie] = []
    asked: set[int] = set()
    differs: list[Colour] = []
    agreeing = 0
    for colour in colours:
        one, other = (_one_colour(view, colour, places, sides) for view in (first, second))
        at, settled = len(dice), _settled(colour, one, other)
        dice += settled
        shown = tuple(sorted(die.value for die in settled))
        views = (one, other)
        unsure = not any(view.is_sure for view in views)
        if (
            unsure
            or any(view.leans for view in views)
            or any(view.is_sure and view.shown != shown for view in views)
        ):
            asked |= set(range(at, len(dice)))
        if one.is_sure and other.is_sure:
            agreeing += len(shown) if one.shown == other.shown else 0
            differs += [colour] if one.shown != other.shown else []
    asked = _to_ask(dice, asked, sides)
    outcome: Outcome = "different" if differs else "doubtful" if asked else "settled"
    if agreeing < MIN_AGREEING:
        outcome = "another throw"
    judged = tuple(replace(die, doubtful=index in asked) for index, die in enumerate(dice))
    return TwoViews(outcome, judged, tuple(differs))


@dataclass(frozen=True, slots=True, eq=False)
class _OneColour:
    """The dice of one colour in one view."""

    odds: F64  # the likelihood of each value, one row per expected die
    shown: tuple[int, ...]  # the likeliest value of each die, sorted
    is_sure: bool
    leans: bool  # True if one of the dice leans


def _one_colour(view: Reading, colour: Colour, places: Sequence[Colour], sides: int) -> _OneColour:
    dice = [die for die in view.dice if die.colour == colour]
    due = list(places).count(colour)
    odds = np.full((due, sides), 1 / sides)
    if len(dice) <= due:
        for row, die in zip(odds, dice, strict=False):
            if die.shows_top:
                row[:] = _values(die, sides)
    is_sure = len(dice) == due and not any(die.doubtful for die in dice)
    leans = any(die.state == "cocked" for die in dice)
    return _OneColour(odds, tuple(sorted(die.value for die in dice)), is_sure, leans)


def _values(die: Die, sides: int) -> F64:
    """Return the probability of each value. A lower confidence of the die makes the distribution flatter."""
    said = np.full(sides, MIN_PROBABILITY)
    for value, probability in die.alternatives:
        if value <= sides:
            said[value - 1] = max(probability, MIN_PROBABILITY)
    said /= said.sum()
    is_it = min(1.0, die.confidence / max(said[die.value - 1], MIN_PROBABILITY))
    return np.asarray(is_it * said + (1 - is_it) / sides, np.float64)


def _settled(colour: Colour, one: _OneColour, other: _OneColour) -> list[SettledDie]:
    """Return the dice of one colour, from both views. White dice may be in another order in each view."""
    if len(one.odds) == 1:
        both = one.odds[0] * other.odds[0]
        both = both / both.sum()
        return [SettledDie(colour, int(both.argmax()) + 1, float(both.max()))]
    pairs = _pairs(one.odds) * _pairs(other.odds)
    pairs = np.triu(pairs + pairs.T - np.diag(np.diag(pairs)))  # each pair of values once
    pairs = pairs / pairs.sum()
    low, high = (int(i) for i in np.unravel_index(int(pairs.argmax()), pairs.shape))
    first, second = low, high
    if one.odds[0, high] * one.odds[1, low] > one.odds[0, low] * one.odds[1, high]:
        first, second = high, low
    each = float(np.sqrt(pairs.max()))
    return [SettledDie(colour, value + 1, each) for value in (first, second)]


def _pairs(odds: F64) -> F64:
    """Return the probability of each pair of values of two dice whose order is unknown: sides x sides."""
    ordered = np.outer(odds[0], odds[1])
    return np.asarray((ordered + ordered.T) / 2, np.float64)


def _to_ask(dice: Sequence[SettledDie], asked: set[int], sides: int) -> set[int]:
    """Return `asked` plus the indices of further dice, the least sure first, until the roll is sure."""
    by = scoring(kind_of(sides))
    to_ask = set(asked)
    log_right = sum(log(die.probability) for index, die in enumerate(dice) if index not in to_ask)
    for index in sorted(range(len(dice)), key=lambda index: dice[index].probability):
        if by.calibrated_probability(min(0.0, log_right)) >= by.sure:
            break
        if index not in to_ask:
            to_ask.add(index)
            log_right -= log(dice[index].probability)
    return to_ask
