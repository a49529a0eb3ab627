"""The game Big Points on web pages: its round cells, lesson and hints."""

from collections.abc import Iterator

from companion.rules import Game, Mark, Refusal, Roll, Sheet
from companion.rules.board import Spot
from companion.web.layout.game.lesson_parts import CellPicture, Picture, RowPicture, Step, row_picture
from companion.web.layout.game.page_part import PagePart, before, dice_for
from companion.web.layout.game.places import Band, OpenAction, Place, PlacePresenter, SheetAdditions
from mechanisms.bonus_rows import PART
from mechanisms.bonus_rows.rules import crossed
from sheets.language import Phrase, message, phrase
from sheets.pad import Pad
from sheets.place_names import cell_phrase


def _additions(
    game: Game, sheet: Sheet, presenter: PlacePresenter, action: OpenAction | None
) -> SheetAdditions:
    pad, done, bands = sheet.pad, crossed(sheet), {}
    for row in PART.on(pad):
        cells = []
        last = max((i for i, name in enumerate(row.cells) if name in done), default=-1)
        for i, (number, name) in enumerate(zip(row.numbers, row.cells, strict=True)):
            state, mark, choice = presenter.place(name, crossed=name in done, gone=i <= last)
            words, cross = cell_phrase(pad, name), (5 * i + row.upper) % 4
            cells.append(Place(name, str(number), words, i + 1, state, mark, choice, cross))
        above, below = (pad.rows[n] for n in row.rows)
        bands[above.letter] = Band(above.colour, below.colour, tuple(cells))
    return SheetAdditions(bands=bands)


def _steps(pad: Pad) -> Iterator[Step]:
    between = PART.on(pad)[0]
    upper, lower = pad.row(between.name[0]), pad.row(between.name[1])
    number = 5 if 5 in between.numbers else between.numbers[0]
    again = tuple(cell.index for cell in upper if cell.number == number)
    first, second = (f"{between.name}{number}" for number in (*between.numbers, *between.numbers)[:2])

    def rounds(**looks: str) -> RowPicture:
        cells = (
            CellPicture(number, upper.cells[0].colour, looks.get(name, ""))
            for name, number in zip(between.cells, between.numbers, strict=True)
        )
        return RowPicture(tuple(cells), None, is_round=True)

    yield Step(
        message("Round cells between the rows"),
        phrase(
            "If a number crossed in a row comes up again, you may cross the round cell of that number "
            "beside the row, instead of another cell. Everyone may with the white sum; whoever threw "
            "also with the die of that row. Round cells go from left to right too."
        ),
        Picture(
            dice_for(number, pad.sides),
            number,
            rows=(
                row_picture(upper, marked=again),
                rounds(**{f"{between.name}{number}": "now"}),
                row_picture(lower),
            ),
            sides=pad.sides,
        ),
        ("bp-neighbour", "bp-left-to-right"),
    )
    yield Step(
        message("They count twice"),
        phrase(
            "At the end a round cross counts in both rows beside it, up to {most} crosses a row. Round "
            "cells do not help with the lock, and they stay open when a row closes.",
            most=pad.most_crosses,
        ),
        Picture(
            rows=(
                row_picture(upper, marked=(0, 1, 3)),
                rounds(**{first: "marked", second: "marked"}),
                row_picture(lower, marked=(1, 4)),
            )
        ),
        ("bp-score", "bp-not-for-lock", "bp-after-close"),
    )


def _reason(mark: Mark, roll: Roll, spot: Spot | None) -> Refusal:
    text = message("The number {number} came up, and it was crossed beside this round cell before.")
    return Refusal("bp-neighbour", text, {"number": mark.cell[2:]})


def _result_label(pad: Pad, place: str) -> tuple[Phrase, str] | None:
    row = next((row for row in PART.on(pad) if place in row.cells), None)
    if row is None:
        return None
    return row.short_term(pad), place[2:]


PAGE = PagePart(
    additions=_additions,
    note=lambda game, player, sheet: phrase(
        "A round cell needs its number crossed beside it, and counts in both rows"
    ),
    adds=lambda pad: phrase("A round cell counts as a cross in both rows beside it."),
    lesson=before("miss", _steps),
    reason=_reason,
    further_rules=("bp-left-to-right", "bp-score"),
    result_label=_result_label,
)
