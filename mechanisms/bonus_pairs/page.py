"""The game Bonus B on web pages: its bonuses, lesson and hints."""

from collections.abc import Iterator

from companion.rules import Game, Sheet
from companion.web.layout.game.lesson_parts import Picture, Step, row_picture
from companion.web.layout.game.page_part import PagePart, before
from companion.web.layout.game.places import NO_ADDITIONS, OpenAction, Panel, PlacePresenter, SheetAdditions
from mechanisms.bonus_pairs import BONUSES, PART
from mechanisms.bonus_pairs.rules import earned
from sheets.language import message, phrase
from sheets.pad import Pad


def _additions(
    game: Game, sheet: Sheet, presenter: PlacePresenter, action: OpenAction | None
) -> SheetAdditions:
    if action is None:
        return NO_ADDITIONS
    kinds = earned(sheet)
    return SheetAdditions(
        below=(Panel(PART.key, tuple((kind, kind in kinds) for kind, _ in PART.on(sheet.pad))),)
    )


def _steps(pad: Pad) -> Iterator[Step]:
    texts = {
        "two-weakest": phrase(
            "Both crossed: cross the next two cells of the row in which you have the fewest crosses."
        ),
        "each-row": phrase("Both crossed: cross the next cell of every row."),
        "double-weakest": phrase("Both crossed: at the end your row with the fewest crosses counts twice."),
        "13": phrase("Both crossed: 13 more points at the end."),
        "no-misses": phrase("Both crossed: your penalties cost nothing. A fourth one still ends the game."),
    }
    titles = {
        "two-weakest": message("Two in the weakest row"),
        "each-row": message("One in each row"),
        "double-weakest": message("The weakest row twice"),
        "13": message("Thirteen points"),
        "no-misses": message("Penalties are free"),
    }
    for kind, pair in PART.on(pad):
        cells = map(pad.cell, pair)
        rows = tuple(row_picture(pad.row(cell.row), marked=(cell.index,), only=kind) for cell in cells)
        yield Step(titles[kind], texts[kind], Picture(rows=rows), (f"bonus-{kind}", "bonus-lock"))


PAGE = PagePart(
    additions=_additions,
    signs={kind: (f"bonus-{kind}", meaning) for kind, meaning in BONUSES.items()},
    note=lambda game, player, sheet: phrase("Both cells of a symbol earn its bonus"),
    adds=lambda pad: phrase("Both cells of a symbol earn its bonus."),
    lesson=before("miss", _steps),
    explanation=lambda game, player, sheet: None,
)
