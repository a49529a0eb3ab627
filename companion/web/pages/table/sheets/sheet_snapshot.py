"""A sheet at some moment, to look at: nothing on it can be tapped, cells may be links."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from companion.rules import Game, Sheet
from companion.web.layout.game.page_part import beside_of
from companion.web.layout.game.places import NO_EXTRAS, NO_SIGNS, CellSigns, Extras
from companion.web.pages.table.sheets.visible_sheet import SheetRow, cross_style
from sheets.pad import Cell, Row


@dataclass(frozen=True, slots=True)
class SnapshotCell:
    """One cell. `state`: "marked", "open", or as a Highlights names it. `crossed`: it is drawn with a cross.
    `href`: where it leads, or "". `bonus`: as on the pad, or ""."""

    name: str
    number: int
    colour: str
    state: str
    crossed: bool
    href: str
    cross: int
    bonus: str = ""
    signs: CellSigns = NO_SIGNS


@dataclass(frozen=True, slots=True)
class SheetSnapshot:
    """A sheet to look at, with its points. `miss_points`: 0 or less."""

    player: str
    mixed: bool
    rows: tuple[SheetRow[SnapshotCell], ...]
    misses: int
    bonus: int
    miss_points: int
    total: int
    beside: Extras = NO_EXTRAS


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

    def show(number: int, cell: Cell) -> SnapshotCell:
        name, marked = str(cell), bool(sheet.rows[number] >> cell.index & 1)
        state = highlights.state(name, marked=marked)
        return SnapshotCell(
            name,
            cell.number,
            cell.colour,
            state,
            state == "added" or (marked and state != "lost"),
            href(name) if href else "",
            cross_style(number, cell),
            cell.bonus or "",
            beside.signs.get(name, NO_SIGNS),
        )

    def show_row(number: int, row: Row) -> SheetRow[SnapshotCell]:
        mine = row.letter in sheet.locks
        return SheetRow(
            row.letter,
            row.colour,
            row.closing[-1].colour,
            tuple(show(number, cell) for cell in row),
            "mine" if mine else "closed" if row.letter in closed else "open",
            score.rows[number],
        )

    return SheetSnapshot(
        player,
        sheet.pad.mixed,
        tuple(show_row(number, row) for number, row in enumerate(sheet.pad.rows)),
        sheet.misses,
        score.bonus,
        score.misses,
        score.total,
        beside,
    )
