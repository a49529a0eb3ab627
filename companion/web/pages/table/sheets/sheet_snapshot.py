"""A sheet at some moment, to look at: nothing on it can be tapped, cells may be links."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from companion.rules import Game, Score, Sheet
from companion.web.layout.game.page_part import beside_of
from companion.web.layout.game.places import NO_SIGNS, Extras
from companion.web.pages.table.sheets.visible_sheet import SheetCell, SheetRow, cross_style, lock_of
from sheets.pad import Cell


@dataclass(frozen=True, slots=True)
class SheetSnapshot:
    """A sheet to look at, with its points."""

    player: str
    sheet: Sheet
    score: Score
    rows: tuple[SheetRow, ...]
    beside: Extras


@dataclass(frozen=True, slots=True)
class Highlights:
    """Cells and special places that stand out, by name: doubtful ones, the crosses in question, those that a
    paper lacks, new ones, and what would have been legal. A place in several is shown as the first of
    them."""

    asked: Collection[str] = ()
    lost: Collection[str] = ()
    added: Collection[str] = ()
    legal: Collection[str] = ()
    doubtful: Collection[str] = ()

    def state(self, cell: str, *, marked: bool) -> str:
        for state in ("doubtful", "asked", "lost", "added"):
            if cell in getattr(self, state):
                return state
        return "marked" if marked else "legal" if cell in self.legal else "open"


@dataclass(frozen=True, slots=True)
class _Look:
    """How special places are shown; `href`: their addresses."""

    highlights: Highlights
    href: Callable[[str], str] | None

    def place(
        self, name: str, *, crossed: bool, gone: bool, fresh: bool | None = None
    ) -> tuple[str, str, str]:
        del fresh  # on a sheet to look at, no cross is new
        state = self.highlights.state(name, marked=crossed)
        if crossed and state == "asked":
            state = "marked"  # its cross stood there before
        return "gone" if gone and state == "open" else state, self.href(name) if self.href else "", ""


def present_snapshot(
    game: Game,
    player: str,
    sheet: Sheet,
    *,
    closed: Collection[str] = (),
    highlights: Highlights = Highlights(),
    href: Callable[[str], str] | None = None,
) -> SheetSnapshot:
    """Return the sheet of `player`. `closed`: letters of rows closed for all. `href`: a cell's address."""
    score = game.score(sheet)
    beside = beside_of(game, sheet, _Look(highlights, href))

    def show(number: int, cell: Cell) -> SheetCell:
        name, marked = str(cell), bool(sheet.rows[number] >> cell.index & 1)
        state = highlights.state(name, marked=marked)
        return SheetCell(
            cell,
            state,
            state == "added" or (marked and state != "lost"),
            cross_style(number, cell),
            href(name) if href else "",
            beside.signs.get(name, NO_SIGNS),
        )

    rows = tuple(
        SheetRow(
            row,
            tuple(show(number, cell) for cell in row),
            lock_of(row, sheet, closed),
            score.rows[number],
        )
        for number, row in enumerate(sheet.pad.rows)
    )
    return SheetSnapshot(player, sheet, score, rows, beside)
