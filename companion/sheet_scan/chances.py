"""Probabilities from log odds, and of sums of uncertain crosses."""

import math
from collections.abc import Iterable

MAX_LOG_ODDS = 30.0
"""Log odds beyond this, positive or negative, are cut off."""


def odds_of(log_odds: float) -> float:
    """Return the odds, limited so that products of them don't overflow."""
    return math.exp(max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, log_odds)))


def probability(log_odds: float) -> float:
    """Return the probability that belongs to these log odds.

    >>> probability(0.0)
    0.5
    """
    odds = odds_of(log_odds)
    return odds / (1 + odds)


def at_least(crosses: Iterable[tuple[float, int]], needed: int) -> float:
    """Return the probability that there are at least `needed` crosses.

    `crosses`: independent places, each with its probability and the number of crosses that it counts as.

    >>> round(at_least([(0.5, 1), (0.5, 1)], 1), 2), at_least([(0.5, 2)], 2)
    (0.75, 0.5)
    """
    counts = [1.0]
    for p, worth in crosses:
        after = [0.0] * (len(counts) + worth)
        for n, chance in enumerate(counts):
            after[n] += chance * (1 - p)
            after[n + worth] += chance * p
        counts = after
    return sum(counts[needed:])
