"""X-Change on the page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.rules import Game, Mark, Refusal, Roll, Sheet
from companion.rules.board import Spot
from companion.web.presenters.lesson_parts import Picture, Step, row_picture
from companion.web.presenters.mechanism import Shown, dice_for
from companion.web.presenters.places import Below, Look, Moment
from sheets.language import Phrase, message, phrase
from sheets.mechanism import box_names
from sheets.pad import Pad


@dataclass(frozen=True, slots=True)
class StripField:
    """A field of the exchange strip. `state`: "marked", "chosen", "gone", "now" (the white sum stands on it
    and may be exchanged) or "open"."""

    first: int
    second: int
    state: str
    cross: int


class Exchange(Shown):
    """The strip of two numbers a field."""

    key = "exchange"
    tool = message("Exchange strip")
    typed_names: ClassVar[Mapping[str, str]] = {"fields": ""}
    further_rules = ("exchange-left-to-right",)

    def steps(self, pad: Pad) -> Iterator[Step]:
        """The step about the exchange of the white sum."""
        total, wanted = pad.part(self.key)[0]
        fields = tuple((f"{a}/{b}", "now" if i == 0 else "") for i, (a, b) in enumerate(pad.part(self.key)))
        row = pad.rows[0]
        yield Step(
            message("Exchange the white sum"),
            phrase(
                "In the first action everyone may cross a field that shows the white sum, and cross its "
                "other number instead, in any row. Here {total} becomes {wanted}. The fields go to the "
                "right as well: what you skip is lost.",
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
        """A note that explains them."""
        return phrase("A field with the white sum: you may cross its other number")

    def offer(self, sheet: Sheet, total: int, marks: Collection[Mark]) -> Phrase | None:
        """The numbers for which the white sum may be exchanged."""
        numbers = sorted({sheet.pad.cell(mark.cell).number for mark in marks if mark.form == "exchange"})
        if not numbers:
            return None
        return phrase("{sum} may be exchanged for {numbers}", sum=total, numbers=", ".join(map(str, numbers)))

    def below(self, game: Game, sheet: Sheet, look: Look, moment: Moment | None) -> Below | None:
        """The strip."""
        now, used = moment or Moment(), sheet.of(self.key)
        boxes = box_names(sheet.pad.parts, self.key)
        numbers = {sheet.pad.cell(mark.cell).number for mark in now.marks if mark.form == "exchange"}
        fields = []
        for i, pair in enumerate(sheet.pad.part(self.key)):
            usable = now.total in pair and numbers & set(pair) - {now.total}
            state = "gone" if used >> i else "now" if usable else "open"
            if used >> i & 1:
                state = "chosen" if boxes[i] in now.fresh else "marked"
            fields.append(StripField(pair[0], pair[1], state, i % 4))
        return Below(self.key, tuple(fields))

    def reason(self, mark: Mark, roll: Roll, spot: Spot | None) -> Refusal | None:
        """A field exchanges the sum."""
        text = message("A field of the strip exchanges the white sum {sum} for {number}.")
        return Refusal("exchange", text, {"sum": roll.sum} | (spot.values() if spot else {}))

    def besides(self, pad: Pad, place: str) -> tuple[Phrase, str] | None:
        """A field used, by its two numbers."""
        boxes = dict(zip(box_names(pad.parts, self.key), pad.part(self.key), strict=True))
        return (phrase("exchanged"), "{}/{}".format(*boxes[place])) if place in boxes else None


MECHANISM = Exchange()
