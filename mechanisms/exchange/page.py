"""X-Change on the page."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from companion.rules import Game, Mark, Sheet
from companion.web.presenters.lesson_parts import Picture, Step, row_picture
from companion.web.presenters.mechanism import Shown, dice_for
from sheets.language import Phrase, message, phrase
from sheets.pad import Pad


class Exchange(Shown):
    """The strip of two numbers a field."""

    key = "exchange"

    def steps(self, pad: Pad) -> Iterator[Step]:
        """What a field exchanges."""
        total, wanted = pad.part(self.key)[0]
        fields = tuple((f"{a}/{b}", "now" if i == 0 else "") for i, (a, b) in enumerate(pad.part(self.key)))
        row = pad.rows[0]
        yield Step(
            message("Exchange the white sum"),
            phrase(
                "In the first action everyone may cross a field that shows the white sum, and cross its "
                "other "
                "number instead, in any row. Here {total} becomes {wanted}. The fields go to the right "
                "as well: "
                "what you skip is lost.",
                total=total,
                wanted=wanted,
            ),
            Picture(
                dice_for(total, pad.sides),
                total,
                rows=(row_picture(row, now=(c.index for c in row if c.number == wanted)),),
                fields=fields,
            ),
            ("exchange", "exchange-left-to-right"),
        )

    def note(self, game: Game, player: str, sheet: Sheet) -> Phrase | None:
        """What they do."""
        return phrase("A field with the white sum: you may cross its other number")

    def offer(self, sheet: Sheet, total: int, marks: Collection[Mark]) -> Phrase | None:
        """The numbers for which the white sum may be exchanged."""
        numbers = sorted({sheet.pad.cell(mark.cell).number for mark in marks if mark.form == "exchange"})
        if not numbers:
            return None
        return phrase("{sum} may be exchanged for {numbers}", sum=total, numbers=", ".join(map(str, numbers)))


MECHANISM = Exchange()
