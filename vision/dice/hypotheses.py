"""Sums the weights of all hypotheses about which candidate is which die.

A hypothesis says of each candidate that it is nothing (log score 0), a spare die, or one of m expected dice.
The weight of a hypothesis is the exponential of the sum of its log scores, minus the costs of dice that
overlap. Dynamic programming over the 2^m sets of expected dice found so far gives the sum, which is exact
unless a group of overlapping candidates must be split (MAX_GROUP).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.geometry import F64

MAX_GROUP = 4
"""Largest number of overlapping candidates that are processed together. A larger group is split, and
costs between its parts are ignored."""
MAX_LOG_SCORE = 40.0
"""Log scores are clipped to plus or minus this, which is as good as certain."""

Choice = tuple[tuple[int, ...], float]
"""Candidates of a group that are taken for dice, and the factor by which their overlaps reduce weights."""


@dataclass(frozen=True, slots=True, eq=False)
class Sum:
    """The total weight of all hypotheses about N candidates and m dice, and the candidates' probabilities."""

    log_total: float  # the logarithm of the sum
    spare: F64  # N, the probability that each is a spare die
    expected: F64  # N x m, that each is each expected die; the remainder to 1 is "nothing"
    overlapping: F64  # N x N, the probability that two candidates of a group are both dice


@dataclass(frozen=True, slots=True, eq=False)
class _Steps:
    """Steps of the sum. Step i decides which expected die candidate i is, or that it is spare.

    Weights are arrays with one weight for each state, which is a set of expected dice found so far. Forward
    weights sum all ways to come to a state; backward weights sum all ways to go on from it.
    """

    spare: F64  # N, weights as a spare die
    expected: F64  # N x m, weights as each expected die
    without: NDArray[np.intp]  # states x m, the state before expected die p was found
    having: NDArray[np.intp]  # states x m, the state after
    filled: F64  # states x m, 1 if expected die p is found

    def forward(self, i: int, weights: F64) -> F64:
        """Return the forward weights after step i from `weights`, the forward weights before it."""
        after: F64 = self.spare[i] * weights + (weights[self.without] * self.filled) @ self.expected[i]
        return after

    def backward(self, i: int, weights: F64) -> F64:
        """Return the backward weights before step i from `weights`, the backward weights after it."""
        before: F64 = self.spare[i] * weights + (weights[self.having] * (1 - self.filled)) @ self.expected[i]
        return before

    def shares(self, i: int, before: F64, after: F64) -> tuple[float, F64]:
        """Return the weight of candidate i as a spare die, and its m weights as each expected die.

        `before`: the forward weights before step i; `after`: the backward weights after it.
        """
        filling = (before[:, None] * after[self.having] * (1 - self.filled)).sum(0) * self.expected[i]
        return float(self.spare[i] * (before @ after)), filling


def log_sum(spare: F64, expected: F64, overlaps: F64, *, alike: bool = True, full: bool = False) -> float:
    """Return the logarithm of the sum of the weights of all hypotheses, or -inf if the sum is 0.

    `spare`: N, log scores as a spare die; `expected`: N x m, log scores as each expected die. `overlaps`:
    N x N, the cost if two candidates are both dice. `alike`: True if the first two expected dice are
    interchangeable. `full`: True to sum only those hypotheses that find every expected die.
    """
    groups = [_choices(group, overlaps) for group in _groups(overlaps)]
    last, scale = _forward(_steps(spare, expected), groups)[-1]
    total = float(last @ _last_weights(expected.shape[1], alike, full))
    return scale + float(np.log(total)) if total > 0 else -np.inf


def add_up(spare: F64, expected: F64, overlaps: F64) -> Sum:
    """Return the total weight of all hypotheses, and the candidates' probabilities.

    The first two expected dice must be interchangeable. `spare`: N, log scores as a spare die; `expected`:
    N x m, log scores as each expected die; `overlaps`: N x N, the cost if two candidates are both dice.
    """
    n, m = expected.shape
    steps = _steps(spare, expected)
    groups = [_choices(group, overlaps) for group in _groups(overlaps)]
    *before, (last, scale) = _forward(steps, groups)
    later = _last_weights(m, True, False)
    total = Sum(scale + float(np.log(last @ later)), np.zeros(n), np.zeros((n, m)), np.zeros((n, n)))
    for choices, (weights, _) in zip(reversed(groups), reversed(before), strict=True):
        later = _backward(steps, choices, weights, later, total)
    return total


