"""One player's sheet with what they may do on it now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules import PASS, Game, Mark, Moves, Play, Roll, Sheet
from companion.rules.position import SHARED_PHASES
from companion.table.notation import parse_decision
from companion.table.secrecy import are_choices_hidden
from companion.table.state import Choice, Table
from companion.table.take_back import is_action_over, last_choice, only_table_may
from companion.web.presenters.names import row_name
from companion.web.presenters.viewer import Viewer
from sheets.language import Phrase, Term, phrase
from sheets.pad import Cell, Row
from sheets.place_names import cell_phrase

CROSS_STYLES = 4
"""So many ways there are to draw a cross."""


@dataclass(frozen=True, slots=True)
class SheetCell:
    """One cell. `state`: "marked", "chosen" (in the open action), "legal", "gone" (never again) or "open".

    `mark`: what a tap sends. `choice`: the id of the card that asks which mark is meant, or "". `lucky`: it
    is legal by a lucky number alone. `bonus`: as on the pad. `cross`: how its cross is drawn. `chain_step`:
    its place in the chain of crosses just made, from 1; else 0.
    """

    name: str
    number: int
    colour: str
    state: str
    mark: str
    choice: str = ""
    lucky: bool = False
    bonus: str = ""
    cross: int = 0
    chain_step: int = 0


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row. `colour`: None if its cells differ. `lock`: "open", "mine" or "closed"."""

    letter: str
    colour: str | None
    lock_colour: str
    cells: tuple[SheetCell, ...]
    lock: str
    points: int


@dataclass(frozen=True, slots=True)
class MarkOption:
    """One mark of several on the same cell: the rows that its bonus crosses, and all crosses that follow."""

    mark: str
    rows: tuple[Phrase, ...]
    chain: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True)
class MarkChoice:
    """The card that asks which mark is meant."""

    id: str
    cell: Phrase
    options: tuple[MarkOption, ...]


@dataclass(frozen=True, slots=True)
class BarBox:
    """One box of the bonus bar. `is_next`: the next bonus cell crosses it."""

    colour: str
    crossed: bool
    is_next: bool = False


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """One player's sheet. `mine`: it is that of the device that looks. `tappable`: marks can be made on it.

    `pass_label`: what passing means now: "miss", "done", "to-cards", "to-colours" or "pass". `status`:
    "choosing", "chosen" (hidden still), "passes", "nothing-fits", "crosses" (`chosen_cell`), "turns-card",
    "throws" or "". `miss_points`: 0 or less. `earned`: each kind of bonus, and whether it is earned.
    `note`: what the special cells of the sheet do now, None on pads without any. `lucky_offer`: what a lucky
    number offers in the open action, None if nothing.
    `take_back`: the decision that this device may take back now, or None.
    """

    index: int
    player: str
    active: bool
    mine: bool
    waiting: bool
    tappable: bool
    may_pass: bool
    pass_label: str
    status: str
    chosen_cell: Phrase | None
    mixed: bool
    lock_needs: int
    rows: tuple[SheetRow, ...]
    misses: int
    miss_points: int
    bonus: int
    total: int
    lucky: tuple[int, ...] = ()
    bar: tuple[BarBox, ...] = ()
    earned: tuple[tuple[str, bool], ...] = ()
    choices: tuple[MarkChoice, ...] = ()
    chain: tuple[Phrase, ...] = ()
    note: Phrase | None = None
    lucky_offer: Phrase | None = None
    take_back: Phrase | None = None


def present_sheets(table: Table, viewer: Viewer) -> tuple[PlayerSheet, ...]:
    """Everyone's sheets; on a player's own device theirs comes first."""
    sheets = [present_sheet(table, index, viewer) for index in range(len(table.game.players))]
    return tuple(sorted(sheets, key=lambda sheet: not sheet.mine))


