"""The test game `middle_cells` on web pages: note, sign and lesson."""

from collections.abc import Iterator

from companion.web.layout.game.lesson_parts import Picture, Step, row_picture
from companion.web.layout.game.page_part import PagePart, before
from sheets.language import Phrase
from sheets.pad import Pad
from tests.invented.middle_cells import SIGN


def _steps(pad: Pad) -> Iterator[Step]:
    rows = (row_picture(pad.rows[0], marked=(5,)), row_picture(pad.rows[1], now=(0,)))
    text = Phrase("An arrow brings the next cell of the row below.")
    yield Step("Down from the middle", text, Picture(rows=rows), ("middle-brings",))


PAGE = PagePart(
    signs={SIGN: ("middle-brings", "one below")},
    note=lambda game, player, sheet: Phrase("An arrow brings the next cell of the row below"),
    adds=lambda pad: Phrase("A cross at an arrow brings one in the row below."),
    lesson=before("miss", _steps),
)