def _last_weights(count: int, alike: bool, full: bool) -> F64:
    """Return the backward weight of each set of expected dice after the last candidate.

    It is usually 1. With `alike`, it is 1/2 for sets with die 0 or 1, because their hypotheses are counted
    twice. With `full`, it is 0 for sets that lack one of `count` dice.
    """
    states = np.arange(1 << count)
    ends = np.where(states & 3, 0.5, 1.0) if alike and count > 1 else np.ones(1 << count)
    return np.where(states == states[-1], ends, 0.0) if full else ends


def _forward(steps: _Steps, groups: Sequence[Sequence[Choice]]) -> list[tuple[F64, float]]:
    """Return the forward weights before each group and after the last group.

    Each array is scaled to a maximum of 1, and comes with the logarithm of the factor divided out so far."""
    weights, scale = np.zeros(len(steps.filled)), 0.0
    weights[0] = 1.0
    sets = [(weights, scale)]
    for choices in groups:
        after = np.zeros_like(weights)
        for chosen, factor in choices:
            part = weights
            for i in chosen:
                part = steps.forward(i, part)
            after += factor * part
        size = float(after.max())
        weights, scale = after / size, scale + float(np.log(size))
        sets.append((weights, scale))
    return sets


def _steps(spare: F64, expected: F64) -> _Steps:
    places = np.arange(expected.shape[1])
    states = np.arange(1 << len(places))[:, None]
    filled = (states >> places & 1).astype(np.float64)
    bits = 1 << places
    return _Steps(
        np.exp(np.clip(spare, -MAX_LOG_SCORE, MAX_LOG_SCORE)),
        np.exp(np.clip(expected, -MAX_LOG_SCORE, MAX_LOG_SCORE)),
        states & ~bits,
        states | bits,
        filled,
    )


def _groups(overlaps: F64) -> list[list[int]]:
    """Return all candidates in groups. Those that overlap share a group, unless it would exceed MAX_GROUP."""
    links = np.triu(overlaps, 1)
    pairs = sorted(zip(*np.nonzero(links), strict=True), key=lambda pair: -links[pair])
    group_of = {i: [i] for i in range(len(overlaps))}
    for i, j in pairs:
        one, other = group_of[int(i)], group_of[int(j)]
        if one is not other and len(one) + len(other) <= MAX_GROUP:
            one += other
            for k in other:
                group_of[k] = one
    return [group for i, group in group_of.items() if group[0] == i]


def _choices(group: Sequence[int], overlaps: F64) -> list[Choice]:
    """Return each subset of a group, with the factor by which the subset's overlaps reduce weights."""
    choices = []
    for count in range(len(group) + 1):
        for chosen in combinations(group, count):
            cost = sum(float(overlaps[i, j]) for i, j in combinations(chosen, 2))
            choices.append((chosen, float(np.exp(-min(cost, MAX_LOG_SCORE)))))
    return choices


def _backward(steps: _Steps, choices: Sequence[Choice], before: F64, after: F64, sums: Sum) -> F64:
    """Add the probabilities for one group to `sums`, and return the backward weights before the group.

    `before`: the forward weights before the group; `after`: the backward weights after the group.
    """
    earlier, total = np.zeros_like(after), 0.0
    parts: list[tuple[tuple[int, ...], float, list[tuple[float, F64]]]] = []
    for chosen, factor in choices:
        ahead = [before]
        for i in chosen[:-1]:
            ahead.append(steps.forward(i, ahead[-1]))
        behind, shares = after, []
        for i, start in zip(reversed(chosen), reversed(ahead), strict=False):
            shares.append(steps.shares(i, start, behind))
            behind = steps.backward(i, behind)
        weight = factor * float(before @ behind)
        total += weight
        earlier += factor * behind
        parts.append((chosen, factor, shares))
    for chosen, factor, shares in parts:
        for i, (spare, expected) in zip(reversed(chosen), shares, strict=True):
            sums.spare[i] += factor * spare / total
            sums.expected[i] += factor * expected / total
        if len(chosen) > 1:
            whole = factor * (shares[0][0] + shares[0][1].sum()) / total
            for i, j in combinations(chosen, 2):
                sums.overlapping[i, j] += whole
                sums.overlapping[j, i] += whole
    return np.asarray(earlier / earlier.max(), np.float64)
