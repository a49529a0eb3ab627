"""Double A on paper: a second cross only below a first one."""

from __future__ import annotations

from collections.abc import Iterator

from companion.sheet_scan.mechanism import Found, LogOdds, Ties, joint, only_with
from sheets.pad import ROW_LETTERS, Cell, Pad


class SecondCrosses(Ties):
    """Each second cross hangs on its first one, and counts for the lock."""

    key = "second-crosses"

    def tied(self, pad: Pad, log_odds: LogOdds) -> Found:
        """Each cell and its second field."""
        found: Found = {}
        for cell in pad.cells:
            for place, _ in self.counts_in_cell(pad, cell):
                found |= joint((str(cell), place), log_odds, only_with)
        return found

    def counts_in_cell(self, pad: Pad, cell: Cell) -> Iterator[tuple[str, int]]:
        """The second field."""
        if pad.part(self.key)[ROW_LETTERS.index(cell.row)] >> cell.index & 1:
            yield f"{cell}+", 1


MECHANISM = SecondCrosses()
