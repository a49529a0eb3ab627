"""The game X-Change on web pages: its strip, lesson and hints."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from companion.rules import Game, Mark, Refusal, Roll, Sheet
from companion.rules.board import Spot
from companion.web.layout.game.lesson_parts import Picture, Step, row_picture
from companion.web.layout.game.page_part import PagePart, before, dice_for
from companion.web.layout.game.places import OpenAction, Panel, PlacePresenter, SheetAdditions
from mechanisms.exchange import PART
from sheets.language import Phrase, message, phrase
from sheets.pad import Pad
from sheets.pad_part import box_names


@dataclass(frozen=True, slots=True)
class StripField:
    """One field of the exchange strip, as the page shows it."""

    first: int
    second: int
    state: str  # "marked", "chosen", "gone", "now" (the white sum may be exchanged) or "open"
    cross: int  # number of the drawing of its cross, 0 to 3


def _additions(
    game: Game, sheet: Sheet, presenter: PlacePresenter, action: OpenAction | None
) -> SheetAdditions:
    now, used = action or OpenAction(), sheet.state(PART.key)
    boxes = box_names(sheet.pad.parts, PART.key)
    numbers = {sheet.pad.cell(mark.cell).number for mark in now.marks if mark.form == PART.key}
    fields = []
    for i, pair in enumerate(PART.on(sheet.pad)):
        usable = now.total in pair and numbers & set(pair) - {now.total}
        state = "gone" if used >> i else "now" if usable else "open"
        if used >> i & 1:
            state = "chosen" if boxes[i] in now.fresh else "marked"
        fields.append(StripField(pair[0], pair[1], state, i % 4))
    return SheetAdditions(below=(Panel(PART.key, tuple(fields)),))


def _steps(pad: Pad) -> Iterator[Step]:
    total, wanted = PART.on(pad)[0]
    fields = tuple((f"{a}/{b}", "now" if i == 0 else "") for i, (a, b) in enumerate(PART.on(pad)))
    row = pad.rows[0]
    yield Step(
        message("Exchange the white sum"),
        phrase(
            "In the first action everyone may cross a field that shows the white sum, and cross its "
            "other number instead, in any row. Here {total} becomes {wanted}. The fields go from left "
            "to right too: what you skip is lost.",
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


def _offer(sheet: Sheet, total: int, marks: Collection[Mark]) -> Phrase | None:
    numbers = sorted({sheet.pad.cell(mark.cell).number for mark in marks if mark.form == PART.key})
    if not numbers:
        return None
    return phrase("{sum} may be exchanged for {numbers}", sum=total, numbers=", ".join(map(str, numbers)))


def _reason(mark: Mark, roll: Roll, spot: Spot | None) -> Refusal:
    text = message("A field of the strip exchanges the white sum {sum} for {number}.")
    return Refusal("exchange", text, {"sum": roll.sum} | (spot.values() if spot else {}))


def _result_label(pad: Pad, place: str) -> tuple[Phrase, str] | None:
    boxes = dict(zip(box_names(pad.parts, PART.key), PART.on(pad), strict=True))
    return (phrase("exchanged"), "{}/{}".format(*boxes[place])) if place in boxes else None


PAGE = PagePart(
    additions=_additions,
    note=lambda game, player, sheet: phrase("A field with the white sum: you may cross its other number"),
    offer=_offer,
    lesson=before("miss", _steps),
    reason=_reason,
    further_rules=("exchange-left-to-right",),
    result_label=_result_label,
)