def present_sheet(table: Table, index: int, viewer: Viewer) -> PlayerSheet:
    """The sheet of the player at `index`, as `viewer` may see it."""
    game, position = table.game, table.position
    player = game.players[index]
    mine = viewer.owns(player)
    secret = are_choices_hidden(table) and not mine
    waiting = player in game.waiting(position) and not table.paper
    decision = None if secret else table.decision(player)
    sheet = position.before[index] if secret else position.sheets[index]
    takes_marks = position.phase in ("white", "colour", "number") and not table.demo and not table.paper
    choice = _choice_to_take_back(table, player, viewer)
    tappable = (takes_marks and viewer.marks_for(player)) or choice is not None
    moves = game.moves(position, player) if waiting else None
    offered = _marks_by_cell(moves) if moves is not None and (not secret or tappable) else {}
    chain = bonus_chain(table, player, decision)
    score = game.score(sheet)
    visible = _VisibleSheet(
        game,
        index,
        sheet,
        position.before[index],
        position.closed,
        offered,
        shows_legal=viewer.hints != "off" or viewer.role == "guest",
        decision=decision,
        chain=chain,
        last_cells=_crossed_cells(choice) if choice is not None and is_action_over(table, choice) else (),
    )
    status = "chosen" if secret and not waiting else _status(table, player, decision, waiting=waiting)
    bar = bar_boxes(game, sheet)
    lucky_offer = _lucky_offer(table, moves) if moves is not None and offered else None
    return PlayerSheet(
        index=index,
        player=player,
        active=position.phase != "over" and player == position.active,
        mine=mine,
        waiting=waiting,
        tappable=tappable,
        may_pass=takes_marks and viewer.marks_for(player) and waiting,
        pass_label=_pass_label(table, player),
        status=status,
        chosen_cell=cell_phrase(game.pad, decision.cell) if status == "crosses" and decision else None,
        mixed=game.pad.mixed,
        lock_needs=game.pad.lock_needs,
        rows=tuple(
            visible.row(number, row, points)
            for number, (row, points) in enumerate(zip(game.pad.rows, score.rows, strict=True))
        ),
        misses=sheet.misses,
        miss_points=score.misses,
        bonus=score.bonus,
        total=score.total,
        lucky=game.lucky[player] if game.lucky else (),
        bar=bar,
        earned=tuple((kind, kind in sheet.earned) for kind, _cells in game.pad.pairs),
        choices=_choices(game, index, moves, offered) if moves is not None and tappable else (),
        chain=tuple(cell_phrase(game.pad, cell) for cell in chain),
        note=lucky_offer or _note(game, player, bar),
        lucky_offer=lucky_offer,
        take_back=_taken_name(table, choice, secret=secret) if choice is not None else None,
    )


def _choice_to_take_back(table: Table, player: str, viewer: Viewer) -> Choice | None:
    """The decision of `player` that this device may take back; None if there is none."""
    if not viewer.marks_for(player):
        return None
    choice = last_choice(table, player)
    if choice is None or (only_table_may(table, choice) and not viewer.is_table):
        return None
    return choice


def _crossed_cells(choice: Choice) -> tuple[str, ...]:
    """The cells that a decision names, without those that its bonuses brought."""
    decision = parse_decision(choice[1].mark)
    return tuple(mark.cell for mark in (decision.marks if isinstance(decision, Play) else (decision,)))


def _taken_name(table: Table, choice: Choice, *, secret: bool) -> Phrase:
    """A decision as the button that takes it back names it."""
    decision = parse_decision(choice[1].mark)
    if secret:
        return phrase("the choice")
    if isinstance(decision, Play):
        return phrase("the cards")
    if decision.cell:
        return cell_phrase(table.game.pad, decision.cell)
    made = [decided.mark for _, decided in table.turn_decisions if decided.player == choice[1].player]
    missed = choice[0] not in SHARED_PHASES and set(made) == {str(PASS)}
    return phrase("the miss") if missed else phrase("pass")


def bar_boxes(game: Game, sheet: Sheet) -> tuple[BarBox, ...]:
    """The bonus bar of a sheet, left to right; empty on pads without one."""
    free = next((i for i in range(len(game.pad.bar)) if not sheet.bar >> i & 1), None)
    return tuple(
        BarBox(colour, bool(sheet.bar >> i & 1), is_next=i == free) for i, colour in enumerate(game.pad.bar)
    )


def _lucky_offer(table: Table, moves: Moves) -> Phrase | None:
    """That the white sum is a lucky number, and which row is the weakest, if a mark comes of it."""
    roll = table.position.roll
    if not table.game.lucky or not isinstance(roll, Roll):
        return None
    rows = tuple(Term(table.game.pad.cell(mark.cell).colour) for mark in moves if mark.lucky)
    if not rows:
        return None
    if len(rows) == 1:
        return phrase("{number} is your lucky number: your weakest row is {row}", number=roll.sum, row=rows)
    return phrase("{number} is your lucky number: your weakest rows are {rows}", number=roll.sum, rows=rows)


def _note(game: Game, player: str, bar: tuple[BarBox, ...]) -> Phrase | None:
    """What the special cells of a sheet do, in one sentence; None on pads without any."""
    if game.lucky:
        first, second = game.lucky[player]
        return phrase(
            "White {first} or {second}: you may cross the next cell of your weakest row",
            first=first,
            second=second,
        )
    if bar:
        colours = (box.colour for box in bar if box.is_next)
        colour = next(colours, None)
        if colour is None:
            return phrase("The bonus bar is full")
        return phrase("Bonus bar: {colour} is next", colour=Term(colour))
    return phrase("Both cells of a sign earn its bonus") if game.pad.pairs else None


def cross_style(row: int, cell: Cell) -> int:
    """How the cross in a cell is drawn: neighbours differ."""
    return (cell.index * 7 + row * 3) % CROSS_STYLES


