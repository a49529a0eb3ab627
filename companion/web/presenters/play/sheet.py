"""One player's sheet with the possible taps on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from companion.rules import PASS, Card, Game, Mark, Moves, Play, Plays, Roll, Sheet
from companion.rules.position import ALONE_PHASES, SHARED_PHASES
from companion.table.notation import parse_decision
from companion.table.secrecy import are_choices_hidden
from companion.table.state import Choice, Table
from companion.table.take_back import is_action_over, last_choice, only_table_may
from companion.table.timeline import Timeline
from companion.web.presenters.characters import character_note
from companion.web.presenters.mechanism import (
    beside_of,
    brought_cells,
    brought_words,
    new_places,
    note_of,
    offer_of,
    says_brought,
)
from companion.web.presenters.names import mark_colour, mark_name, row_name
from companion.web.presenters.places import NO_SIGNS, NOTHING_BESIDE, Beside, CellSigns, Moment
from companion.web.presenters.play.computer_turn import ComputerDecision
from companion.web.presenters.play.viewer import Viewer
from companion.web.session.card_draft import CardDraft, draft_of_turn
from sheets.language import Phrase, phrase
from sheets.pad import Cell, Row
from sheets.place_names import cell_phrase, place_phrase

CROSS_STYLES = 4
"""Number of cross styles."""
MARKING_PHASES = ("white", "colour", "instead", "number")
"""The phases in which cells are tapped."""
KEPT_SHEETS = 200
"""Cache size in sheets: most devices see a sheet as others do."""


@dataclass(frozen=True, slots=True)
class SheetCell:
    """One cell. `state`: "marked", "chosen" (in the open action), "legal", "again" (marked, and a second
    cross is legal), "gone" (never again) or "open"; where cards are put together also "pencilled" (its card
    is tapped and crosses it) and "carried" (its card is tapped and crosses nothing).

    `mark`: what a tap sends. `card`: the card that a tap plays instead, or "". `choice`: the id of the card
    that asks which mark is meant, or "". `lucky`: it is legal by a lucky number alone; `exchange`: by an
    exchange alone. `bonus`: as on the pad. `cross`: how its cross is drawn. `chain_step`: its place in the
    chain of crosses just made, from 1; else 0. `signs`: what else is printed on it.
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
    exchange: bool = False
    signs: CellSigns = NO_SIGNS
    card: str = ""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row. `colour`: None if its cells differ. `lock`: "open", "mine" or "closed". `shared_points`: of
    everyone on a shared board, by seat; there `holder` is the seat of who laid the lock, if anybody did."""

    letter: str
    colour: str | None
    lock_colour: str
    cells: tuple[SheetCell, ...]
    lock: str
    points: int
    shared_points: tuple[int, ...] = ()
    holder: int | None = None


@dataclass(frozen=True, slots=True)
class MarkOption:
    """One of several marks at the same place: what it crosses besides, and all crosses that follow. `colour`:
    of the row that it crosses besides, or "".

    `colour`: of the row that it crosses besides, or "".
    """

    mark: str
    names: tuple[Phrase, ...]
    chain: tuple[Phrase, ...]
    colour: str = ""


@dataclass(frozen=True, slots=True)
class MarkChoice:
    """The card that asks which mark is meant. `kind`: "ties" (rows tie for the bonus of the cell), "together"
    (a field and a number may be crossed together) or "ways" (the cell may be crossed in several ways)."""

    id: str
    kind: str
    cell: Phrase
    options: tuple[MarkOption, ...]


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """One player's sheet, or the board that all share, whose `index` is 0. `mine`: it is that of the device
    that looks. `tappable`: marks can be made on it.

    `pass_label`: what passing means now: "miss", "done", "to-cards", "to-colours" or "pass". `status`:
    "choosing", "chosen" (hidden still), "passes", "nothing-fits", "crosses" (`chosen_cell`), "turns-card",
    "throws" or "". `miss_points`: 0 or less. `note`: what mechanisms do on the sheet now, or what the
    player's character may do; None without either. `offer`: what they offer in the open action, None if
    nothing. `brought`: that the cross just made brought another one. `beside`: what mechanisms show.
    `take_back`: the decision that this device may take back now, or None. `suggested`: the cells that the
    best suggestion crosses, on a device that asks for suggestions. `computer`: the level of the program that
    plays here, "" for a person; `decided`: what it did in this turn, and why.
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
    choices: tuple[MarkChoice, ...] = ()
    chain: tuple[Phrase, ...] = ()
    note: Phrase | None = None
    offer: Phrase | None = None
    brought: Phrase | None = None
    take_back: Phrase | None = None
    beside: Beside = NOTHING_BESIDE
    suggested: tuple[str, ...] = ()
    computer: str = ""
    decided: tuple[ComputerDecision, ...] = ()


