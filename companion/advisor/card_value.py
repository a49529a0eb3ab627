"""The value function for the card game, learned by self-play (`training.advice.learn_card_value`).

Its input is an observation: what one player knows about one opponent, as OBSERVED integers. An observation
describes a row by its state (next cell and crosses). The numbers of its cells don't matter, because all cards
are equally likely.
"""

import io
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.advisor.row_states import CLOSED, mark_cell, row_numbers
from companion.rules import Game
from vision.inference import network_bytes

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]
PATH = Path(__file__).parents[2] / "models" / "advice-cards.npz"

OBSERVED = 20
"""Number of integers in an observation.

They are the player's rows (4) and misses, the opponent's rows (4) and misses, the lead in points, the stage,
1 if the player about to play cards has marked already, and seven integers from `observed_hand`."""
WAITING, WATCHING, NEXT, PLAYING = range(4)
"""Stages of an observation: before an opponent's turn, before an opponent plays cards, before the player's
own turn, before the player plays cards."""
SIDE_WIDTH = CLOSED + 1 + 5
"""Number of features of a sheet: one per row state, and one each for 0 to 4 misses."""
WIDTH = 2 * SIDE_WIDTH + 2 + 4 + 1 + 7 + 1
"""Number of features of an observation."""
LEAD_UNIT_POINTS = 50.0
"""The feature for the lead is the lead in points divided by this."""
SPREAD_POINTS = (4.0, 12.0)
"""Scale, in points, of the logistic curve from lead to chance of winning: the scale at the end of a game, and
how much larger it is at the beginning."""

Step = tuple[int, int, int]
"""The state of a row after marks, the points gained, and the number of cells skipped."""


@cache
def markings(state: int, places: tuple[int, ...]) -> tuple[Step, ...]:
    """Return the result of each way to mark some of `places`, which are at most three cells of a row.

    The first way is to mark nothing. Other ways leave at most one cell between their marks unmarked.
    """
    steps: list[Step] = [(state, 0, 0)]
    for count in range(1, len(places) + 1):
        for marked in combinations(sorted(places), count):
            if marked[-1] - marked[0] + 1 - count > 1:
                continue
            now, gained = state, 0
            for place in marked:
                made = mark_cell(now, place)
                if made is None:
                    break
                now, gained = made[0], gained + made[1]
            else:
                steps.append((now, gained, marked[-1] + 1 - row_numbers()[state][0] - count))
    return tuple(steps)


@cache
def row_hand(state: int, places: tuple[int, ...]) -> tuple[int, int, int, int, int]:
    """Return five numbers about the hand's cards in a row whose state is `state`.

    They are: how many cards skip 0, 1, or at least 2 cells, how many can't be marked, and the highest value
    of a play: its points minus the number of skipped cells. `places`: the cell that each card names.
    """
    cell = row_numbers()[state][0]
    counts = [0, 0, 0, 0]
    for place in places:
        counts[3 if mark_cell(state, place) is None else min(place - cell, 2)] += 1
    best = 0
    for three in combinations(places, min(3, len(places))):
        best = max(best, *(gained - skipped for _, gained, skipped in markings(state, three)))
    return counts[0], counts[1], counts[2], counts[3], best


def observed_hand(rows: Sequence[int], hand: Sequence[tuple[int, int]] | None) -> tuple[int, ...]:
    """Return the seven integers of an observation that describe the hand; all are 0 if it is unknown.

    They are 1, the four counts of `row_hand` added up over the rows, the highest value of a play, and the
    number of cards. `rows`: the row states. `hand`: (row, cell) of each card, or None if unknown.
    """
    if hand is None:
        return (0,) * 7
    by_row: dict[int, list[int]] = {}
    for row, place in hand:
        by_row.setdefault(row, []).append(place)
    total, best = [0, 0, 0, 0], 0
    for row, places in by_row.items():
        *counts, good = row_hand(rows[row], tuple(sorted(places)))
        total = [a + b for a, b in zip(total, counts, strict=True)]
        best = max(best, good)
    return (1, *total, best, len(hand))


_PROGRESS = np.array([0.6 * count / 6 + 0.4 * cell / 11 for cell, count in row_numbers()[:CLOSED]] + [1.0])
_DANGER = np.array([0.0, 0.1, 0.3, 0.7, 1.0])


def has_card_value(game: Game) -> bool:
    """Return True if a `CardValue` can rate `game`: cards, opponents, and rows like the classic pad's."""
    pad = game.pad
    if game.deck is None or len(game.players) == 1:
        return False
    return all(len(row) == 11 for row in pad.rows) and pad.last_cells == 1 and pad.lock_needs == 5


def stage_of(observed: Integers) -> Floats:
    """Estimate the progress of games, 0 to 1, from misses and from each sheet's two most advanced rows."""
    ways = [
        np.sort(_PROGRESS[observed[:, first : first + 4]], axis=1)[:, 2:].mean(axis=1) for first in (0, 5)
    ]
    misses = np.minimum(np.maximum(observed[:, 4], observed[:, 9]), 4)
    return np.asarray(np.minimum(np.maximum(np.maximum(*ways), _DANGER[misses]), 1), np.float32)


def features(observed: Integers) -> Floats:
    """Return the features (n, WIDTH) of observations (n, OBSERVED)."""
    count = len(observed)
    out = np.zeros((count, WIDTH), np.float32)
    every = np.arange(count)
    for side in (0, 1):
        base, first = side * SIDE_WIDTH, side * 5
        for row in range(4):
            out[every, base + observed[:, first + row]] += 1
        out[every, base + CLOSED + 1 + np.minimum(observed[:, first + 4], 4)] = 1
    lead, at = observed[:, 10], 2 * SIDE_WIDTH
    out[:, at] = lead / LEAD_UNIT_POINTS
    out[:, at + 1] = np.tanh(lead / 10)
    out[every, at + 2 + observed[:, 11]] = 1
    out[:, at + 6] = observed[:, 12]
    out[:, at + 7 : at + 14] = observed[:, 13:20] / np.array([1, 3, 3, 3, 3, 15, 4])
    out[:, at + 14] = 1
    return out


def shares(stage: Floats) -> Floats:
    """Return how much the weights for beginning, middle and end count at each stage, as shares (n, 3).

    Each row adds up to 1. `stage` (n,): the progress of each game, 0 to 1.
    """
    return np.stack([np.clip(1 - np.abs(2 * stage - part), 0, 1) for part in range(3)], axis=1)


class CardValue:
    """A value function that is linear in the features.

    `weights` (3, WIDTH): one row each for the beginning, the middle and the end of a game.
    """

    def __init__(self, weights: Floats) -> None:
        self.weights = weights

    def __call__(self, observed: Integers) -> tuple[Floats, Floats]:
        """Return the chances to beat the opponent, and the expected final leads in points; both (n,)."""
        stage = stage_of(observed)
        lead = ((features(observed) @ self.weights.T) * shares(stage)).sum(axis=1)
        spread = SPREAD_POINTS[0] + SPREAD_POINTS[1] * (1 - stage)
        return 1 / (1 + np.exp(-lead / spread)), lead


@cache
def card_value() -> CardValue:
    """Return the learned value function that ships with the program."""
    with np.load(io.BytesIO(network_bytes(PATH.name))) as file:
        return CardValue(file["weights"])
