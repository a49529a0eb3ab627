"""Players for whole games: greedy players with four weights, and learned players with a value network.

A greedy player values its own sheet only: the number of crosses plus four weighted terms. These are expected
progress (the chances per turn of the numbers that may still be marked), misses, concentration (crosses in a
row that already has some, as the score table rewards them), and skipped cells. `evolve` finds the weights.
The networks are measured against greedy players.
"""

import tomllib
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from companion.advisor.encoder import EncodedStates, Encoder, Floats, Sheets
from companion.advisor.heuristic import number_chances
from companion.advisor.tables import FIELDS, MISSES, ROUND, TRACK, PadTables, Whole, tables
from companion.advisor.value import LEAD_UNIT_POINTS, own_pads
from sheets.pad import Pad, load_pad
from training.advice.compiled import compiled
from training.advice.engine import is_locked, lock_marks
from training.advice.play import Afterstates, Branches

ValueFunction = Callable[[EncodedStates], tuple[Floats, Floats]]
"""Maps n encoded tables to logits of the chance to win (n,) and leads in units of LEAD_UNIT_POINTS (n,)."""
Weights = tuple[float, float, float, float]

WEIGHTS = ("progress", "misses", "concentration", "skipped")
START: Weights = (2.0, 3.0, 0.3, 0.3)
"""Weights of a greedy player before evolution, in the order of WEIGHTS."""
LINEAR: Weights = (0.0, 2.5, 0.0, 0.5)
"""Published weights, in the order of WEIGHTS: a miss costs 2.5 crosses and a skipped cell half a cross."""
LEAD_UNIT_WIN = 0.02
"""Chance to win that LEAD_UNIT_POINTS of lead are worth: small, so that the lead only breaks near ties."""
GREEDY_MISS = 2.0
"""Cost of a miss when a greedy player preselects moves for a learned player: low, so that the learned player
also judges misses."""


class GameData(NamedTuple):
    """What computer players need to know about a game."""

    name: str
    tables: PadTables
    encoder: Encoder
    progress: npt.NDArray[np.float64]  # [row, cell]: the greedy player's expected progress from a cell on


@cache
def game_data(name: str) -> GameData:
    """Return what computer players need to know about the game with this name."""
    pad, found = load_pad(name), tables(own_pads(name))
    return GameData(name, found, Encoder(found), _progress(pad, found))


def _progress(pad: Pad, found: PadTables) -> npt.NDArray[np.float64]:
    white, colour = number_chances(pad.sides, False)
    chance = (white + colour / 2)[found.number_at]
    chance = chance * (1 + (found.bonus_cells[:, None] >> np.arange(found.size) & 1))  # it brings a second
    out = np.zeros((4, found.size + 1))
    out[:, :-1] = np.cumsum(chance[:, ::-1], axis=1)[:, ::-1]
    return out


@cache
def evolved(name: str) -> Weights:
    """Return the evolved weights of the greedy player for the game `name`, or START if it has none."""
    data = tomllib.loads(resources.files("models").joinpath("greedy.toml").read_text("utf-8"))
    if name not in data:
        return START
    progress, misses, concentration, skipped = (float(data[name][weight]) for weight in WEIGHTS)
    return progress, misses, concentration, skipped


@compiled
def _fill_greedy(
    tables: PadTables, progress: npt.NDArray[np.float64], weights: Floats, sheets: Whole, out: Floats
) -> None:
    for number in range(len(out)):
        sheet = sheets[number]
        value = sheet[TRACK] - weights[1] * sheet[MISSES]
        for row in range(4):
            count = lock_marks(tables, sheet, row) + is_locked(tables, sheet, row)
            value += count + weights[2] * count * (count - 1) / 2
            if not is_locked(tables, sheet, row):
                start = tables.length[sheet[row]]
                right = progress[row, start]
                if len(tables.bar_row):  # boxes fill rows that are begun, where a mark counts more
                    right *= 1 + count / 4
                value += weights[0] * right - weights[3] * (start - tables.crosses[sheet[row]])
        for k in range(len(tables.round_upper)):
            value += tables.crosses[sheet[ROUND + k]]
        for field in range(len(tables.field_row)):
            value += sheet[FIELDS] >> field & 1
        out[number] = value


