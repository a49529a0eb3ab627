"""Double B on paper: one cross counts as two."""

from __future__ import annotations

from collections.abc import Iterator

from companion.sheet_scan.mechanism import Ties
from sheets.pad import ROW_LETTERS, Cell, Pad


class DoubleCells(Ties):
    """A double cell counts once more for the lock."""

    key = "double-cells"

    def counts_in_cell(self, pad: Pad, cell: Cell) -> Iterator[tuple[str, int]]:
        """The cell again."""
        if pad.part(self.key)[ROW_LETTERS.index(cell.row)] >> cell.index & 1:
            yield str(cell), 1


MECHANISM = DoubleCells()
