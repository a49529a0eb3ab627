"""Yardstick players of fixed weights: +1 for a mark, -0.5 for a skipped cell, -2.5 for a miss.

`LinearPlayer` takes these words literally. `SteppingPlayer` counts every cell that a row moves on, the marked
one included: read like this, the weights come near the averages that are published for them
(docs/advice-measured.md).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from companion.advisor.grid import Grid
from companion.advisor.simulator import Afterstates

Floats = npt.NDArray[np.float32]

MARK, SKIPPED, MISS = 1.0, -0.5, -2.5


class LinearPlayer:
    """Looks at its own sheet only. A lock counts as a mark. On a tie with passing it passes."""

    def __init__(self, grid: Grid) -> None:
        skipped = grid.next_cell - np.bitwise_count(np.arange(len(grid.next_cell))).astype(np.float32)
        self._row = (MARK * grid.count + SKIPPED * skipped).astype(np.float32)

    def evaluate(self, after: Afterstates) -> Floats:
        """(m,) marks, cells skipped and misses, weighted."""
        sheets = after.sheets
        rows = self._row[sheets.rows[0]]
        for row in range(1, 4):
            rows = rows + self._row[sheets.rows[row]]
        values: Floats = rows + np.float32(MISS) * sheets.misses
        return values


class SteppingPlayer(LinearPlayer):
    """As Linear, but every cell that a row moves on counts as skipped."""

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid)
        self._row = (MARK * grid.count + SKIPPED * grid.next_cell).astype(np.float32)
