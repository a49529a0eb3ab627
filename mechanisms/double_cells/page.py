"""Double B on the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.rules import Game, Sheet
from companion.web.presenters.lesson_parts import Step, row_picture
from companion.web.presenters.mechanism import Shown, crosses_count, sum_of
from companion.web.presenters.places import NO_SIGNS, CellSigns, Look
from sheets.language import Phrase, message, phrase
from sheets.pad import ROW_LETTERS, Cell, Pad


class DoubleCells(Shown):
    """Cells whose mark makes two crosses."""

    key = "double-cells"
    tool = message("Double cell")

    def steps(self, pad: Pad) -> Iterator[Step]:
        """Two crosses by one mark, and that both count."""
        number = next(number for number, bits in enumerate(pad.part(self.key)) if bits)
        doubles, printed = pad.part(self.key)[number], pad.rows[number]
        index = (doubles & -doubles).bit_length() - 1
        row = row_picture(printed, now=(index,))
        cells = (
            replace(cell, second=cell.look if doubles >> i & 1 else None) for i, cell in enumerate(row.cells)
        )
        yield Step(
            message("Two crosses at once"),
            phrase("Cross a double cell, and you make two crosses at once."),
            sum_of(printed.cells[index].number, pad.sides, replace(row, cells=tuple(cells))),
            ("double-two",),
        )
        yield crosses_count(pad)

    def adds(self, pad: Pad) -> Phrase | None:
        """What they score."""
        return phrase("A cell with two fields counts as two crosses.")

    def note(self, game: Game, player: str, sheet: Sheet) -> Phrase | None:
        """What they do."""
        return phrase("A cell with two fields takes two crosses at once")

    def cell_signs(self, sheet: Sheet, cell: Cell, look: Look) -> CellSigns:
        """Both fields of the cell are crossed by one mark."""
        row = ROW_LETTERS.index(cell.row)
        if not sheet.pad.part(self.key)[row] >> cell.index & 1:
            return NO_SIGNS
        second = "marked" if sheet.rows[row] >> cell.index & 1 else "open"
        return CellSigns(second, looks=("double",), words=(phrase("counts twice"),))


MECHANISM = DoubleCells()
