"""One player's sheet as the page shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules import PASS, Mark, Moves, Sheet
from companion.rules.position import SHARED_PHASES
from companion.table.secrecy import are_choices_hidden
from companion.table.state import Table
from companion.web.presenters.dice import COLOUR_NAMES, points_words
from companion.web.presenters.viewer import Viewer
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
    """One cell. `state`: a key of CELL_LABELS. `cross`: which of four ways its cross is drawn.

    `value`: the mark that a tap sends. `pick`: the id of the card that asks which mark is meant. `star`:
    legal by a lucky number alone. `bonus`: as on the pad.
    `step`: its place in the chain just made, from 1.
    """

    name: str
    number: int
    colour: str
    state: str
    label: str
    cross: int
    value: str
    pick: str = ""
    star: bool = False
    bonus: str = ""
    step: int = 0


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
class Way:
    """One way to make a mark that asks for a choice: what is sent, in words, and the crosses that follow."""

    value: str
    text: str
    crosses: str


@dataclass(frozen=True, slots=True)
class PickView:
    """The card that asks which mark is meant."""

    id: str
    title: str
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class BoxView:
    """One box of the bonus bar."""

    colour: str
    crossed: bool
    label: str


@dataclass(frozen=True, slots=True)
class SheetView:
    """One player's sheet with what they may do now. `mine`: it is the one of the device that looks."""

    index: int
    player: str
    active: bool
    mine: bool
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
    joined: bool = False
    lucky: tuple[int, ...] = ()
    bar: tuple[BoxView, ...] = ()
    earned: tuple[tuple[str, bool], ...] = ()
    bonus: int = 0
    forgiven: bool = False
    picks: tuple[PickView, ...] = ()
    chain: str = ""


def cell_name(table: Table, cell: str, _: Translate) -> str:
    """What people call a cell: "red 5"; on pads with several colours in a row the row's letter too."""
    if not cell:
        return _("nothing")
    found = table.game.pad.cell(cell)
    name = f"{_(COLOUR_NAMES[found.colour])} {found.number}"
    return f"{name} ({found.row})" if table.game.pad.mixed else name


def sheet_view(table: Table, index: int, _: Translate, eye: Viewer) -> SheetView:
    """The sheet of the player at `index`, as `eye` may see it."""
    game, position = table.game, table.position
    player = game.players[index]
    mine = eye.role == "player" and eye.player == player
    secret = are_choices_hidden(table) and not mine
    waiting = player in game.waiting(position) and not table.paper
    decision = None if secret else table.decision(player)
    sheet = position.before[index] if secret else position.sheets[index]
    tappable = (
        not table.demo
        and not table.paper
        and position.phase in ("white", "colour", "number")
        and (mine or eye.role == "table")
    )
    moves = game.moves(position, player) if waiting else None
    legal = _by_cell(moves) if moves is not None and (not secret or tappable) else {}
    chain = (
        game.moves(position, player).chain(decision)
        if decision is not None and (game.pad.bar or game.pad.pairs)
        else ()
    )
    score = game.score(sheet)
    picks = tuple(
        _pick(table, index, cell, marks, moves, _)
        for cell, marks in legal.items()
        if moves is not None and tappable and len(marks) > 1
    )
    shown = Shown(sheet, legal if eye.hints != "off" or eye.role == "guest" else {}, legal, decision, chain)
    rows = tuple(_row(table, index, number, shown, _) for number in range(4))
    total = points_words(score.total, _)
    return SheetView(
        index=index,
        player=player,
        active=position.phase != "over" and player == position.active,
        mine=mine,
        waiting=waiting,
        tappable=tappable,
        may_pass=tappable and waiting,
        pass_text=_pass_text(table, player, _),
        state=_("has chosen") if secret and not waiting else _state(table, player, waiting, decision, _),
        label=_("Sheet of {player}").format(player=player),
        rows=rows,
        misses=sheet.misses,
        total=score.total,
        total_label=total,
        sums_label=_("{rows} minus {misses} for misses makes {total}").format(
            rows=" + ".join(map(str, (*score.rows, *((score.bonus,) if score.bonus else ())))),
            misses=-score.misses,
            total=score.total,
        ),
        misses_label=_("Misses: {misses} of 4").format(misses=sheet.misses),
        joined=player in eye.guests,
        lucky=game.lucky[player] if game.lucky else (),
        bar=_bar(table, sheet, _),
        earned=tuple((kind, kind in sheet.earned) for kind, _cells in game.pad.pairs),
        bonus=score.bonus,
        forgiven=sheet.misses > 0 and score.misses == 0,
        picks=picks,
        chain=" → ".join(cell_name(table, cell, _) for cell in chain) if len(chain) > 1 else "",
    )


@dataclass(frozen=True, slots=True)
class Shown:
    """What of a sheet is shown: `legal` stands out, `offered` may be tapped; the decision and its chain."""

    sheet: Sheet
    legal: Mapping[str, tuple[Mark, ...]]
    offered: Mapping[str, tuple[Mark, ...]]
    decision: Mark | None
    chain: tuple[str, ...]


