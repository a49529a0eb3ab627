"""The invented game on the page."""

from collections.abc import Iterator
from typing import ClassVar

from companion.rules import Game, Sheet
from companion.web.presenters.lesson_parts import Picture, Step, row_picture
from companion.web.presenters.mechanism import Shown
from sheets.language import Phrase
from sheets.pad import Pad


class MiddleCells(Shown):
    key = "middle-cells"
    sign_names: ClassVar = {"down": "one below"}

    def steps(self, pad: Pad) -> Iterator[Step]:
        rows = (row_picture(pad.rows[0], marked=(5,)), row_picture(pad.rows[1], now=(0,)))
        text = Phrase("An arrow brings the next cell of the row below.")
        yield Step("Down from the middle", text, Picture(rows=rows), ("middle-brings",))

    def adds(self, pad: Pad) -> Phrase:
        return Phrase("A cross at an arrow brings one in the row below.")

    def note(self, game: Game, player: str, sheet: Sheet) -> Phrase:
        return Phrase("An arrow brings the next cell of the row below")


MECHANISM = MiddleCells()
