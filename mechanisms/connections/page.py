"""The game Connect 15 on web pages: its fields, lesson and hints."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from companion.rules import Game, Mark, Refusal, Roll, Sheet
from companion.rules.board import Spot
from companion.web.layout.game.lesson_parts import Picture, RowPicture, Step, row_picture
from companion.web.layout.game.page_part import PagePart, before
from companion.web.layout.game.places import OpenAction, Place, PlacePresenter, SheetAdditions
from mechanisms.connections import PART
from sheets.language import Phrase, Term, message, phrase
from sheets.pad import ROW_LETTERS, Pad
from sheets.place_names import place_phrase


def _additions(
    game: Game, sheet: Sheet, presenter: PlacePresenter, action: OpenAction | None
) -> SheetAdditions:
    pad, crossed, places = sheet.pad, sheet.state(PART.key), dict[str, tuple[Place, ...]]()
    fields = PART.on(pad)
    for number, each in enumerate(fields):
        behind = any(
            other.row == each.row and crossed >> n & 1 and other.index > each.index
            for n, other in enumerate(fields)
        )
        state, mark, choice = presenter.place(
            each.name,
            crossed=bool(crossed >> number & 1),
            gone=behind or bool(sheet.rows[each.row] >> (each.index + 1)),
        )
        words = place_phrase(pad, each.name)
        place = Place(each.name, each.name[1:], words, each.index + 1, state, mark, choice, number % 4)
        letter = ROW_LETTERS[each.row]
        places[letter] = (*places.get(letter, ()), place)
    return SheetAdditions(between=places)


def _steps(pad: Pad) -> Iterator[Step]:
    def row(look: str, marked: tuple[int, ...]) -> RowPicture:
        number = PART.on(pad)[0].row
        picture = row_picture(pad.rows[number], marked=marked)
        places = [field.index for field in PART.on(pad) if field.row == number]
        cells = (
            replace(cell, field=None if i not in places else look if i == places[0] else "")
            for i, cell in enumerate(picture.cells)
        )
        return replace(picture, cells=tuple(cells))

    yield Step(
        message("Fields between the numbers"),
        phrase(
            "If two dice show 1 and 5, everyone may also cross one field: in the row of a coloured "
            "die that shows it, or in any row if both are white. Numbers and fields go from left to "
            "right together."
        ),
        Picture((("white", 1), ("red", 5)), rows=(row("now", ()),)),
        ("connect-one-five", "connect-left-to-right"),
    )
    yield Step(
        message("A field is a cross"),
        phrase(
            "At the end it counts as a cross of its row. It does not help with the lock, and a closed "
            "row takes none."
        ),
        Picture(rows=(row("marked", (0, 2, 5)),)),
        ("connect-not-for-lock",),
    )


def _offer(sheet: Sheet, total: int, marks: Collection[Mark]) -> Phrase | None:
    pad = sheet.pad
    rows = {pad.rows[ROW_LETTERS.index(mark.cell[0])] for mark in marks if mark.form == PART.key}
    if not rows:
        return None
    names = tuple(Term(row.colour or row.letter) for row in pad.rows if row in rows)
    return phrase("1 and 5: one field may be crossed as well ({rows})", rows=names)


def _reason(mark: Mark, roll: Roll, spot: Spot | None) -> Refusal:
    text = message("Two dice show 1 and 5, so one field may be crossed in this turn besides a number.")
    return Refusal("connect-one-five", text, {"sum": roll.sum})


def _result_label(pad: Pad, place: str) -> tuple[Phrase, str] | None:
    if not any(field.name == place for field in PART.on(pad)):
        return None
    return Phrase("{row}", {"row": pad.row(place[0]).short_term}), place[1:]


PAGE = PagePart(
    additions=_additions,
    note=lambda game, player, sheet: phrase(
        "If two dice show 1 and 5, you may also cross a field between two numbers"
    ),
    offer=_offer,
    adds=lambda pad: phrase("A field between two numbers counts as a cross of its row."),
    lesson=before("miss", _steps),
    reason=_reason,
    further_rules=("connect-left-to-right", "connect-not-for-lock"),
    result_label=_result_label,
)
