"""The game Bonus A on web pages: its bar, lesson and hints."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules import Game, Sheet
from companion.web.layout.game.lesson_parts import Picture, Step, row_picture
from companion.web.layout.game.page_part import PagePart, before
from companion.web.layout.game.places import OpenAction, Panel, PlacePresenter, SheetAdditions
from mechanisms.bonus_bar import PART, SIGN
from sheets.language import Phrase, Term, message, phrase
from sheets.pad import Pad


@dataclass(frozen=True, slots=True)
class BarBox:
    """One box of the bonus bar, as the page shows it."""

    colour: str
    crossed: bool
    is_next: bool = False  # True if the next bonus cell crosses it


def _additions(
    game: Game, sheet: Sheet, presenter: PlacePresenter, action: OpenAction | None
) -> SheetAdditions:
    crossed = sheet.state(PART.key)
    free = _next_box(sheet)
    boxes = (
        BarBox(colour, bool(crossed >> i & 1), i == free) for i, colour in enumerate(PART.on(sheet.pad).boxes)
    )
    return SheetAdditions(below=(Panel(PART.key, tuple(boxes)),))


def _next_box(sheet: Sheet) -> int | None:
    """Return the index of the box that the next bonus cell crosses, or None if the bar is full."""
    crossed = sheet.state(PART.key)
    return next((i for i in range(len(PART.on(sheet.pad).boxes)) if not crossed >> i & 1), None)


def _steps(pad: Pad) -> Iterator[Step]:
    boxes = PART.on(pad).boxes
    framed = next(row for row in (pad.row("c"), *pad.rows) if any(cell.bonus for cell in row))
    cells = [cell for cell in framed if cell.bonus]
    bar = tuple((colour, "now" if n == 0 else "") for n, colour in enumerate(boxes))
    first = next(row for row in pad.rows if row.colour == boxes[0])
    closed = "green" if "green" in boxes else boxes[0]
    yield Step(
        message("Framed cells give a bonus"),
        phrase(
            "Cross a cell with a frame and you cross the first free box of the bar too. Its colour "
            "says in which row you cross your next cell at once. If that cell has a frame too, it "
            "goes on."
        ),
        Picture(
            rows=(row_picture(framed, marked=(cells[0].index,)), row_picture(first, now=(0,))),
            bar=bar,
        ),
        ("bonus-bar", "bonus-chain", "bonus-lock"),
    )
    yield Step(
        message("A closed colour loses its boxes"),
        phrase(
            "When a row closes, everyone crosses the free boxes of its colour: they give no bonus any more."
        ),
        Picture(bar=tuple((colour, "lost" if colour == closed else "") for colour in boxes)),
        ("bonus-closed-colour",),
    )


def _note(game: Game, player: str, sheet: Sheet) -> Phrase | None:
    box = _next_box(sheet)
    if box is None:
        return phrase("The bonus bar is full")
    return phrase("Bonus bar: {colour} is next", colour=Term(PART.on(sheet.pad).boxes[box]))


PAGE = PagePart(
    additions=_additions,
    signs={SIGN: ("bonus-bar", "")},
    note=_note,
    adds=lambda pad: phrase(
        "A bonus cell crosses the next box of the bar, and that box brings the next cell in the row of "
        "its colour."
    ),
    lesson=before("miss", _steps),
    explanation=lambda game, player, sheet: None,
)
