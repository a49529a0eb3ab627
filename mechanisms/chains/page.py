"""Connected B on the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.rules import Game, Sheet
from companion.web.presenters.lesson_parts import Picture, Step, row_picture
from companion.web.presenters.mechanism import Shown
from mechanisms.chains.rules import partners
from sheets.language import Phrase, message, phrase
from sheets.pad import Pad


class Chains(Shown):
    """Rings joined by lines."""

    key = "chains"

    def steps(self, pad: Pad) -> Iterator[Step]:
        """What a cross in a ring brings."""
        (first, at), (second, there) = pad.part(self.key)[0]
        rows = []
        for number in sorted({first, second}):
            now = [index for row, index in ((first, at), (second, there)) if row == number]
            picture = row_picture(pad.rows[number], now=now)
            cells = (
                replace(cell, is_circled=(number, i) in partners(pad.part(self.key)))
                for i, cell in enumerate(picture.cells)
            )
            rows.append(replace(picture, cells=tuple(cells)))
        yield Step(
            message("One cell brings another"),
            phrase(
                "Cross a circled cell, and you cross its partner at once: even left of other crosses, "
                "even in a "
                "closed row. It counts like any cross. On every player's sheet other cells are circled."
            ),
            Picture(rows=tuple(rows)),
            ("chain-forced", "chain-exempt"),
        )

    def note(self, game: Game, player: str, sheet: Sheet) -> Phrase | None:
        """What they do."""
        return phrase("A cross in a ring brings the ring at the other end of its line")


MECHANISM = Chains()
