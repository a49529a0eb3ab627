"""Linear: a player of fixed weights: +1 a mark, -0.5 a skipped cell, -2.5 a miss. A yardstick."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from companion.advisor.grid import Grid
from companion.advisor.simulator import View

Floats = npt.NDArray[np.float32]

MARK, SKIPPED, MISS = 1.0, -0.5, -2.5


class Linear:
    """Looks at its own sheet only. A lock counts as a mark."""

    def __init__(self, grid: Grid) -> None:
        place, crosses = grid.place.astype(np.float32), np.bitwise_count(np.arange(len(grid.place)))
        self._row = (MARK * grid.count + SKIPPED * (place - crosses)).astype(np.float32)

    def worth(self, view: View) -> Floats:
        """(m,) marks, cells skipped and misses, weighted."""
        sheets = view.sheets
        rows = self._row[sheets.rows[0]]
        for row in range(1, 4):
            rows = rows + self._row[sheets.rows[row]]
        worth: Floats = rows + np.float32(MISS) * sheets.misses
        return worth
