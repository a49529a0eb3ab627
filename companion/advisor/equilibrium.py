"""Equilibria of small games with simultaneous decisions: from payoffs to the probability of each choice.

In an equilibrium no player gains by deviating alone. A player's choices have weights: the probabilities with
which the player makes them.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

TOLERANCE = 1e-9
"""Smaller gains from a deviation are ignored, because they may come from rounding."""
ROUNDS = 400
"""Rounds of fictitious play."""


def solve_matrix_game(payoffs: Floats) -> tuple[Floats, Floats]:
    """Return the weights of the rows (m,) and columns (n,) in an equilibrium of a zero-sum game.

    `payoffs` (m, n): what the row player wins and the column player loses. Some square submatrix gives an
    equilibrium (Shapley and Snow, 1950), so they are tried, smallest first. If rounding hides it, fictitious
    play gives approximate weights.
    """
    for size in range(1, min(payoffs.shape) + 1):
        for rows, columns in _parts(payoffs.shape, size):
            part = payoffs[np.ix_(rows, columns)]
            try:
                row_weights, column_weights = _equalising(part.T), _equalising(part)
            except np.linalg.LinAlgError:
                continue
            if min(row_weights.min(), column_weights.min()) < -TOLERANCE:
                continue
            x, y = np.zeros(payoffs.shape[0]), np.zeros(payoffs.shape[1])
            x[list(rows)], y[list(columns)] = row_weights, column_weights
            value = x @ payoffs @ y
            if (payoffs @ y).max() <= value + TOLERANCE and (x @ payoffs).min() >= value - TOLERANCE:
                return x, y
    x, y = _fictitious_play([payoffs, -payoffs], [np.ones(n) / n for n in payoffs.shape])  # by rounding
    return x, y


def _parts(shape: tuple[int, ...], size: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield the rows and columns of each square submatrix of this size."""
    yield from product(combinations(range(shape[0]), size), combinations(range(shape[1]), size))


def _equalising(part: Floats) -> Floats:
    """Return weights of the columns (k,) that give all rows of a square submatrix (k, k) the same value.

    Raise LinAlgError if there are none.
    """
    size = len(part)
    system = np.zeros((size + 1, size + 1))
    system[:size, :size], system[:size, size], system[size, :size] = part, -1.0, 1.0
    target = np.zeros(size + 1)
    target[size] = 1.0
    return np.asarray(np.linalg.solve(system, target)[:size], np.float64)


def solve_joint_game(payoffs: Sequence[Floats], expected: Sequence[Floats]) -> tuple[Floats, ...]:
    """Return the weights of each player's choices, (k_i,), in an equilibrium of a game of several players.

    `payoffs`: what each player wins, (k_1, …, k_n). `expected`: prior weights of each player's choices,
    (k_i,). Of several equilibria without randomness the likeliest by `expected` is returned. If there is
    none, fictitious play gives the weights (Brown, 1951).
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
    """Return how often each choice is the best answer to the others' past ones, starting from `expected`."""
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
