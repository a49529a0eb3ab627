"""Computes equilibria of small games in which all players decide at the same time.

An equilibrium gives each player's choices probabilities (weights) with which no player gains by deviating.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from math import exp, prod

import numpy as np
import numpy.typing as npt

from companion.rules import Mark

Floats = npt.NDArray[np.float64]
Replies = tuple[tuple[str, Mark], ...]
"""(player, mark) of each of the other players, who decide at the same time; any player not listed passes."""
Mixture = tuple[tuple[float, Mark], ...]
"""(weight, mark) of a player's possible marks, likeliest first; the weights add up to 1."""

MAX_PROFILES = 16
"""Largest number of combinations of likely marks in the equilibrium of three or more players."""
MAX_LIKELY_MARKS = 3
"""Largest number of marks of one player that count as likely."""
MIN_REPLY_WEIGHT = 0.02
"""A mark is likely only if its weight exceeds this; the best mark has weight 1."""
REPLY_TEMPERATURE = 0.03
"""A mark whose chance to win is this much lower than that of the best mark has a weight of 1/e."""
MIN_MIXED_PROBABILITY = 0.01
"""Marks with at most this weight are dropped from an equilibrium."""
MIN_SWING = 0.02
"""A player's decision matters to a mark if it changes the chance to win after the mark by at least this."""
TOLERANCE = 1e-9
"""Smaller gains from a deviation are ignored, because they may come from rounding."""
ROUNDS = 400
"""Number of rounds of fictitious play."""


def solve_matrix_game(payoffs: Floats) -> tuple[Floats, Floats]:
    """Return the weights of the rows (m,) and columns (n,) in an equilibrium of a zero-sum game.

    `payoffs` (m, n): what the row player wins and the column player loses. Some square submatrix gives an
    equilibrium (Shapley and Snow, 1950). If rounding hides it, fictitious play gives approximate weights.
    """
    m, n = payoffs.shape
    for size in range(1, min(m, n) + 1):
        for rows, columns in product(combinations(range(m), size), combinations(range(n), size)):
            part = payoffs[np.ix_(rows, columns)]
            try:
                row_weights, column_weights = _equalising(part.T), _equalising(part)
            except np.linalg.LinAlgError:
                continue
            if min(row_weights.min(), column_weights.min()) < -TOLERANCE:
                continue
            x, y = np.zeros(m), np.zeros(n)
            x[list(rows)], y[list(columns)] = row_weights, column_weights
            value = x @ payoffs @ y
            if (payoffs @ y).max() <= value + TOLERANCE and (x @ payoffs).min() >= value - TOLERANCE:
                return x, y
    x, y = _fictitious_play([payoffs, -payoffs], [np.ones(m) / m, np.ones(n) / n])
    return x, y


def _equalising(part: Floats) -> Floats:
    """Return weights (k,) of the columns with which all rows of `part` (k, k) have the same mean.

    Raise LinAlgError if there are none.
    """
    size = len(part)
    system = np.zeros((size + 1, size + 1))
    system[:size, :size], system[:size, size], system[size, :size] = part, -1.0, 1.0
    target = np.zeros(size + 1)
    target[size] = 1.0
    return np.asarray(np.linalg.solve(system, target)[:size], np.float64)


def solve_joint_game(payoffs: Sequence[Floats], expected: Sequence[Floats]) -> tuple[Floats, ...]:
    """Return the weights of each player's choices in an equilibrium.

    If player i has k_i choices, the arrays in `payoffs` (what each player wins) have the shape (k_1, …, k_n),
    and those in `expected` (prior weights of the choices) have the shape (k_i,). The result is the likeliest
    equilibrium (by `expected`) in which each player has one certain choice. If there is none, fictitious play
    gives the weights (Brown, 1951).
    """
    shape = payoffs[0].shape
    stable = [
        profile
        for profile in np.ndindex(*shape)
        if all(
            payoff[profile] >= payoff[(*profile[:i], slice(None), *profile[i + 1 :])].max() - TOLERANCE
            for i, payoff in enumerate(payoffs)
        )
    ]
    if not stable:
        return _fictitious_play(payoffs, expected)
    likeliest = max(
        stable,
        key=lambda profile: float(np.prod([e[k] for e, k in zip(expected, profile, strict=True)])),
    )
    return tuple(np.eye(count)[choice] for count, choice in zip(shape, likeliest, strict=True))


def _fictitious_play(payoffs: Sequence[Floats], expected: Sequence[Floats]) -> tuple[Floats, ...]:
    """Return each player's weights: how often a choice was the best answer to the others' past choices.

    `payoffs`, `expected` (the weights at the start): as for `solve_joint_game`.
    """
    counts = [weights.copy() for weights in expected]
    for _ in range(ROUNDS):
        shares = [count / count.sum() for count in counts]
        for player, payoff in enumerate(payoffs):
            worth = payoff
            for other in reversed(range(len(shares))):
                if other != player:
                    worth = np.tensordot(worth, shares[other], axes=([other], [0]))
            counts[player][int(worth.argmax())] += 1
    return tuple(count / count.sum() for count in counts)


def likely_marks(best: Mark, wins: Mapping[Mark, float]) -> Mixture:
    """Return a player's likely marks with their weights. `wins`: the chance to win after each legal mark."""
    weights = [
        (1.0 if mark == best else exp((win - wins[best]) / REPLY_TEMPERATURE), mark)
        for mark, win in wins.items()
    ]
    weights = sorted((w for w in weights if w[0] > MIN_REPLY_WEIGHT), key=lambda w: -w[0])
    return _normalised(weights[:MAX_LIKELY_MARKS])


def fewer_profiles(likely: Mapping[str, Mixture]) -> dict[str, Mixture]:
    """Return the mixtures without the least likely marks: at most MAX_PROFILES combinations remain."""
    kept = dict(likely)
    while prod(map(len, kept.values())) > MAX_PROFILES:
        player = min((p for p in kept if len(kept[p]) > 1), key=lambda p: kept[p][-1][0])
        kept[player] = _normalised(kept[player][:-1])
    return kept


def mixture(marks: Sequence[Mark], weights: Floats) -> Mixture:
    """Return the marks as a mixture, without marks whose weight is at most MIN_MIXED_PROBABILITY."""
    likely = [(float(w), mark) for w, mark in zip(weights, marks, strict=True) if w > MIN_MIXED_PROBABILITY]
    return _normalised(sorted(likely, key=lambda pair: -pair[0]))


def _normalised(weights: Sequence[tuple[float, Mark]]) -> Mixture:
    total = sum(weight for weight, _ in weights)
    return tuple((weight / total, mark) for weight, mark in weights)


def combinations_of(mixtures: Sequence[tuple[str, Mixture]]) -> list[tuple[float, Replies]]:
    """Return every combination of the players' marks with its probability, likeliest first."""
    combinations = [
        (
            prod(weight for weight, _ in choices),
            tuple((name, mark) for (name, _), (_, mark) in zip(mixtures, choices, strict=True)),
        )
        for choices in product(*(mixture for _, mixture in mixtures))
    ]
    return sorted(combinations, key=lambda pair: -pair[0])


def swinging_player(ways: Sequence[tuple[float, Replies, float]]) -> str | None:
    """Return the player whose reply to a mark most affects the chance to win, or None if no reply matters.

    `ways`: (probability, replies, chance to win after them) of each combination of replies.
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
