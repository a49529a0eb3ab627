"""States: what lies open on the table between two turns, for many tables at once, each seen by one player."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class States:
    """A batch of n tables with p players (1 to 5), integer arrays.

    Of the p sheets the first is the viewer's, the others follow in the order of turns. `rows`: (n, p, 4),
    each row's crosses as in `Sheet.rows`. `misses`: (n, p). `bar`: (n, p), Bonus A, as `Sheet.bar`.
    `earned`: (n, p), Bonus B, bit i for BONUS_TYPES[i]. `lucky`: (n, p, 2), Longo, else zeros. `closed`,
    `removed`: (n,), rows closed and dice that have left, as in `Position`. `next`: (n,), who throws next: 0
    the viewer, 1 the player after.
    """

    rows: Integers
    misses: Integers
    bar: Integers
    earned: Integers
    lucky: Integers
    closed: Integers
    removed: Integers
    next: Integers

    def __len__(self) -> int:
        return len(self.closed)

    @property
    def players(self) -> int:
        """How many sheets each table has."""
        return int(self.rows.shape[1])
