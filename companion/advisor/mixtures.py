"""Mixtures: the marks that a player may make by chance, and what several players do at once."""

from collections.abc import Mapping, Sequence
from itertools import product
from math import exp, prod

from companion.advisor.equilibrium import Floats
from companion.rules import Mark

Replies = tuple[tuple[str, Mark], ...]
"""Other players and their simultaneous decisions; a player who is not named passes."""
Mixture = tuple[tuple[float, Mark], ...]
"""Marks of a player with their probabilities, which add up to 1, the likeliest first."""

MAX_PROFILES = 16
"""Largest number of combinations of the players' likely marks for the equilibrium of three players
and more."""
MAX_LIKELY_MARKS = 3
"""Marks of a player that are taken as likely."""
MIN_REPLY_WEIGHT = 0.02
"""Weight, relative to the best mark, below which a mark does not count as likely."""
REPLY_TEMPERATURE = 0.03
"""Difference in chance to win at which another player's reply has 1/e of the weight of the best."""
MIN_MIXED_PROBABILITY = 0.01
"""Probability below which a mark is left out of an equilibrium."""
MIN_SWING = 0.02
"""Difference in chances to win that makes a mark depend on another player's decision."""


def likely_marks(best: Mark, wins: Mapping[Mark, float]) -> Mixture:
    """Return the likeliest marks of a player, by their chances to win."""
    weights = [
        (1.0 if mark == best else exp((win - wins[best]) / REPLY_TEMPERATURE), mark)
        for mark, win in wins.items()
    ]
    weights = sorted((w for w in weights if w[0] > MIN_REPLY_WEIGHT), key=lambda w: -w[0])
    return _normalised(weights[:MAX_LIKELY_MARKS])


def fewer_profiles(likely: Mapping[str, Mixture]) -> dict[str, Mixture]:
    """Drop the least likely marks until at most MAX_PROFILES combinations remain."""
    kept = dict(likely)
    while prod(map(len, kept.values())) > MAX_PROFILES:
        player = min((p for p in kept if len(kept[p]) > 1), key=lambda p: kept[p][-1][0])
        kept[player] = _normalised(kept[player][:-1])
    return kept


def mixture(marks: Sequence[Mark], weights: Floats) -> Mixture:
    """Return the marks with their weights, without those of tiny probability."""
    likely = [(float(w), mark) for w, mark in zip(weights, marks, strict=True) if w > MIN_MIXED_PROBABILITY]
    return _normalised(sorted(likely, key=lambda pair: -pair[0]))


def _normalised(weights: Sequence[tuple[float, Mark]]) -> Mixture:
    total = sum(weight for weight, _ in weights)
    return tuple((weight / total, mark) for weight, mark in weights)


def combinations_of(mixtures: Sequence[tuple[str, Mixture]]) -> list[tuple[float, Replies]]:
    """Return every combination of the others' decisions with its probability, likeliest first."""
    combinations = [
        (
            prod(weight for weight, _ in choices),
            tuple((name, mark) for (name, _), (_, mark) in zip(mixtures, choices, strict=True)),
        )
        for choices in product(*(mixture for _, mixture in mixtures))
    ]
    return sorted(combinations, key=lambda pair: -pair[0])


def swinging_player(ways: Sequence[tuple[float, Replies, float]]) -> str | None:
    """Return the player whose open choice changes a mark's chance to win most, or None if it hardly changes.

    `ways`: probability, replies, and the chance to win then.
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