class Sight(NamedTuple):
    """The properties of a device that change its view of one player's sheet: whether the sheet is theirs,
    whether it makes their marks, whether it is the table's own, whether legal marks stand out, and the cards
    that it has tapped."""

    mine: bool
    marks: bool
    is_table: bool
    shows_legal: bool
    draft: CardDraft | None = None

    @classmethod
    def of(cls, viewer: Viewer, player: str) -> Sight:
        """The view of `viewer` on the sheet of `player`."""
        shows_legal = viewer.hints != "off" or viewer.role == "guest"
        marks = viewer.marks_for(player)
        return cls(viewer.owns(player), marks, viewer.is_table, shows_legal, viewer.draft if marks else None)


def present_sheets(timeline: Timeline, viewer: Viewer) -> tuple[PlayerSheet, ...]:
    """Everyone's sheets; on a player's own device theirs comes first. A shared board is one sheet: that of
    the player whose turn it is, and everybody's own."""
    table = timeline.present
    sheets = []
    for index, player in enumerate(table.game.players):
        sight = Sight.of(viewer, player)
        by_computer = player in table.computers
        sheets.append(_seen(timeline, index, sight._replace(marks=False) if by_computer else sight))
    if table.game.shared:
        mine = any(sheet.mine for sheet in sheets)
        return (replace(sheets[table.position.seat], mine=mine),)
    return tuple(sorted(sheets, key=lambda sheet: not sheet.mine))


@lru_cache(maxsize=KEPT_SHEETS)
def _seen(timeline: Timeline, index: int, sight: Sight) -> PlayerSheet:
    return present_sheet(timeline.present, index, sight)


