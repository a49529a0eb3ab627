"""One player's sheet as the page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules import PASS, Mark
from companion.table import Table
from companion.web.dice_view import COLOUR_NAMES
from sheets.language import Translate, message
from sheets.pad import Cell, Row

CELL_LABELS = {
    "legal": message("{cell}, legal now"),
    "chosen": message("{cell}, just crossed; tap to take it back"),
    "marked": message("{cell}, crossed"),
    "gone": message("{cell}, skipped"),
    "open": message("{cell}, not now"),
}
LOCK_LABELS = {
    "open": message("lock open; takes {needs} crosses in the row before its last number"),
    "mine": message("locked by {player}"),
    "closed": message("closed for everyone"),
}


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell. `state`: a key of CELL_LABELS. `cross`: which of four ways its cross is drawn."""

    name: str
    number: int
    colour: str
    state: str
    label: str
    cross: int


@dataclass(frozen=True, slots=True)
class RowView:
    """One row. `colour`: None where cells differ. `lock`: "open", "mine" or "closed"."""

    letter: str
    colour: str | None
    closing: str
    cells: tuple[CellView, ...]
    lock: str
    lock_label: str
    label: str
    points: int


@dataclass(frozen=True, slots=True)
class SheetView:
    """One player's sheet with what they may do now."""

    index: int
    player: str
    active: bool
    waiting: bool
    tappable: bool
    may_pass: bool
    pass_text: str
    state: str
    label: str
    rows: tuple[RowView, ...]
    misses: int
    total: int
    total_label: str
    sums_label: str
    misses_label: str


def cell_name(table: Table, cell: str, _: Translate) -> str:
    """What people call a cell: "red 5"; on pads with several colours in a row the row's letter too."""
    if not cell:
        return _("nothing")
    found = table.game.pad.cell(cell)
    name = f"{_(COLOUR_NAMES[found.colour])} {found.number}"
    return f"{name} ({found.row})" if table.game.pad.mixed else name


def sheet_view(table: Table, index: int, _: Translate) -> SheetView:
    """The sheet of the player at `index`."""
    game, position = table.game, table.position
    player = game.players[index]
    waiting = player in game.waiting(position)
    decision = table.decision(player)
    legal = {mark.cell for mark in game.moves(position, player)} if waiting else set()
    score = game.score(position.sheets[index])
    rows = tuple(_row(table, index, number, legal, decision, _) for number in range(4))
    misses = position.sheets[index].misses
    total = _("{total} points").format(total=score.total)
    return SheetView(
        index=index,
        player=player,
        active=position.phase != "over" and player == position.active,
        waiting=waiting,
        tappable=not table.demo and position.phase in ("white", "colour"),
        may_pass=waiting and not table.demo,
        pass_text=_pass_text(table, player, _),
        state=_state(table, player, waiting, decision, _),
        label=_("Sheet of {player}").format(player=player),
        rows=rows,
        misses=misses,
        total=score.total,
        total_label=total,
        sums_label=_("{rows} minus {misses} for misses makes {total}").format(
            rows=" + ".join(map(str, score.rows)), misses=-score.misses, total=score.total
        ),
        misses_label=_("Misses: {misses} of 4").format(misses=misses),
    )


def _pass_text(table: Table, player: str, _: Translate) -> str:
    position = table.position
    if position.phase == "colour" and not position.busy:
        return _("Take a miss (\u22125)")
    if position.phase == "colour":
        return _("Done")
    if player == position.active:
        return _("Skip to colours")
    return _("Pass")


def _state(table: Table, player: str, waiting: bool, decision: Mark | None, _: Translate) -> str:
    position = table.position
    if position.phase == "white":
        if waiting:
            return _("choosing…") if table.demo else ""
        if decision == PASS:
            chosen = any(d.player == player for phase, d in table.made if phase == "white")
            return _("passes") if chosen or player == position.active else _("nothing fits")
        if decision is not None:
            return _("crosses {cell}").format(cell=cell_name(table, decision.cell, _))
    if position.phase == "colour" and waiting and table.demo:
        return _("choosing…")
    if position.phase == "roll" and player == position.active:
        return _("throws")
    return ""


def _row(
    table: Table, index: int, number: int, legal: set[str], decision: Mark | None, _: Translate
) -> RowView:
    position, game = table.position, table.game
    row: Row = game.pad.rows[number]
    bits, before = position.sheets[index].rows[number], position.before[index].rows[number]
    player = game.players[index]
    mine = row.letter in position.sheets[index].locks
    lock = "mine" if mine else "closed" if row.letter in position.closed else "open"

    def state(cell: Cell) -> str:
        bit = 1 << cell.index
        if bits & bit:
            return "marked" if before & bit or decision is None else "chosen"
        if str(cell) in legal:
            return "legal"
        return "gone" if bit < bits or lock != "open" else "open"

    def show(cell: Cell) -> CellView:
        found = state(cell)
        label = _(CELL_LABELS[found]).format(cell=cell_name(table, str(cell), _))
        kind = (cell.index * 7 + number * 3 + index) % 4
        return CellView(str(cell), cell.number, cell.colour, found, label, kind)

    name = _(COLOUR_NAMES[row.colour]) if row.colour else row.letter
    return RowView(
        letter=row.letter,
        colour=row.colour,
        closing=row.closing[-1].colour,
        cells=tuple(show(cell) for cell in row),
        lock=lock,
        lock_label=_(LOCK_LABELS[lock]).format(needs=game.pad.lock_needs, player=player),
        label=_("{colour} row").format(colour=name),
        points=game.score(position.sheets[index]).rows[number],
    )
