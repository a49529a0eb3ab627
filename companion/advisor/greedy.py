"""Greedy: a player of four evolved weights that looks at its own sheet only. The yardstick for the networks.

A mark counts one. Beside it: expected progress (the chances, each turn, of the sums that could still be
marked in open rows), misses, concentration (marks in a row beyond the first, as the score table rewards
them), and cells skipped. `companion.advisor.training.evolve` found the weights.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from companion.advisor.grid import Grid
from companion.advisor.simulator import Afterstates

Floats = npt.NDArray[np.float32]

WEIGHTS = ("progress", "misses", "concentration", "skipped")


def ingredients(grid: Grid) -> Floats:
    """(4, 2**size, 4): for each row and its crosses: marks, expected progress, concentration, cells
    skipped."""
    white, colour = grid.white_chances(), grid.colour_chances()
    bits = np.arange(1 << grid.size)
    crosses = np.bitwise_count(bits)
    table = np.zeros((4, len(bits), 4), np.float32)
    for row in range(4):
        chance = white[grid.numbers[row]] + colour[grid.numbers[row]] / 2
        if len(grid.bar):  # a bonus cell brings a second mark
            chance = chance * (1 + (grid.bonus_cells[row] >> np.arange(grid.size) & 1))
        right = np.append(np.cumsum(chance[::-1])[::-1], 0.0)
        table[row, :, 0] = grid.count
        progress = right[grid.next_cell]
        if len(grid.bar):  # and boxes fill rows that are begun, where a mark counts more
            progress = progress * (1 + grid.count / np.float32(4))
        table[row, :, 1] = np.where(grid.locked, 0, progress)
        table[row, :, 2] = grid.count * (grid.count - 1) / 2
        table[row, :, 3] = np.where(grid.locked, 0, grid.next_cell - crosses)
    return table


class GreedyPlayer:
    """`weights`: progress, misses, concentration, skipped."""

    def __init__(self, grid: Grid, weights: Sequence[float] | None = None) -> None:
        progress, misses, concentration, skipped = weights or evolved(grid.pad.name)
        parts = np.array([1, progress, concentration, -skipped], np.float32)
        self._rows = ingredients(grid) @ parts
        self._miss = np.float32(misses)

    def evaluate(self, after: Afterstates) -> Floats:
        """(m,) the weighted sum."""
        sheets = after.sheets
        rows = self._rows[0][sheets.rows[0]]
        for row in range(1, 4):
            rows = rows + self._rows[row][sheets.rows[row]]
        values: Floats = rows - self._miss * sheets.misses
        return values


@cache
def evolved(pad: str) -> tuple[float, ...]:
    """The weights of the greedy player of a pad, as evolved."""
    data = tomllib.loads(resources.files("models").joinpath("greedy.toml").read_text("utf-8"))
    return tuple(float(data[pad][name]) for name in WEIGHTS)
