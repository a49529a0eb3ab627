"""The game Connected B on web pages: its rings, lesson and hints."""

from collections.abc import Iterator
from dataclasses import replace

from companion.rules import Game, Sheet
from companion.web.layout.game.lesson_parts import Picture, Step, row_picture
from companion.web.layout.game.page_part import PagePart, before
from companion.web.layout.game.places import CellSigns, OpenAction, PlacePresenter, SheetAdditions
from mechanisms.chains import PART
from mechanisms.chains.rules import partners
from sheets.language import message, phrase
from sheets.pad import ROW_LETTERS, Pad
from sheets.place_names import cell_phrase


def _additions(
    game: Game, sheet: Sheet, presenter: PlacePresenter, action: OpenAction | None
) -> SheetAdditions:
    pad, signs = sheet.pad, {}
    for name, other in partners(pad).items():
        cell = pad.cell(name)
        words = (phrase("brings {cell}", cell=cell_phrase(pad, other.name)),)
        reach = other.index - cell.index, other.row - ROW_LETTERS.index(cell.row)
        line = "down" if (reach[1], reach[0]) > (0, 0) else "up"
        signs[name] = CellSigns(classes=("ringed",), line=line, words=words, reach=reach)
    return SheetAdditions(signs)


def _steps(pad: Pad) -> Iterator[Step]:
    (first, at), (second, there) = PART.on(pad)[0]
    rows = []
    for number in sorted({first, second}):
        now = [index for row, index in ((first, at), (second, there)) if row == number]
        picture = row_picture(pad.rows[number], now=now)
        cells = (
            replace(cell, is_circled=str(pad.rows[number].cells[i]) in partners(pad))
            for i, cell in enumerate(picture.cells)
        )
        rows.append(replace(picture, cells=tuple(cells)))
    yield Step(
        message("One cell brings another"),
        phrase(
            "Cross a circled cell, and you cross its partner at once: even left of other crosses, "
            "even in a closed row. It counts like any cross. Each player's sheet has different cells "
            "circled."
        ),
        Picture(rows=tuple(rows)),
        ("chain-forced", "chain-exempt"),
    )


PAGE = PagePart(
    additions=_additions,
    note=lambda game, player, sheet: phrase("A cross in a ring brings the ring at the other end of its line"),
    lesson=before("miss", _steps),
)