class GreedyPlayer:
    """Values a sheet by its crosses and four weighted terms.

    `weights`: in the order of WEIGHTS, by default the evolved ones. `noise`: the standard deviation of random
    numbers that are added to the values, so that games vary.
    """

    def __init__(
        self, data: GameData, weights: Weights | None = None, noise: float = 0.0, seed: int = 0
    ) -> None:
        self._tables, self._progress = data.tables, data.progress
        self._weights = np.array(weights or evolved(data.name), np.float32)
        self._noise, self._rng = noise, np.random.default_rng(seed)

    def evaluate(self, after: Afterstates) -> Floats:
        """Return the value of each of the m sheets in `after`, (m,), in crosses."""
        out = np.empty(len(after.branches.game), np.float32)
        _fill_greedy(self._tables, self._progress, self._weights, after.branches.sheets, out)
        if self._noise:
            out += self._rng.normal(0, self._noise, len(out)).astype(np.float32)
        return out


class LearnedPlayer:
    """Decides by the chance to win and, if that is equal, by the lead, both as estimated by `value`.

    A decision that ends the game is valued by the current points of all players. `reach`: if given, the
    network judges only sheets whose greedy value is at most this much below the best.
    """

    def __init__(
        self,
        data: GameData,
        value: ValueFunction,
        noise: float = 0.0,
        seed: int = 0,
        reach: float | None = None,
    ) -> None:
        progress, _, concentration, skipped = evolved(data.name)
        self._data, self._value, self._reach = data, value, reach
        self._greedy = GreedyPlayer(data, (progress, GREEDY_MISS, concentration, skipped))
        self._noise, self._rng = noise, np.random.default_rng(seed)

    def evaluate(self, after: Afterstates) -> Floats:
        """Return the value of each of the m sheets, (m,): the chance to win plus a little for the lead."""
        if self._reach is None:
            return self._judged(after)
        rough = self._greedy.evaluate(after)
        _, begin, group = np.unique(after.branches.game, return_index=True, return_inverse=True)
        best = np.maximum.reduceat(rough, np.sort(begin))
        near = rough >= best[group] - np.float32(self._reach)
        near |= np.bitwise_count(after.branches.closed) >= 2
        values = rough - np.float32(1000)
        branches = Branches(*(part[near] for part in after.branches))
        values[near] = self._judged(Afterstates(after.games, after.seat, after.thrower, branches))
        return values

    def _judged(self, after: Afterstates) -> Floats:
        branches, sheets = after.branches, after.tables()
        players = sheets.shape[1]
        win, lead = self._ask(sheets, branches.closed, (after.thrower - after.seat) % players)
        if players == 2:  # the network sees the same table from both seats, and the mean counts
            theirs, behind = self._ask(sheets[:, ::-1], branches.closed, (after.thrower - after.seat + 1) % 2)
            win = ((win + 1 - theirs) / 2).astype(np.float32)
            lead = ((lead - behind) / 2).astype(np.float32)
        over = (np.bitwise_count(branches.closed) >= 2) | (branches.sheets[:, MISSES] >= 4)
        if over.any():
            numbers = np.ascontiguousarray(sheets[over].transpose(2, 0, 1))
            points = Sheets(self._data.tables, numbers, branches.closed[over, None]).points
            win[over], lead = _outcome(points), lead.copy()
            lead[over] = (points[:, 0] - points[:, 1:].max(1)) / LEAD_UNIT_POINTS
        values: Floats = win + np.float32(LEAD_UNIT_WIN) * lead
        if self._noise:
            values = values + self._rng.normal(0, self._noise, len(values)).astype(np.float32)
        return values

    def _ask(self, sheets: Whole, closed: Whole, following: int) -> tuple[Floats, Floats]:
        """Return the network's chances to win and leads, (m,) each, for the first player of each table.

        `following`: the index, at each table, of the player who rolls next.
        """
        told = self._data.encoder(sheets, closed, np.full(len(sheets), following))
        logit, lead = self._value(told)
        win: Floats = (1 / (1 + np.exp(-logit))).astype(np.float32)
        return win, lead


def _outcome(points: Whole) -> npt.NDArray[np.float64]:
    """Return the first player's share of the win in finished games, (m,). `points`: (m, players)."""
    best = points == points.max(1, keepdims=True)
    return np.asarray(best[:, 0] / best.sum(1), np.float64)
