"""A player that decides by a value network: by the chance to win and, if that is equal, by the lead."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from companion.advisor.features import EncodedStates, FeatureEncoder
from companion.advisor.greedy import GreedyPlayer, evolved
from companion.advisor.grid import Grid
from companion.advisor.simulator import Afterstates
from companion.advisor.states import States
from companion.advisor.value import LEAD_UNIT_POINTS

Floats = npt.NDArray[np.float32]
Judge = Callable[[EncodedStates], tuple[Floats, Floats]]
"""n tables -> logits of the chance to win and leads in units of LEAD_UNIT_POINTS, each (n,)."""

LEAD_UNIT_WIN = 0.02
"""What one unit of the lead is worth in chances to win, so that decisions that win alike go by the lead."""
LEAD_POINT_WIN = LEAD_UNIT_WIN / LEAD_UNIT_POINTS
"""The same of one point."""

GREEDY_MISS = 2.0
"""What a miss costs if the greedy player preselects for this one: little, so that misses are judged too."""


class LearnedPlayer:
    """`judge`: the network. Games that a decision ends are judged exactly, by the others' points as they are.

    `reach`: if given, only what the greedy player finds at most so much worse than the best is judged.
    """

    def __init__(
        self, grid: Grid, judge: Judge, noise: float = 0.0, seed: int = 0, reach: float | None = None
    ) -> None:
        self._grid = grid
        progress, _, concentration, skipped = evolved(grid.pad.name)
        self._greedy = GreedyPlayer(grid, (progress, GREEDY_MISS, concentration, skipped))
        self._reach = reach
        self._encode = FeatureEncoder(grid.pad)
        self._judge = judge
        self._noise = noise
        self._rng = np.random.default_rng(seed)

    def evaluate(self, after: Afterstates) -> Floats:
        """(m,) the chance to win, with a little of the lead; alone the final score."""
        if self._reach is None:
            return self._judged(after)
        rough = self._greedy.evaluate(after)
        best = np.full(len(after.batch), -np.inf, np.float32)
        np.maximum.at(best, after.game, rough)
        near = (rough >= best[after.game] - np.float32(self._reach)) | (np.bitwise_count(after.closed) >= 2)
        values = rough - np.float32(1000)
        values[near] = self._judged(after.take(near))
        return values

    def _judged(self, after: Afterstates) -> Floats:
        states = after.states()
        logit, lead = self._judge(self._encode(states))
        win: Floats = np.zeros(len(states), np.float32)
        if states.players > 1:
            win = (1 / (1 + np.exp(-logit))).astype(np.float32)
        over = (np.bitwise_count(states.closed) >= 2) | (states.misses[:, 0] >= 4)
        if over.any():
            self._score(states, over, win, lead)
        values: Floats = win + np.float32(LEAD_UNIT_WIN) * lead
        if self._noise:
            values = values + self._rng.normal(0, self._noise, len(values)).astype(np.float32)
        return values

    def _score(self, states: States, over: npt.NDArray[np.bool_], win: Floats, lead: Floats) -> None:
        """Put the outcome of the games that are over into `win` and `lead`."""
        points = self._grid.points(states.rows[over], states.misses[over], states.earned[over])
        own, others = points[:, 0], points[:, 1:]
        if states.players == 1:
            lead[over] = own / LEAD_UNIT_POINTS
            return
        best = others.max(1)
        ties = 1 + (others == own[:, None]).sum(1)
        win[over] = np.where(own > best, 1, np.where(own == best, 1 / ties, 0))
        lead[over] = (own - best) / LEAD_UNIT_POINTS