def _by_cell(moves: Moves) -> dict[str, tuple[Mark, ...]]:
    """The legal marks by cell; a star is left out where the plain mark does the same."""
    found: dict[str, tuple[Mark, ...]] = {}
    for mark in moves:
        if mark.cell and not (mark.lucky and any(not other.lucky for other in found.get(mark.cell, ()))):
            found[mark.cell] = (*found.get(mark.cell, ()), mark)
    return found


def _pick(
    table: Table, index: int, cell: str, marks: tuple[Mark, ...], moves: Moves, _: Translate
) -> PickView:
    """The card that asks which of the tied rows a bonus is to cross."""
    name = cell_name(table, cell, _)
    ways = []
    for mark in marks:
        rows = ", ".join(_row_name(table, letter, _) for letter in mark.choices)
        chain = " → ".join(cell_name(table, step, _) for step in moves.chain(mark))
        ways.append(Way(str(mark), rows or name, chain))
    title = _("{cell} brings a bonus, and rows tie. Which one is crossed?").format(cell=name)
    return PickView(f"pick-{index}{cell}", title, tuple(ways))


def _row_name(table: Table, letter: str, _: Translate) -> str:
    row = table.game.pad.row(letter)
    name = _(COLOUR_NAMES[row.colour]) if row.colour else letter
    return _("{colour} row").format(colour=name)


def _bar(table: Table, sheet: Sheet, _: Translate) -> tuple[BoxView, ...]:
    boxes = []
    for number, colour in enumerate(table.game.pad.bar):
        crossed = bool(sheet.bar >> number & 1)
        name = _(COLOUR_NAMES[colour])
        text = _("{colour} box, crossed") if crossed else _("{colour} box, free")
        boxes.append(BoxView(colour, crossed, text.format(colour=name)))
    return tuple(boxes)


def _pass_text(table: Table, player: str, _: Translate) -> str:
    position = table.position
    if position.phase == "colour" and not position.active_marked:
        return _("Take a miss (\u22125)")
    if position.phase == "colour":
        return _("Done")
    if player == position.active:
        return _("Skip to the cards") if position.phase == "number" else _("Skip to colours")
    return _("Pass")


def _state(table: Table, player: str, waiting: bool, decision: Mark | None, _: Translate) -> str:
    position = table.position
    if position.phase in SHARED_PHASES:
        if waiting:
            return _("choosing…")
        if decision == PASS:
            chosen = any(d.player == player for phase, d in table.turn_decisions if phase in SHARED_PHASES)
            return _("passes") if chosen or player == position.active else _("nothing fits")
        if decision is not None:
            return _("crosses {cell}").format(cell=cell_name(table, decision.cell, _))
    if position.phase in ("colour", "play") and waiting:
        return _("choosing…")
    if position.phase == "roll" and player == position.active:
        return _("turns up the number") if table.game.variant.cards else _("throws")
    return ""


def _row(table: Table, index: int, number: int, shown: Shown, _: Translate) -> RowView:
    position, game = table.position, table.game
    row: Row = game.pad.rows[number]
    bits, before = shown.sheet.rows[number], position.before[index].rows[number]
    player = game.players[index]
    mine = row.letter in shown.sheet.locks
    lock = "mine" if mine else "closed" if row.letter in position.closed else "open"

    def state(cell: Cell) -> str:
        bit = 1 << cell.index
        if bits & bit:
            return "marked" if before & bit or shown.decision is None else "chosen"
        if str(cell) in shown.legal:
            return "legal"
        return "gone" if bit < bits or lock != "open" else "open"

    def show(cell: Cell) -> CellView:
        found, name = state(cell), str(cell)
        label = _(CELL_LABELS[found]).format(cell=cell_name(table, name, _))
        marks = shown.offered.get(name, ())
        star = bool(marks) and all(mark.lucky for mark in marks)
        if star and found == "legal":
            label = _("{cell}, legal now by a lucky number").format(cell=cell_name(table, name, _))
        # a bonus cross is taken back with the mark that brought it
        value = str(marks[0]) if marks else name
        if found == "chosen" and shown.decision is not None:
            value = shown.decision.cell
        return CellView(
            name,
            cell.number,
            cell.colour,
            found,
            label,
            (cell.index * 7 + number * 3 + index) % 4,
            value,
            f"pick-{index}{name}" if len(marks) > 1 and found != "chosen" else "",
            star,
            cell.bonus or "",
            shown.chain.index(name) + 1 if name in shown.chain and len(shown.chain) > 1 else 0,
        )

    needs = game.pad.lock_needs
    return RowView(
        letter=row.letter,
        colour=row.colour,
        closing=row.closing[-1].colour,
        cells=tuple(show(cell) for cell in row),
        lock=lock,
        lock_label=_(LOCK_LABELS[lock]).format(needs=needs, player=player),
        label=_row_name(table, row.letter, _),
        points=game.score(shown.sheet).rows[number],
    )
