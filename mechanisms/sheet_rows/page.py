"""Explains on web pages that the players' sheets have different rows."""

from collections.abc import Iterator

from companion.web.layout.game.lesson_parts import Picture, Step, row_picture
from companion.web.layout.game.page_part import PagePart, before
from sheets.language import message, phrase
from sheets.pad import Pad


def _steps(pad: Pad) -> Iterator[Step]:
    yield Step(
        message("Every sheet is different"),
        phrase(
            "On every player's sheet the cells of a row are in a different order or have different "
            "colours. Right means right on your own sheet. A lock closes the same row for everyone, "
            "and takes the same die."
        ),
        Picture(rows=tuple(row_picture(row) for row in pad.rows)),
        ("left-to-right", "row-closed"),
    )


PAGE = PagePart(
    note=lambda game, player, sheet: phrase("Your rows differ from everyone else's"),
    lesson=before("miss", _steps),
)
