"""Rows that differ from sheet to sheet, on the page."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules import Game, Sheet
from companion.web.presenters.lesson_parts import Picture, Step, row_picture
from companion.web.presenters.mechanism import Shown
from sheets.language import Phrase, message, phrase
from sheets.pad import Pad


class SheetRows(Shown):
    """Each player's own rows."""

    key = "sheet-rows"

    def steps(self, pad: Pad) -> Iterator[Step]:
        """The step about the rows that differ from sheet to sheet."""
        yield Step(
            message("Every sheet is different"),
            phrase(
                "On every player's sheet the cells of a row stand in another order or in other colours. "
                "Right means right on your own sheet. A lock closes the same row for everyone, and takes "
                "the same die."
            ),
            Picture(rows=tuple(row_picture(row) for row in pad.rows)),
            ("left-to-right", "row-closed"),
        )

    def note(self, game: Game, player: str, sheet: Sheet) -> Phrase | None:
        """A note that the rows differ."""
        return phrase("Your rows differ from those of the others")


MECHANISM = SheetRows()