def _marks_by_cell(moves: Moves) -> dict[str, tuple[Mark, ...]]:
    """The legal marks by cell; a lucky one is left out if the plain mark does the same."""
    found: dict[str, tuple[Mark, ...]] = {}
    for mark in moves:
        if mark.cell and not (mark.lucky and any(not other.lucky for other in found.get(mark.cell, ()))):
            found[mark.cell] = (*found.get(mark.cell, ()), mark)
    return found


def bonus_chain(table: Table, player: str, decision: Mark | None) -> tuple[str, ...]:
    """The cells that a decision crossed one after the other, if it set off any bonus."""
    if decision is None or not (table.game.pad.bar or table.game.pad.pairs):
        return ()
    chain = table.game.moves(table.position, player).chain(decision)
    return chain if len(chain) > 1 else ()


def _choices(
    game: Game, index: int, moves: Moves, offered: Mapping[str, tuple[Mark, ...]]
) -> tuple[MarkChoice, ...]:
    """A card for each cell on which several marks are legal: rows tie for its bonus."""
    found = []
    for cell, marks in offered.items():
        if len(marks) > 1:
            options = tuple(
                MarkOption(
                    str(mark),
                    tuple(row_name(game.pad, letter) for letter in mark.choices)
                    or (cell_phrase(game.pad, cell),),
                    tuple(cell_phrase(game.pad, step) for step in moves.chain(mark)),
                )
                for mark in marks
            )
            found.append(MarkChoice(_choice_id(index, cell), cell_phrase(game.pad, cell), options))
    return tuple(found)


def _choice_id(index: int, cell: str) -> str:
    return f"pick-{index}{cell}"


def _pass_label(table: Table, player: str) -> str:
    position = table.position
    if position.phase == "colour":
        return "done" if position.active_marked else "miss"
    if player == position.active:
        return "to-cards" if position.phase == "number" else "to-colours"
    return "pass"


def _status(table: Table, player: str, decision: Mark | None, *, waiting: bool) -> str:
    position = table.position
    if waiting and position.phase in (*SHARED_PHASES, "colour", "play"):
        return "choosing"
    if position.phase in SHARED_PHASES and decision == PASS:
        chosen = any(d.player == player for phase, d in table.turn_decisions if phase in SHARED_PHASES)
        return "passes" if chosen or player == position.active else "nothing-fits"
    if position.phase in SHARED_PHASES and decision is not None:
        return "crosses"
    if position.phase == "roll" and player == position.active:
        return "turns-card" if table.game.variant.cards else "throws"
    return ""


@dataclass(frozen=True, slots=True)
class _VisibleSheet:
    """What of a sheet is shown. `before`: the sheet before the open action. `offered`: the marks that may be
    tapped, by cell; with `shows_legal` their cells stand out. `last_cells`: crossed in an action
    that is over, and a tap takes them back."""

    game: Game
    index: int
    sheet: Sheet
    before: Sheet
    closed: tuple[str, ...]
    offered: Mapping[str, tuple[Mark, ...]]
    shows_legal: bool
    decision: Mark | None
    chain: tuple[str, ...]
    last_cells: tuple[str, ...] = ()

    def row(self, number: int, row: Row, points: int) -> SheetRow:
        mine = row.letter in self.sheet.locks
        lock = "mine" if mine else "closed" if row.letter in self.closed else "open"
        return SheetRow(
            letter=row.letter,
            colour=row.colour,
            lock_colour=row.closing[-1].colour,
            cells=tuple(self._cell(number, cell, lock) for cell in row),
            lock=lock,
            points=points,
        )

    def _cell(self, number: int, cell: Cell, lock: str) -> SheetCell:
        name = str(cell)
        state = self._state(number, cell, lock)
        marks = self.offered.get(name, ())
        mark = str(marks[0]) if marks else name
        if state == "chosen" and self.decision is not None:
            mark = self.decision.cell  # a bonus cross is taken back with the mark that brought it
        return SheetCell(
            name,
            cell.number,
            cell.colour,
            state,
            mark,
            _choice_id(self.index, name) if len(marks) > 1 and state != "chosen" else "",
            state == "legal" and all(mark.lucky for mark in marks),
            cell.bonus or "",
            (cross_style(number, cell) + self.index) % CROSS_STYLES,
            self.chain.index(name) + 1 if name in self.chain else 0,
        )

    def _state(self, number: int, cell: Cell, lock: str) -> str:
        bit, bits = 1 << cell.index, self.sheet.rows[number]
        if str(cell) in self.last_cells:
            return "chosen"
        if bits & bit:
            return "marked" if self.before.rows[number] & bit or self.decision is None else "chosen"
        if self.shows_legal and str(cell) in self.offered:
            return "legal"
        return "gone" if bit < bits or lock != "open" else "open"
