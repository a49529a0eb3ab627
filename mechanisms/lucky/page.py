"""The game Longo on web pages: its lesson and hints."""

from collections.abc import Collection, Iterator

from companion.rules import Game, Mark, Sheet
from companion.web.layout.game.lesson_parts import Picture, Step, row_picture
from companion.web.layout.game.page_part import PagePart, before
from sheets.language import Phrase, Term, message, phrase
from sheets.pad import Pad


def _steps(pad: Pad) -> Iterator[Step]:
    row = pad.rows[2]
    yield Step(
        message("Your two lucky numbers"),
        phrase(
            "They are printed on your sheet. If the white sum is one of them, you may cross the next "
            "cell of the row in which you have the fewest crosses, instead of that number."
        ),
        Picture((("white", 5), ("white", 1)), 6, rows=(row_picture(row, now=(0,)),), sides=pad.sides),
        ("lucky",),
    )


def _note(game: Game, player: str, sheet: Sheet) -> Phrase | None:
    if not game.lucky:
        return None
    first, second = game.lucky[player]
    text = message("White {first} or {second}: you may cross the next cell of your weakest row")
    return Phrase(text, {"first": first, "second": second})


def _offer(sheet: Sheet, total: int, marks: Collection[Mark]) -> Phrase | None:
    rows = tuple(Term(sheet.pad.cell(mark.cell).colour) for mark in marks if mark.lucky)
    if not rows:
        return None
    if len(rows) == 1:
        return phrase("{number} is your lucky number: your weakest row is {row}", number=total, row=rows)
    return phrase("{number} is your lucky number: your weakest rows are {rows}", number=total, rows=rows)


PAGE = PagePart(
    note=_note,
    offer=_offer,
    adds=lambda pad: phrase(
        "If the white dice make one of your lucky numbers, you may instead cross the next cell of the "
        "row in which you have the fewest crosses."
    ),
    lesson=before("colour-sum", _steps),
    explanation=lambda game, player, sheet: phrase(
        "If that is one of your lucky numbers, another cell may stand out as well."
    ),
)