def present_sheet(table: Table, index: int, sight: Sight) -> PlayerSheet:
    """The sheet of the player at `index`, as a device with that sight shows it."""
    game, position = table.game, table.position
    player, mine = game.players[index], sight.mine
    secret = are_choices_hidden(table) and not mine
    waiting = player in game.waiting(position) and not table.paper
    decision = None if secret else table.decision(player)
    sheet = position.before[index] if secret else position.sheets[index]
    takes_marks = position.phase in MARKING_PHASES and not table.demo and not table.paper
    choice = _choice_to_take_back(table, player, sight)
    cards = _cards_on_sheet(table, player, sight)
    tappable = (takes_marks and sight.marks) or choice is not None or cards is not None
    moves = game.moves(position, player) if waiting else None
    offered = _marks_by_place(moves) if moves is not None and (not secret or tappable) else {}
    chain = bonus_chain(table, player, decision) or _forced_this_turn(table, player, sheet)
    score = game.score(sheet)
    fresh = new_places(position.before[index], sheet)
    visible = _VisibleSheet(
        game,
        index,
        sheet,
        position.before[index],
        position.closed,
        offered,
        shows_legal=sight.shows_legal,
        decision=decision,
        chain=chain,
        fresh=fresh,
        last_places=_crossed_places(choice) if choice is not None and is_action_over(table, choice) else (),
        cards=cards,
        board=dict(enumerate(position.sheets)) if game.shared else {},
    )
    legal = tuple(mark for marks in offered.values() for mark in marks)
    total = position.roll.sum if isinstance(position.roll, Roll) else 0
    beside = beside_of(game, sheet, visible, Moment(total, legal if visible.shows_legal else (), fresh))
    has_lines = says_brought(sheet.pad)
    status = "chosen" if secret and not waiting else _status(table, player, decision, waiting=waiting)
    offer = None
    if moves is not None and offered:
        offer = offer_of(sheet, total, tuple(moves))
    return PlayerSheet(
        index=0 if game.shared else index,
        player=player,
        active=position.phase != "over" and player == position.active,
        mine=mine,
        waiting=waiting,
        tappable=tappable,
        may_pass=takes_marks and sight.marks and waiting,
        pass_label=_pass_label(table, player),
        status=status,
        chosen_cell=mark_name(sheet.pad, decision) if status == "crosses" and decision else None,
        mixed=sheet.pad.mixed,
        lock_needs=game.pad.lock_needs,
        rows=tuple(
            visible.row(number, row, points, beside.signs)
            for number, (row, points) in enumerate(zip(sheet.pad.rows, score.rows, strict=True))
        ),
        misses=sheet.misses,
        miss_points=score.misses,
        bonus=score.bonus,
        total=score.total,
        lucky=game.lucky[player] if game.lucky else (),
        choices=_choices(index, moves, offered) if moves is not None and tappable else (),
        chain=() if has_lines else tuple(cell_phrase(sheet.pad, cell) for cell in chain),
        note=offer or note_of(game, player, sheet) or character_note(game, player),
        offer=offer,
        brought=brought_words(sheet.pad, chain[-2], chain[-1]) if has_lines and chain else None,
        beside=beside,
        take_back=_taken_name(table, choice, secret=secret) if choice is not None else None,
    )


def _cards_on_sheet(table: Table, player: str, sight: Sight) -> tuple[CardDraft, Plays] | None:
    """The cards chosen so far and those that may be played, if cells of `player` are tapped to play cards;
    otherwise None."""
    if table.position.phase != "play" or player != table.active or not sight.marks:
        return None
    if table.demo or table.paper:
        return None
    return draft_of_turn(sight.draft, table), table.game.plays(table.position, player)


def _choice_to_take_back(table: Table, player: str, sight: Sight) -> Choice | None:
    """The decision of `player` that this device may take back; None if there is none."""
    if not sight.marks:
        return None
    choice = last_choice(table, player)
    if choice is None or (only_table_may(table, choice) and not sight.is_table):
        return None
    return choice


def _crossed_places(choice: Choice) -> tuple[str, ...]:
    """The places that a decision names, without those that it brought: cells, second fields, fields."""
    decision = parse_decision(choice[1].mark)
    marks = decision.marks if isinstance(decision, Play) else decision.parts
    return (*(mark.cell for mark in marks), *(str(mark) for mark in marks if mark.sign))


def _forced_this_turn(table: Table, player: str, sheet: Sheet) -> tuple[str, ...]:
    """A cross of this turn, and the one that it brought by a chain; () if none did."""
    if player not in table.turn_start.players:
        return ()
    found = brought_cells(table.turn_start.sheet(player), sheet)
    return found[-1] if found else ()


def _taken_name(table: Table, choice: Choice, *, secret: bool) -> Phrase:
    """A decision as the button that takes it back names it."""
    decision = parse_decision(choice[1].mark)
    if secret:
        return phrase("the choice")
    if isinstance(decision, Play):
        return phrase("the cards")
    if decision.cell:
        return mark_name(table.position.sheet(choice[1].player).pad, decision)
    made = [decided.mark for _, decided in table.turn_decisions if decided.player == choice[1].player]
    missed = choice[0] not in SHARED_PHASES and set(made) == {str(PASS)}
    return phrase("the miss") if missed else phrase("pass")


def _named(decision: Mark) -> str:
    """The text that a tap sends to take a decision back: its first cell, or the place that it crosses
    instead."""
    return next((part.cell for part in decision.parts if not part.is_field), decision.cell)


def cross_style(row: int, cell: Cell) -> int:
    """The style of the cross in a cell; neighbours differ."""
    return (cell.index * 7 + row * 3) % CROSS_STYLES


