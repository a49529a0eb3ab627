"""Special cells: what the further official pads print beside the four rows, as values.

Rows are numbers 0 to 3; bits count cells from the left, as on a sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mechanisms.bonus_rows.table import BonusRow
from mechanisms.connections.table import Connection
from sheets.mechanism import NOWHERE, FourBits

__all__ = ["NOWHERE", "BonusRow", "Connection", "FourBits", "SpecialCells"]


@dataclass(frozen=True, slots=True)
class SpecialCells:
    """What one sheet prints beside its rows; empty on the first seven games' pads.

    `seconds`: cells that have a second field. `doubles`: cells whose mark makes two crosses. `steps`: cells
    of the frame that scores as a fifth row. `chains`: pairs of cells (row, index) of which one brings the
    other. `bonus_rows`; `exchanges`: fields with two numbers, left to right. `track`: points of the fields of
    the track. `connections`: row by row, left to right.
    """

    seconds: FourBits = NOWHERE
    doubles: FourBits = NOWHERE
    steps: FourBits = NOWHERE
    chains: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()
    bonus_rows: tuple[BonusRow, ...] = ()
    exchanges: tuple[tuple[int, int], ...] = ()
    track: tuple[int, ...] = ()
    connections: tuple[Connection, ...] = ()

    @classmethod
    def of(cls, parts: Mapping[str, Any]) -> SpecialCells:
        """Those of the mechanisms of a sheet, by their keys."""
        names = ("seconds", "doubles", "steps", "chains", "bonus_rows", "exchanges", "track", "connections")
        keys = (
            *("second-crosses", "double-cells", "steps", "chains"),
            *("bonus-rows", "exchange", "track", "connections"),
        )
        return cls(**{name: parts[key] for name, key in zip(names, keys, strict=True) if key in parts})

    def __bool__(self) -> bool:
        return self != NO_SPECIAL_CELLS

    @property
    def partners(self) -> dict[tuple[int, int], tuple[int, int]]:
        """The other cell of each cell of a chain."""
        return {one: other for pair in self.chains for one, other in (pair, pair[::-1])}


NO_SPECIAL_CELLS = SpecialCells()
