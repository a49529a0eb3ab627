"""Double A on the page."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from companion.rules import Game, Mark, Refusal, Roll, Sheet
from companion.rules.board import Spot
from companion.web.presenters.lesson_parts import Step, row_picture
from companion.web.presenters.mechanism import Shown, crosses_count, sum_of
from companion.web.presenters.places import NO_SIGNS, CellSigns, Look
from sheets.language import Phrase, message, phrase
from sheets.pad import ROW_LETTERS, Cell, Pad
from sheets.place_names import cell_phrase, short_row_term


class SecondCrosses(Shown):
    """Second fields below cells."""

    key = "second-crosses"
    tool = message("Second cross")
    further_rules = ("double-frontier", "double-cap")

    def steps(self, pad: Pad) -> Iterator[Step]:
        """When a cell may be crossed again, and that both crosses count."""
        number = next(number for number, bits in enumerate(pad.part(self.key)) if bits)
        seconds, printed = pad.part(self.key)[number], pad.rows[number]
        crossed = 3 if seconds >> 3 & 1 else seconds.bit_length() - 1
        row = row_picture(printed, marked=(1, crossed))
        every = seconds.bit_count() == len(printed) - printed.closing_count
        cells = (
            replace(cell, second=None if not seconds >> i & 1 else "now" if i == crossed else "")
            for i, cell in enumerate(row.cells)
        )
        yield Step(
            message("A second cross"),
            phrase(
                "Every cell but the last has a second field. Does the number of your rightmost cross in a "
                "row come up again? Then you may cross it once more."
            )
            if every
            else phrase(
                "Some cells have a second field. Is one of them your rightmost cross in a row, and does its "
                "number come up again? Then you may cross it once more."
            ),
            sum_of(printed.cells[crossed].number, pad.sides, replace(row, cells=tuple(cells))),
            ("double-frontier", "double-again"),
        )
        yield crosses_count(pad)

    def adds(self, pad: Pad) -> Phrase | None:
        """Their points, for the table of points."""
        return phrase("Second crosses count like any other; more than sixteen in a row score nothing.")

    def note(self, game: Game, player: str, sheet: Sheet) -> Phrase | None:
        """A note that explains them."""
        return phrase("The last cross of a row may be crossed again when its number comes again")

    def offer(self, sheet: Sheet, total: int, marks: Collection[Mark]) -> Phrase | None:
        """The cells that may be crossed again."""
        cells = tuple(cell_phrase(sheet.pad, mark.cell) for mark in marks if mark.form == "second")
        return phrase("May be crossed again: {cells}", cells=cells) if cells else None

    def cell_signs(self, sheet: Sheet, cell: Cell, look: Look) -> CellSigns:
        """Its second field."""
        row = ROW_LETTERS.index(cell.row)
        if not sheet.pad.part(self.key)[row] >> cell.index & 1:
            return NO_SIGNS
        crossed = sheet.rows[row] >> cell.index & 1
        twice = bool(sheet.of(self.key)[row] >> cell.index & 1)
        gone = not crossed and sheet.rows[row] >> cell.index != 0
        second, _mark, _choice = look.place(f"{cell}+", crossed=twice, gone=gone)
        words = (phrase("crossed twice"),) if second in ("marked", "chosen") else ()
        return CellSigns(second, again=f"{cell}+" if second == "open" else "", words=words)

    def reason(self, mark: Mark, roll: Roll, spot: Spot | None) -> Refusal | None:
        """Its number came up again."""
        text = message("Its number came up again, so {colour} {number} may be crossed once more.")
        return Refusal("double-again", text, {"sum": roll.sum} | (spot.values() if spot else {}))

    def besides(self, pad: Pad, place: str) -> tuple[Phrase, str] | None:
        """A second cross, by its row and number."""
        if not place.endswith("+"):
            return None
        row = Phrase("{row}", {"row": short_row_term(pad.row(place[0]))})
        return phrase("{row} twice", row=row), str(pad.cell(place[:-1]).number)


MECHANISM = SecondCrosses()
