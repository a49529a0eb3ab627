"""Fairness: whether a die's throws are what an even die would show, by Pearson's test, and in plain words.

The statistic is K. Pearson's chi-square (1900). Up to EXACT throws its chance is counted exactly over all
ways in which an even die can fall (the multinomial distribution); beyond, the chi-square distribution is
used. Several dice are looked at together, so what each says is corrected by S. Holm's step-down method
(1979): the chance that any even die among them is called odd stays below LEVEL.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import erfc, exp, lgamma, pi, sqrt

import numpy as np
from numpy.typing import NDArray

EXACT = 60
"""Throws up to which the chance is counted exactly."""
FEWEST = 30
"""Throws below which nothing is said: a die that shows one face twice too often would rarely stand out."""
LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Fairness:
    """One die. `die`: "white" or its colour. `counts[i]`: how often face i + 1 fell.

    `chance`: how often an even die strays at least so far. `judged`: the same after Holm's correction for all
    dice that were looked at together. `band`: how often a face falls with an even die, 95 times in 100.
    """

    die: str
    counts: tuple[int, ...]
    chance: float
    judged: float
    band: tuple[int, int]

    @property
    def throws(self) -> int:
        """How often the die was thrown."""
        return sum(self.counts)

    @property
    def enough(self) -> bool:
        """Whether there are throws enough to say anything."""
        return self.throws >= FEWEST

    @property
    def odd(self) -> bool:
        """Whether the die strays farther than luck explains."""
        return self.enough and self.judged < LEVEL


def fairness(throws: Mapping[str, Iterable[int]], sides: int = 6) -> tuple[Fairness, ...]:
    """Each die's fairness, from its faces (1 to `sides`) in any order. Dice without a throw are left out."""
    counted = {die: [0] * sides for die in throws}
    for die, faces in throws.items():
        for face in faces:
            counted[die][face - 1] += 1
    counts = {die: tuple(found) for die, found in counted.items() if any(found)}
    chances = {die: chance_of(found) for die, found in counts.items()}
    judged = dict(zip(chances, holm(tuple(chances.values())), strict=True))
    return tuple(
        Fairness(die, found, chances[die], judged[die], band(sum(found), sides))
        for die, found in counts.items()
    )


def chance_of(counts: Sequence[int]) -> float:
    """How often an even die, thrown so many times, strays from even counts at least as far as these do.

    >>> round(chance_of((1, 0)), 6), round(chance_of((4, 0)), 6)
    (1.0, 0.125)
    """
    throws, sides = sum(counts), len(counts)
    if throws == 0:
        return 1.0
    if throws <= EXACT:
        tail = _tails(throws, sides)
        return float(min(1.0, tail[sum(count * count for count in counts)]))
    even = throws / sides
    return chi_square_tail(sum((count - even) ** 2 for count in counts) / even, sides - 1)


@lru_cache(maxsize=64)
def _tails(throws: int, sides: int) -> NDArray[np.float64]:
    """For each sum of squared counts the chance of that or a larger one; exact but for rounding.

    With even faces Pearson's statistic grows with the sum of squares, so one integer orders all outcomes.
    """
    most = throws * throws
    ways: NDArray[np.float64] = np.zeros((throws + 1, most + 1))
    ways[0, 0] = 1.0
    for _ in range(sides):
        grown = np.zeros_like(ways)
        for count in range(throws + 1):
            square, weight = count * count, exp(-lgamma(count + 1))
            grown[count:, square:] += weight * ways[: throws + 1 - count, : most + 1 - square]
        ways = grown
    chances = ways[throws] * exp(lgamma(throws + 1) - throws * np.log(sides))
    return np.cumsum(chances[::-1])[::-1]


def chi_square_tail(value: float, freedom: int) -> float:
    """The chance that a chi-square variable exceeds `value` (M. Abramowitz, I. Stegun, 1964: 26.4.4, 26.4.5).

    >>> round(chi_square_tail(11.0705, 5), 4), round(chi_square_tail(14.0671, 7), 4)
    (0.05, 0.05)
    """
    half = value / 2
    if freedom % 2:
        total, term = erfc(sqrt(half)), 2 * sqrt(half / pi) * exp(-half)
        for n in range(3, freedom + 1, 2):
            total += term
            term *= value / n
        return min(1.0, total)
    total = term = exp(-half)
    for n in range(1, freedom // 2):
        term *= half / n
        total += term
    return min(1.0, total)


def holm(chances: Sequence[float]) -> tuple[float, ...]:
    """The chances after Holm's correction for looking at all of them.

    >>> holm((0.01, 0.5, 0.04))
    (0.03, 0.5, 0.08)
    """
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    judged, highest = [0.0] * len(chances), 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[index]))
        judged[index] = highest
    return tuple(judged)


def band(throws: int, sides: int) -> tuple[int, int]:
    """The fewest and most times that one face falls, leaving out 2.5 in 100 of the cases at either end.

    >>> band(60, 6)
    (5, 16)
    """
    share = 1 / sides
    chances = [
        exp(
            lgamma(throws + 1)
            - lgamma(n + 1)
            - lgamma(throws - n + 1)
            + n * np.log(share)
            + (throws - n) * np.log1p(-share)
        )
        for n in range(throws + 1)
    ]
    below = np.cumsum(chances)
    return int(np.searchsorted(below, 0.025)), int(np.searchsorted(below, 0.975))