def _marks_by_place(moves: Moves) -> dict[str, tuple[Mark, ...]]:
    """The legal marks by each place that they cross; a lucky one is left out if a plain one does the same."""
    found: dict[str, tuple[Mark, ...]] = {}
    for mark in moves:
        if mark.cell and not (mark.lucky and any(not other.lucky for other in found.get(mark.cell, ()))):
            for part in mark.parts:
                found[part.cell] = (*found.get(part.cell, ()), mark)
    return found


def bonus_chain(table: Table, player: str, decision: Mark | None) -> tuple[str, ...]:
    """The cells that a decision crossed one after the other, if it set off any bonus."""
    if decision is None or not table.game.rules_of(table.position.sheet(player)).mechanisms.following:
        return ()
    chain = table.game.moves(table.position, player).chain(decision)
    return chain if len(chain) > 1 else ()


def _choices(index: int, moves: Moves, offered: Mapping[str, tuple[Mark, ...]]) -> tuple[MarkChoice, ...]:
    """A card for each place at which several marks are legal: rows tie for its bonus, or it may be crossed
    together with something else, or in several ways."""
    found = []
    for place, marks in offered.items():
        if len(marks) > 1:
            together = any(mark.then for mark in marks)
            kind = "ties" if any(mark.choices for mark in marks) else "together" if together else "ways"
            options = tuple(_option(moves, place, mark, kind) for mark in marks)
            name = place_phrase(moves.sheet.pad, place)
            found.append(MarkChoice(_choice_id(index, place), kind, name, options))
    return tuple(found)


def _option(moves: Moves, place: str, mark: Mark, kind: str) -> MarkOption:
    """One of several marks at a place."""
    pad = moves.sheet.pad
    if kind == "ties":
        rows = tuple(row_name(pad, letter) for letter in mark.choices)
        chain = tuple(cell_phrase(pad, step) for step in moves.chain(mark))
        return MarkOption(str(mark), rows or (cell_phrase(pad, place),), chain)
    besides = [part.cell for part in mark.parts if part.cell != place]
    if not besides:
        name = phrase("only {cell}", cell=cell_phrase(pad, place))
        return MarkOption(str(mark), (mark_name(pad, mark) if kind == "ways" else name,), ())
    colour = mark_colour(pad, next(part for part in mark.parts if part.cell == besides[0]))
    return MarkOption(str(mark), (phrase("and {cell}", cell=cell_phrase(pad, besides[0])),), (), colour)


def _choice_id(index: int, cell: str) -> str:
    return f"pick-{index}{cell}"


def _pass_label(table: Table, player: str) -> str:
    position = table.position
    if position.phase in ("colour", "instead"):
        is_miss = table.game.is_pass_a_miss(position)
        return "miss" if is_miss else "done" if position.active_marked else "pass"
    if player == position.active:
        return "to-cards" if position.phase == "number" else "to-colours"
    return "pass"


