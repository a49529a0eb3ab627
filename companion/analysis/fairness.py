"""Tests whether dice are fair, by K. Pearson's chi-square test (1900) on their throws.

If several dice are tested, S. Holm's step-down method (1979) adjusts the p-values, which keeps the
probability of calling any fair die odd (unfair) below SIGNIFICANCE_LEVEL.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import erfc, exp, lgamma, pi, sqrt

import numpy as np

MIN_THROWS = 100
"""A die with fewer throws than this is not tested."""
SIGNIFICANCE_LEVEL = 0.05
"""A die counts as odd (unfair) if its adjusted p-value is below this."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """The result of testing one die."""

    die: str  # "white" or its colour
    counts: tuple[int, ...]  # how often each face fell, from 1
    p_value: float  # probability that a fair die deviates at least this much
    adjusted_p_value: float  # after Holm's correction for all dice tested together
    expected_range: tuple[int, int]  # central 95 % range of a fair die's count of a face

    @property
    def throws(self) -> int:
        """Return the number of throws of the die."""
        return sum(self.counts)

    @property
    def odd(self) -> bool:
        """Return True if the die was thrown often enough and deviates significantly from a fair die."""
        return self.throws >= MIN_THROWS and self.adjusted_p_value < SIGNIFICANCE_LEVEL


def fairness(throws: Mapping[str, Iterable[int]], sides: int = 6) -> tuple[Fairness, ...]:
    """Return the test result of each die that was thrown. `throws`: the faces (from 1) of each die."""
    counted = {die: Counter(faces) for die, faces in throws.items()}
    faces = range(1, sides + 1)
    counts = {die: tuple(falls[face] for face in faces) for die, falls in counted.items() if falls}
    chances = {die: p_value(falls) for die, falls in counts.items()}
    judged = dict(zip(chances, holm_correction(tuple(chances.values())), strict=True))
    return tuple(
        Fairness(die, falls, chances[die], judged[die], expected_range(sum(falls), sides))
        for die, falls in counts.items()
    )


def p_value(counts: Sequence[int]) -> float:
    """Return the probability that a fair die deviates from equal counts at least as much as `counts`."""
    throws, sides = sum(counts), len(counts)
    if throws == 0:
        return 1.0
    even = throws / sides
    return chi_square_tail(sum((count - even) ** 2 for count in counts) / even, sides - 1)


def chi_square_tail(value: float, freedom: int) -> float:
    """Return the probability that a chi-square variable with `freedom` degrees of freedom exceeds `value`.

    From Abramowitz and Stegun, 26.4.4 and 26.4.5.
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


def holm_correction(chances: Sequence[float]) -> tuple[float, ...]:
    """Return the p-values `chances` after Holm's correction for multiple tests, in the same order."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    judged, highest = [0.0] * len(chances), 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[index]))
        judged[index] = highest
    return tuple(judged)


def expected_range(throws: int, sides: int) -> tuple[int, int]:
    """Return the range (lowest, highest) of the central 95 % of a face's counts in throws of a fair die.

    >>> expected_range(60, 6)
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
