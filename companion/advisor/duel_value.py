"""The value of a board that two share, learnt by self-play (training.advice.learn_duel).

A state is a row of integers as the player sees it who has just moved: for each row of the board eleven cells,
the stones of that player above 0 and the other's below it, then whose the lock is (1, -1, or 0); then the
misses of that player and of the other. All rows are worth alike: every number of a colour is as likely as any
other colour's in the same place.
"""

import io
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.rules import Game, Position, Sheet
from sheets.pad import load_pad
from vision.inference import network_bytes

Floats = npt.NDArray[np.float32]
States = npt.NDArray[np.int8]
PATH = Path(__file__).parents[2] / "models" / "advice-duel.npz"

CELLS = 11
"""Cells of a row."""
ROW = CELLS + 1
"""Numbers of a row: its cells and its lock."""
OWN_MISSES, OTHER_MISSES = 4 * ROW, 4 * ROW + 1
WIDTH = 4 * ROW + 2
"""Numbers of a state."""
SPREAD_POINTS = (5.0, 20.0)
"""(at the end, added at the beginning): standard deviation of the final lead, in points. Chosen."""
STONES = 22
MOST_MARKS = 12
_POINTS = np.array([n * (n + 1) // 2 for n in range(MOST_MARKS + 1)], np.float32)


MOST_COUNTED = 7
"""Largest number of stones in a row that the value distinguishes."""
_PROGRESS = (MOST_COUNTED + 1) * (CELLS + 1)


def state_of(position: Position, seat: int) -> list[int]:
    """The state of a position as the player at `seat` sees it."""
    own, other = _signed(position.sheets[seat]), _signed(position.sheets[1 - seat])
    board = [mine - theirs for mine, theirs in zip(own, other, strict=True)]
    return [*board, position.sheets[seat].misses, position.sheets[1 - seat].misses]


def _signed(sheet: Sheet) -> list[int]:
    """The stones of one player: the cells and the lock of each row."""
    found: list[int] = []
    for bits, towers in zip(sheet.rows, sheet.of("stones"), strict=True):
        found += [(bits >> i & 1) + more for i, more in enumerate(towers)]
        found.append(bits >> CELLS - 1 & 1)
    return found


def stones_in_rows(states: States) -> tuple[Floats, Floats]:
    """(n, 4) each: the stones of the player and of the other in each row, with towers and locks."""
    rows = states[:, : 4 * ROW].reshape(-1, 4, ROW)
    return np.maximum(rows, 0).sum(2, dtype=np.float32), np.maximum(-rows, 0).sum(2, dtype=np.float32)


def leads(states: States) -> Floats:
    """(n,) the lead of the player, in points."""
    own, other = (_POINTS[np.minimum(n, MOST_MARKS).astype(int)].sum(1) for n in stones_in_rows(states))
    misses = states[:, OWN_MISSES].astype(np.float32) - states[:, OTHER_MISSES]
    return np.asarray(own - other - 5 * misses, np.float32)


def stage_of(states: States) -> Floats:
    """(n,) the progress of the game, 0 to 1: by the stones left, the rows closed and the misses."""
    own, other = stones_in_rows(states)
    used = np.maximum(own.sum(1) + states[:, OWN_MISSES], other.sum(1) + states[:, OTHER_MISSES]) / STONES
    closed = (states[:, : 4 * ROW].reshape(-1, 4, ROW)[:, :, CELLS] != 0).sum(1)
    misses = (states[:, OWN_MISSES] + states[:, OTHER_MISSES]) / 4
    return np.asarray(np.clip(np.maximum(used, misses) + 0.25 * closed, 0, 1), np.float32)


def features(states: States) -> Floats:
    """(n, FEATURES): what lies in the open rows, added up over them, then the whole board.

    Of each player and each cell: whether it holds a stone, and whether that is a single one that may be
    taken; of each row how many stones lie in it together with where the rightmost one lies, and how many if
    one of them may be taken; then misses, stones left and one.
    """
    rows = states[:, : 4 * ROW].reshape(-1, 4, ROW)
    cells, is_open = rows[:, :, :CELLS], rows[:, :, CELLS] == 0
    held = cells != 0
    places = np.arange(1, CELLS + 1)
    right = (places * held).max(2)[..., None] == places
    found = []
    for sign, stones in zip((1, -1), stones_in_rows(states), strict=True):
        mine = cells * sign > 0
        counts = np.minimum(stones, MOST_COUNTED).astype(int)
        progress = (counts * (CELLS + 1) + (places * mine).max(2))[..., None] == np.arange(_PROGRESS)
        alone = right & (cells == sign)
        risked = np.where(alone.any(2), counts, -1)[..., None] == np.arange(MOST_COUNTED + 1)
        kinds = np.concatenate([mine, alone, progress, risked], 2)
        found.append((kinds & is_open[..., None]).sum(1))
    misses = states[:, [OWN_MISSES, OTHER_MISSES]]
    own, other = stones_in_rows(states)
    left = STONES - np.stack([own.sum(1), other.sum(1)], 1) - misses
    ones = np.ones((len(states), 1))
    return np.concatenate([*found, misses, misses.sum(1)[:, None] >= 3, left, left < 3, ones], 1).astype(
        np.float32
    )


def shares(states: States) -> Floats:
    """(n, 2) the weight of each of the two sets of weights: for the beginning and for the end."""
    stage = stage_of(states)
    return np.stack([1 - stage, stage], 1)


class DuelValue:
    """Linear in the features, added to the current lead. `weights`: (2, FEATURES), for two stages."""

    def __init__(self, weights: Floats) -> None:
        self.weights = weights

    def __call__(self, states: States) -> tuple[Floats, Floats]:
        """(n,) chances to win of the player who has just moved, and (n,) expected final leads in points."""
        part = shares(states)
        lead = leads(states) + ((features(states) @ self.weights.T) * part).sum(1)
        spread = SPREAD_POINTS[0] + SPREAD_POINTS[1] * part[:, 0]
        return 1 / (1 + np.exp(-lead / spread)), lead


@cache
def duel_value() -> DuelValue:
    """The value that comes with the program."""
    with np.load(io.BytesIO(network_bytes(PATH.name))) as file:
        return DuelValue(file["weights"])


def is_learnt(game: Game) -> bool:
    """Tell whether the value applies to this table: the Duel on its own board."""
    return game.shared is not None and game.pad == load_pad("duel")


def evaluate_boards(positions: Sequence[Position], seats: Sequence[int]) -> tuple[Floats, Floats]:
    """(n,) chances to win and (n,) expected leads of each seat, in games that are between two turns."""
    moved = [1 - position.seat for position in positions]
    states = np.array([state_of(p, seat) for p, seat in zip(positions, moved, strict=True)], np.int8)
    win, lead = duel_value()(states)
    same = np.array(seats) == np.array(moved)
    return np.where(same, win, 1 - win), np.where(same, lead, -lead)
