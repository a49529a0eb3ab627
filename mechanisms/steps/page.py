"""Connected A on the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.rules import Game, Sheet, row_points
from companion.web.presenters.lesson_parts import Picture, Step, row_picture
from companion.web.presenters.mechanism import Shown
from companion.web.presenters.places import NO_SIGNS, Below, CellSigns, Look, Moment
from sheets.language import Phrase, message, phrase
from sheets.pad import ROW_LETTERS, Cell, Pad


@dataclass(frozen=True, slots=True)
class StepCell:
    """A cell of the frame, again in the fifth row."""

    colour: str
    number: int
    crossed: bool


@dataclass(frozen=True, slots=True)
class FifthRow:
    """The cells of the frame from left to right, and what its crosses score."""

    cells: tuple[StepCell, ...]
    points: int


class Steps(Shown):
    """Framed cells."""

    key = "steps"
    tool = message("Framed cell (counts again)")

    def steps(self, pad: Pad) -> Iterator[Step]:
        """What the frame scores."""
        rows = []
        for row, steps, some in zip(pad.rows, pad.part(self.key), ((5,), (0, 2, 4), (), (2,)), strict=True):
            picture = row_picture(row, marked=some)
            cells = (
                replace(cell, bonus="bar" if steps >> i & 1 else "") for i, cell in enumerate(picture.cells)
            )
            rows.append(replace(picture, cells=tuple(cells)))
        yield Step(
            message("The steps"),
            phrase(
                "The framed cells climb over your sheet; on every player's sheet they stand elsewhere. At "
                "the end those that you crossed score as a fifth row, and in their own rows too. A lock is "
                "no step."
            ),
            Picture(rows=tuple(rows)),
            ("steps-score",),
        )

    def adds(self, pad: Pad) -> Phrase | None:
        """What they score."""
        return phrase("The crosses in the frame score by the same table once more, as a fifth row.")

    def note(self, game: Game, player: str, sheet: Sheet) -> Phrase | None:
        """What they do."""
        return phrase("The framed cells score once more, as a fifth row")

    def cell_signs(self, sheet: Sheet, cell: Cell, look: Look) -> CellSigns:
        """The frame."""
        if not sheet.pad.part(self.key)[ROW_LETTERS.index(cell.row)] >> cell.index & 1:
            return NO_SIGNS
        return CellSigns(looks=("stair",), words=(phrase("in the frame"),))

    def below(self, game: Game, sheet: Sheet, look: Look, moment: Moment | None) -> Below | None:
        """The fifth row: the cells of the frame from left to right, and what its crosses score."""
        bits = sheet.pad.part(self.key)
        if not any(bits):
            return None
        framed = [
            (cell.index, StepCell(cell.colour, cell.number, str(cell) in sheet))
            for row, cells in enumerate(sheet.pad.rows)
            for cell in cells
            if bits[row] >> cell.index & 1
        ]
        cells = tuple(cell for _, cell in sorted(framed, key=lambda each: each[0]))
        return Below(self.key, FifthRow(cells, row_points(sum(cell.crossed for cell in cells))), True)


MECHANISM = Steps()
