"""A sheet as it stood at some moment, to be looked at: nothing on it is tapped, cells may be links."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from companion.rules import Game, Sheet
from sheets.language import Translate, message
from sheets.place_names import cell_phrase

_STATES = {
    "marked": message("{cell}, crossed"),
    "asked": message("{cell}, the cross in question"),
    "legal": message("{cell}, would have been legal"),
    "added": message("{cell}, new"),
    "lost": message("{cell}, not on the paper"),
    "open": "{cell}",
}


@dataclass(frozen=True, slots=True)
class PaperCell:
    """One cell. `state`: a key of the labels. `href`: where a click on it leads, "" nowhere."""

    name: str
    number: int
    colour: str
    state: str
    label: str
    href: str
    cross: int


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One row. `colour`: None where cells differ. `lock`: "open", "mine" or "closed"."""

    letter: str
    colour: str | None
    closing: str
    cells: tuple[PaperCell, ...]
    lock: str
    points: int


@dataclass(frozen=True, slots=True)
class PaperView:
    """A sheet to look at. `sums`: its points as on the paper: rows, bonus, misses (0 or less), total."""

    player: str
    label: str
    rows: tuple[PaperRow, ...]
    bar: tuple[tuple[str, bool], ...]
    misses: int
    bonus: int
    minus: int
    total: int


def cell_words(game: Game, cell: str, _: Translate) -> str:
    """What people call a cell: "red 5"; on pads with several colours in a row the row's letter too."""
    return cell_phrase(game.pad, cell).in_language(_)


def paper_view(
    game: Game,
    player: str,
    sheet: Sheet,
    _: Translate,
    *,
    closed: Collection[str] = (),
    legal: Collection[str] = (),
    asked: Collection[str] = (),
    added: Collection[str] = (),
    lost: Collection[str] = (),
    href: Callable[[str], str] | None = None,
) -> PaperView:
    """The sheet of `player`. `closed`: rows closed for all. The others name cells that stand out."""
    score = game.score(sheet)
    rows = []
    for number, row in enumerate(game.pad.rows):
        cells = []
        for cell in row:
            name = str(cell)
            state = (
                "asked"
                if name in asked
                else "lost"
                if name in lost
                else "added"
                if name in added
                else "marked"
                if sheet.rows[number] >> cell.index & 1
                else "legal"
                if name in legal
                else "open"
            )
            label = (_(_STATES[state]) if state != "open" else "{cell}").format(
                cell=cell_words(game, name, _)
            )
            kind = (cell.index * 7 + number * 3) % 4
            cells.append(
                PaperCell(name, cell.number, cell.colour, state, label, href(name) if href else "", kind)
            )
        lock = "mine" if row.letter in sheet.locks else "closed" if row.letter in closed else "open"
        rows.append(
            PaperRow(row.letter, row.colour, row.closing[-1].colour, tuple(cells), lock, score.rows[number])
        )
    bar = tuple((colour, bool(sheet.bar >> i & 1)) for i, colour in enumerate(game.pad.bar))
    label = _("Sheet of {player}").format(player=player)
    return PaperView(player, label, tuple(rows), bar, sheet.misses, score.bonus, score.misses, score.total)
