"""Learned: a player that decides by a value network: by the chance to win and, where that is alike, the
lead."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from companion.advisor.features import EncodedStates, Features
from companion.advisor.greedy import GreedyPlayer, evolved
from companion.advisor.grid import Grid
from companion.advisor.simulator import Afterstates
from companion.advisor.value import LEAD

Floats = npt.NDArray[np.float32]
Judge = Callable[[EncodedStates], tuple[Floats, Floats]]
"""n tables -> logits of the chance to win and leads in units of LEAD points, each (n,)."""

TIE = 0.02
"""What LEAD points are worth in chances to win, so that decisions that win alike go by the lead."""

MISS = 2.0
"""What a miss weighs where the greedy player looks ahead for this one: little, so that a miss is looked
at."""


class LearnedPlayer:
    """`judge`: the network. Games that a decision ends are judged exactly, by the others' points as they are.

    `reach`: where given, only what the greedy player finds at most so much worse than the best is looked at.
    """

    def __init__(
        self, grid: Grid, judge: Judge, noise: float = 0.0, seed: int = 0, reach: float | None = None
    ) -> None:
        self._grid = grid
        progress, _, concentration, skipped = evolved(grid.pad.name)
        self._greedy = GreedyPlayer(grid, (progress, MISS, concentration, skipped))
        self._reach = reach
        self._features = Features(grid.pad)
        self._judge = judge
        self._noise = noise
        self._rng = np.random.default_rng(seed)

    def worth(self, view: Afterstates) -> Floats:
        """(m,) the chance to win, with a little of the lead; alone the final score."""
        if self._reach is None:
            return self._judged(view)
        rough = self._greedy.worth(view)
        best = np.full(len(view.table), -np.inf, np.float32)
        np.maximum.at(best, view.game, rough)
        near = (rough >= best[view.game] - np.float32(self._reach)) | (np.bitwise_count(view.closed) >= 2)
        worth = rough - np.float32(1000)
        worth[near] = self._judged(view.take(near))
        return worth

    def _judged(self, view: Afterstates) -> Floats:
        states = view.states()
        logit, lead = self._judge(self._features(states))
        alone = states.players == 1
        win = np.zeros(len(states), np.float32) if alone else 1 / (1 + np.exp(-logit))
        over = (np.bitwise_count(states.closed) >= 2) | (states.misses[:, 0] >= 4)
        if over.any():
            points = self._grid.points(states.rows[over], states.misses[over], states.earned[over])
            own = points[:, 0]
            if alone:
                lead[over] = own / LEAD
            else:
                best = points[:, 1:].max(1)
                ties = 1 + (points[:, 1:] == own[:, None]).sum(1)
                win[over] = np.where(own > best, 1, np.where(own == best, 1 / ties, 0))
                lead[over] = (own - best) / LEAD
        worth: Floats = win + np.float32(TIE) * lead
        if self._noise:
            worth = worth + self._rng.normal(0, self._noise, len(worth)).astype(np.float32)
        return worth
