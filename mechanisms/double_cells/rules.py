"""Double B: one mark of a double cell makes two crosses."""

from __future__ import annotations

from companion.rulebook.rulings import Rulings
from companion.rules.mark import Mark
from companion.rules.mechanism import Mechanism
from companion.rules.sheet import Sheet
from sheets.pad import Pad


class DoubleCells(Mechanism):
    """rules.md: double-two, double-lock-seven."""

    key = "double-cells"

    def prints(self, pad: Pad, mark: Mark) -> bool:
        """A second cross: the same table may play Double A. Here it is illegal."""
        return mark.form == "second" and pad.has_cell(mark.cell)

    def twice(self, sheet: Sheet, row: int) -> int:
        """The double cells that are crossed."""
        doubles: tuple[int, ...] = sheet.pad.part(self.key)
        return sheet.rows[row] & doubles[row]

    def lock_crosses(self, sheet: Sheet, row: int, rulings: Rulings | None = None) -> int:
        """The second cross of each double cell, unless the cell counts for nothing (ruling mike-counts)."""
        return self.twice(sheet, row).bit_count()

    def crosses(self, sheet: Sheet, row: int) -> int:
        """The second crosses score too."""
        return self.lock_crosses(sheet, row)


MECHANISM = DoubleCells()
