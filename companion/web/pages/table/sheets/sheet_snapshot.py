"""A read-only sheet, whose cells may be links."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from companion.rules import Game, Score, Sheet
from companion.web.layout.game.page_part import additions_of
from companion.web.layout.game.places import NO_SIGNS, SheetAdditions
from companion.web.pages.table.sheets.sheet import SheetCell, SheetRow, cross_style, lock_of
from sheets.pad import Cell


@dataclass(frozen=True, slots=True)
class SheetSnapshot:
    """A read-only sheet with its points."""

    player: str
    sheet: Sheet
    score: Score
    rows: tuple[SheetRow, ...]
    beside: SheetAdditions


@dataclass(frozen=True, slots=True)
class Highlights:
    """Names of cells and special fields to highlight. If several attributes hold a name, the first counts."""

    doubtful: Collection[str] = ()  # read with doubt
    asked: Collection[str] = ()  # subjects of a question
    lost: Collection[str] = ()  # crosses that a paper sheet lacks
    added: Collection[str] = ()  # new crosses
    legal: Collection[str] = ()  # could have been crossed

    def state(self, cell: str, *, marked: bool) -> str:
        for state in ("doubtful", "asked", "lost", "added"):
            if cell in getattr(self, state):
                return state
        return "marked" if marked else "legal" if cell in self.legal else "open"


@dataclass(frozen=True, slots=True)
class _PlacePresenter:
    """Decides how a read-only sheet shows its special fields, that is, all except plain cells."""

    highlights: Highlights
    href: Callable[[str], str] | None

    def place(
        self, name: str, *, crossed: bool, gone: bool, fresh: bool | None = None
    ) -> tuple[str, str, str]:
        del fresh  # a read-only sheet has no fresh crosses
        state = self.highlights.state(name, marked=crossed)
        if crossed and state == "asked":
            state = "marked"  # it was crossed before
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
    """Return the read-only sheet of `player` with its points.

    `closed`: letters of the rows closed for everyone. `href`: returns a link's address for a place's name.
    """
    score = game.score(sheet)
    beside = additions_of(game, sheet, _PlacePresenter(highlights, href))

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
        SheetRow(row, tuple(show(n, cell) for cell in row), lock_of(row, sheet, closed), score.rows[n])
        for n, row in enumerate(sheet.pad.rows)
    )
    return SheetSnapshot(player, sheet, score, rows, beside)