def _status(table: Table, player: str, decision: Mark | None, *, waiting: bool) -> str:
    position = table.position
    if waiting and position.phase in (*SHARED_PHASES, *ALONE_PHASES):
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
    """The visible part of a sheet. `before`: the sheet before the open action. `offered`: the marks that may
    be tapped, by place; with `shows_legal` their places stand out. `fresh`: special places crossed in the
    open action. `last_places`: crossed in an action that is over, and a tap takes them back. `cards`: the
    cards put together so far, and what may be played, where a tap on a cell plays its card. `board`: as of
    `places.Look`."""

    game: Game
    index: int
    sheet: Sheet
    before: Sheet
    closed: tuple[str, ...]
    offered: Mapping[str, tuple[Mark, ...]]
    shows_legal: bool
    decision: Mark | None
    chain: tuple[str, ...]
    fresh: tuple[str, ...] = ()
    last_places: tuple[str, ...] = ()
    cards: tuple[CardDraft, Plays] | None = None
    board: Mapping[int, Sheet] = field(default_factory=dict)

    def row(self, number: int, row: Row, points: int, signs: Mapping[str, CellSigns]) -> SheetRow:
        mine = row.letter in self.sheet.locks and not self.board
        lock = "mine" if mine else "closed" if row.letter in self.closed else "open"
        return SheetRow(
            letter=row.letter,
            colour=row.colour,
            lock_colour=row.closing[-1].colour,
            cells=tuple(self._cell(number, cell, lock, signs.get(str(cell), NO_SIGNS)) for cell in row),
            lock=lock,
            points=points,
            shared_points=tuple(self.game.score(sheet).rows[number] for sheet in self.board.values()),
            holder=next((seat for seat, sheet in self.board.items() if row.letter in sheet.locks), None),
        )

    def place(
        self, name: str, *, crossed: bool, gone: bool, fresh: bool | None = None
    ) -> tuple[str, str, str]:
        """As of `places.Look`."""
        meant = Mark.parse(name)
        cell = meant.cell
        marks = tuple(m for m in self.offered.get(cell, ()) if not meant.sign or m.sign == meant.sign)
        if crossed:
            fresh = (name in self.fresh if fresh is None else fresh) and self.decision is not None
            state = "chosen" if fresh or name in self.last_places else "marked"
        else:
            state = "legal" if marks and self.shows_legal else "gone" if gone else "open"
        if state == "chosen":
            return state, _named(self.decision) if self.decision is not None else cell, ""
        choice = _choice_id(self.index, cell) if len(marks) > 1 else ""
        return state, str(marks[0]) if marks else name, choice

    def _cell(self, number: int, cell: Cell, lock: str, signs: CellSigns) -> SheetCell:
        name = str(cell)
        state = self._state(number, cell, lock)
        marks = self.offered.get(name, ())
        mark = str(marks[0]) if marks else name
        if state == "chosen" and self.decision is not None:
            mark = _named(self.decision)  # a bonus cross is taken back with the mark that brought it
        elif state == "marked" and signs.again:
            mark = signs.again
        card = ""
        if self.cards is not None and state != "chosen":
            state, card = self._card(cell, state, *self.cards)
        return SheetCell(
            name,
            cell.number,
            cell.colour,
            state,
            mark,
            _choice_id(self.index, name) if len(marks) > 1 and state != "chosen" else "",
            state == "legal" and not card and all(mark.lucky for mark in marks),
            cell.bonus or "",
            (cross_style(number, cell) + self.index) % CROSS_STYLES,
            self.chain.index(name) + 1 if name in self.chain else 0,
            state == "legal" and not card and all(mark.form == "exchange" for mark in marks),
            signs,
            card,
        )

    def _card(self, cell: Cell, state: str, draft: CardDraft, plays: Plays) -> tuple[str, str]:
        """The display of a cell whose card may be tapped, and that card: the tapped one, or the
        plain card."""
        for card, crossed in draft.cards:
            if (card.colour, card.number) == (cell.colour, cell.number):
                return "pencilled" if crossed else "carried", str(card)
        card = Card(cell.number, cell.colour)
        return "legal" if self.shows_legal and draft.fits(card, plays) else state, str(card)

    def _state(self, number: int, cell: Cell, lock: str) -> str:
        bit, bits, name = 1 << cell.index, self.sheet.rows[number], str(cell)
        if any(sheet.rows[number] & bit for sheet in self.board.values()) and not bits & bit:
            return "again" if self.shows_legal and name in self.offered else "marked"
        if bits & bit:
            if self.shows_legal and name in self.offered:
                return "again"
            is_new = self.decision is not None and not self.before.rows[number] & bit
            return (
                "chosen" if is_new or name in self.last_places or self._is_crossed_again(name) else "marked"
            )
        if self.shows_legal and name in self.offered:
            return "legal"
        return "gone" if bit < bits or lock != "open" else "open"

    def _is_crossed_again(self, cell: str) -> bool:
        """Tell whether a second cross was made at a cell in the open action."""
        return any(place[:-1] == cell for place in self.fresh)
