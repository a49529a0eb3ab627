"""The game Double A on web pages: its second fields, lesson and hints."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from companion.rules import Game, Mark, Refusal, Roll, Sheet
from companion.rules.board import Spot
from companion.web.layout.game.lesson_parts import Step, row_picture
from companion.web.layout.game.page_part import PagePart, before, crosses_count, sum_of
from companion.web.layout.game.places import CellSigns, OpenAction, PlacePresenter, SheetAdditions
from mechanisms.second_crosses import PART
from mechanisms.second_crosses.rules import twice
from sheets.language import Phrase, message, phrase
from sheets.pad import Pad
from sheets.place_names import cell_phrase


def _additions(
    game: Game, sheet: Sheet, presenter: PlacePresenter, action: OpenAction | None
) -> SheetAdditions:
    signs, crossed = {}, twice(sheet)
    for number, fields in enumerate(PART.on(sheet.pad)):
        bits = sheet.rows[number]
        for cell in sheet.pad.rows[number]:
            if fields >> cell.index & 1:
                again, name = bool(crossed[number] >> cell.index & 1), f"{cell}+"
                gone = not bits >> cell.index & 1 and bits >> cell.index != 0
                second, _mark, _choice = presenter.place(name, crossed=again, gone=gone)
                words = (phrase("crossed twice"),) if second in ("marked", "chosen") else ()
                signs[str(cell)] = CellSigns(second, again=name if second == "open" else "", words=words)
    return SheetAdditions(signs)


def _steps(pad: Pad) -> Iterator[Step]:
    number = next(number for number, bits in enumerate(PART.on(pad)) if bits)
    seconds, printed = PART.on(pad)[number], pad.rows[number]
    crossed = 3 if seconds >> 3 & 1 else seconds.bit_length() - 1
    row = row_picture(printed, marked=(1, crossed))
    every = seconds.bit_count() == len(printed) - printed.closing_count
    cells = (
        replace(cell, second=None if not seconds >> i & 1 else "now" if i == crossed else "")
        for i, cell in enumerate(row.cells)
    )
    yield Step(
        message("A second cross"),
        phrase(
            "Every cell but the last has a second field. If the number of your rightmost cross in a "
            "row comes up again, you may cross it once more."
        )
        if every
        else phrase(
            "Some cells have a second field. If one of them is your rightmost cross in a row, and its "
            "number comes up again, you may cross it once more."
        ),
        sum_of(printed.cells[crossed].number, pad.sides, replace(row, cells=tuple(cells))),
        ("double-frontier", "double-again"),
    )
    yield crosses_count(pad)


def _offer(sheet: Sheet, total: int, marks: Collection[Mark]) -> Phrase | None:
    cells = tuple(cell_phrase(sheet.pad, mark.cell) for mark in marks if mark.form == PART.key)
    return phrase("May be crossed again: {cells}", cells=cells) if cells else None


def _reason(mark: Mark, roll: Roll, spot: Spot | None) -> Refusal:
    text = message("Its number came up again, so {colour} {number} may be crossed once more.")
    return Refusal("double-again", text, {"sum": roll.sum} | (spot.values() if spot else {}))


def _result_label(pad: Pad, place: str) -> tuple[Phrase, str] | None:
    if not place.endswith("+"):
        return None
    row = Phrase("{row}", {"row": pad.row(place[0]).short_term})
    return phrase("{row} twice", row=row), str(pad.cell(place[:-1]).number)


PAGE = PagePart(
    additions=_additions,
    note=lambda game, player, sheet: phrase(
        "The last cross of a row may be crossed again when its number comes up again"
    ),
    offer=_offer,
    adds=lambda pad: phrase(
        "Second crosses count like any other; any beyond the sixteenth in a row score nothing."
    ),
    lesson=before("miss", _steps),
    reason=_reason,
    further_rules=("double-frontier", "double-cap"),
    result_label=_result_label,
)
