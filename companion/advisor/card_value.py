"""The value of positions of the card game, learnt by self-play (companion.advisor.training.learn_card_value).

What one player sees of one opponent is a row of integers (`SEEN`): rows as states, which are the same on
every pad that the card game is played on, for there every number of a colour is as likely as any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.advisor.solo import CLOSED

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]
PATH = Path(__file__).parents[2] / "models" / "advice-cards.npz"

SEEN = 20
"""Own rows (4), misses, the opponent's rows (4), misses, lead in points, stage, whether who plays next has
marked something, then the hand: known, cards that skip 0, 1, 2 or more cells, cards of no use, best play."""
WAITING, WATCHING, NEXT, PLAYING = range(4)
"""Stages: another player throws next; another is about to play cards; own turn next; about to play cards."""
WIDTH = 2 * (57 + 5) + 2 + 4 + 1 + 7 + 1
LEAD = 50.0
SPREAD = (4.0, 12.0)
"""How wide leads are spread at the end of a game, and how much more at its beginning, in points."""


@cache
def row_numbers() -> tuple[tuple[int, int], ...]:
    """(next cell, crosses) by row state; a closed row is (11, 0)."""
    return ((0, 0), *((cell, count) for cell in range(1, 11) for count in range(1, cell + 1)), (11, 0))


@cache
def step(state: int, place: int) -> tuple[int, int] | None:
    """The row state after marking a cell, and the points it gains; None where it may not be marked."""
    cell, count = row_numbers()[state]
    if state == CLOSED or place < cell or (place == 10 and count < 5):
        return None
    if place == 10:
        return CLOSED, 2 * count + 3
    return (place + 1) * place // 2 + count + 1, count + 1


Step = tuple[int, int, int]
"""A row's state after marks, the points gained, the cells skipped."""


@cache
def markings(state: int, places: tuple[int, ...]) -> tuple[Step, ...]:
    """What may be marked with cards at these places of a row, one to three of them; nothing marked first."""
    found: list[Step] = [(state, 0, 0)]
    for count in range(1, len(places) + 1):
        for marked in combinations(sorted(places), count):
            if marked[-1] - marked[0] + 1 - count > 1:
                continue
            now, gained = state, 0
            for place in marked:
                made = step(now, place)
                if made is None:
                    break
                now, gained = made[0], gained + made[1]
            else:
                found.append((now, gained, marked[-1] + 1 - row_numbers()[state][0] - count))
    return tuple(found)


@cache
def row_hand(state: int, places: tuple[int, ...]) -> tuple[int, int, int, int, int]:
    """For cards in one row: how many skip 0, 1, 2 or more cells, how many are of no use, the best play."""
    cell = row_numbers()[state][0]
    counts = [0, 0, 0, 0]
    for place in places:
        counts[3 if step(state, place) is None else min(place - cell, 2)] += 1
    best = 0
    for three in combinations(places, min(3, len(places))):
        best = max(best, *(gained - skipped for _, gained, skipped in markings(state, three)))
    return counts[0], counts[1], counts[2], counts[3], best


def hand_seen(rows: Sequence[int], hand: Sequence[tuple[int, int]] | None) -> tuple[int, ...]:
    """The last seven integers of `SEEN`. `hand`: (row, place) of each card's cell; None where unknown."""
    if hand is None:
        return (0, 0, 0, 0, 0, 0, 0)
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


def stage_of(seen: Integers) -> Floats:
    """(n,) how near the end is, 0 to 1: by the two furthest rows of either sheet, and by misses."""
    ways = [np.sort(_PROGRESS[seen[:, first : first + 4]], axis=1)[:, 2:].mean(axis=1) for first in (0, 5)]
    misses = np.minimum(np.maximum(seen[:, 4], seen[:, 9]), 4)
    return np.asarray(np.minimum(np.maximum(np.maximum(*ways), _DANGER[misses]), 1), np.float32)


def features(seen: Integers) -> Floats:
    """(n, 20) -> (n, WIDTH): rows of each sheet in each state, misses, lead, stage, hand, one."""
    count = len(seen)
    out = np.zeros((count, WIDTH), np.float32)
    every = np.arange(count)
    for side in (0, 1):
        base, first = side * 62, side * 5
        for row in range(4):
            out[every, base + seen[:, first + row]] += 1
        out[every, base + 57 + np.minimum(seen[:, first + 4], 4)] = 1
    lead = seen[:, 10]
    out[:, 124] = lead / LEAD
    out[:, 125] = np.tanh(lead / 10)
    out[every, 126 + seen[:, 11]] = 1
    out[:, 130] = seen[:, 12]
    out[:, 131:138] = seen[:, 13:20] / np.array([1, 3, 3, 3, 3, 15, 4])
    out[:, 138] = 1
    return out


def shares(stage: Floats) -> Floats:
    """(n, 3) how much each of the three sets of weights counts: for the beginning, the middle and the end."""
    return np.stack([np.clip(1 - np.abs(2 * stage - part), 0, 1) for part in range(3)], axis=1)


class CardValue:
    """Linear in the features. `weights`: (3, WIDTH), for three stages; between them they are mixed."""

    def __init__(self, weights: Floats) -> None:
        self.weights = weights

    def __call__(self, seen: Integers) -> tuple[Floats, Floats]:
        """(n,) the chance to win against this opponent, and (n,) the expected final lead in points."""
        stage = stage_of(seen)
        lead = ((features(seen) @ self.weights.T) * shares(stage)).sum(axis=1)
        return 1 / (1 + np.exp(-lead / (SPREAD[0] + SPREAD[1] * (1 - stage)))), lead


@cache
def card_value() -> CardValue:
    """The value that comes with the program."""
    with np.load(PATH) as file:
        return CardValue(file["weights"])
