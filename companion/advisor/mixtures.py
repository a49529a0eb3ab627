"""Mixtures: the probabilities of a player's marks, and combinations of several players' marks."""

from collections.abc import Mapping, Sequence
from itertools import product
from math import exp, prod

from companion.advisor.equilibrium import Floats
from companion.rules import Mark

Replies = tuple[tuple[str, Mark], ...]
"""Other players and their simultaneous decisions; players who are not listed pass."""
Mixture = tuple[tuple[float, Mark], ...]
"""A player's marks with their probabilities, which add up to 1, likeliest first."""

MAX_PROFILES = 16
"""Largest number of combinations of likely marks in the equilibrium of three or more players."""
MAX_LIKELY_MARKS = 3
"""Largest number of likely marks of a player."""
MIN_REPLY_WEIGHT = 0.02
"""A mark is likely only if its weight relative to the best mark exceeds this."""
REPLY_TEMPERATURE = 0.03
"""A mark whose chance to win is lower than the best by this much has a weight of 1/e."""
MIN_MIXED_PROBABILITY = 0.01
"""Marks with at most this probability are dropped from an equilibrium."""
MIN_SWING = 0.02
"""A mark depends on another player's decision if that changes its chance to win by at least this much."""


def likely_marks(best: Mark, wins: Mapping[Mark, float]) -> Mixture:
    """Return a player's likely marks. `wins`: the chance to win by mark."""
    weights = [
        (1.0 if mark == best else exp((win - wins[best]) / REPLY_TEMPERATURE), mark)
        for mark, win in wins.items()
    ]
    weights = sorted((w for w in weights if w[0] > MIN_REPLY_WEIGHT), key=lambda w: -w[0])
    return _normalised(weights[:MAX_LIKELY_MARKS])


def fewer_profiles(likely: Mapping[str, Mixture]) -> dict[str, Mixture]:
    """Return the mixtures without their least likely marks, so that they have at most MAX_PROFILES
    combinations."""
    kept = dict(likely)
    while prod(map(len, kept.values())) > MAX_PROFILES:
        player = min((p for p in kept if len(kept[p]) > 1), key=lambda p: kept[p][-1][0])
        kept[player] = _normalised(kept[player][:-1])
    return kept


def mixture(marks: Sequence[Mark], weights: Floats) -> Mixture:
    """Return the marks with their weights as a mixture; unlikely ones are dropped."""
    likely = [(float(w), mark) for w, mark in zip(weights, marks, strict=True) if w > MIN_MIXED_PROBABILITY]
    return _normalised(sorted(likely, key=lambda pair: -pair[0]))


def _normalised(weights: Sequence[tuple[float, Mark]]) -> Mixture:
    total = sum(weight for weight, _ in weights)
    return tuple((weight / total, mark) for weight, mark in weights)


def combinations_of(mixtures: Sequence[tuple[str, Mixture]]) -> list[tuple[float, Replies]]:
    """Return every combination of players' decisions with its probability, likeliest first."""
    combinations = [
        (
            prod(weight for weight, _ in choices),
            tuple((name, mark) for (name, _), (_, mark) in zip(mixtures, choices, strict=True)),
        )
        for choices in product(*(mixture for _, mixture in mixtures))
    ]
    return sorted(combinations, key=lambda pair: -pair[0])


def swinging_player(ways: Sequence[tuple[float, Replies, float]]) -> str | None:
    """Return the player whose decision changes a mark's chance to win most, or None if that is below
    MIN_SWING.

    `ways`: probability, replies, and the chance to win after them.
    """
    swings: dict[str, float] = {}
    for player, _ in ways[0][1]:
        by_mark: dict[Mark, list[tuple[float, float]]] = {}
        for weight, replies, win in ways:
            by_mark.setdefault(dict(replies)[player], []).append((weight, win))
        means = [sum(w * win for w, win in g) / sum(w for w, _ in g) for g in by_mark.values()]
        swings[player] = max(means) - min(means)
    most = max(swings, key=swings.__getitem__, default=None)
    return most if most is not None and swings[most] >= MIN_SWING else None
