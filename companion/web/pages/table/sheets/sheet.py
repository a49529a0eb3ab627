"""One player's sheet as a device shows it, and what a tap on each place does.

A *mechanism* is a special feature of some pads. A *place* is a cell, or a mechanism's field or box.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.advisor import coach
from companion.rules import PASS, Card, Mark, Play, Plays, Roll, Score, Sheet
from companion.rules.position import SHARED_PHASES
from companion.table.actions import ACTIONS, status
from companion.table.events import DecisionMade, RollTaken
from companion.table.now import mark_name, part_of, plays_cards
from companion.table.secrecy import are_choices_hidden, before_hidden_choices
from companion.table.state import Choice, Table
from companion.table.take_back import is_action_over, last_choice, only_table_may_undo
from companion.table.timeline import Timeline
from companion.table.turn_outcome import brought_cells, brought_words
from companion.web.layout.game.page_part import (
    additions_of,
    names_forced_crosses,
    new_places,
    note_of,
    offer_of,
)
from companion.web.layout.game.places import CROSSED, NO_SIGNS, CellSigns, OpenAction, SheetAdditions
from companion.web.pages.table.sheets.mark_choice import (
    MarkChoice,
    choice_id,
    marks_by_place,
    present_choices,
)
from companion.web.pages.table.viewer import Viewer
from companion.web.session.drafts import CardDraft, draft_of_turn
from sheets.language import Phrase, Translatable, phrase
from sheets.pad import Cell, Row
from sheets.place_names import cell_phrase


@dataclass(frozen=True, slots=True)
class SheetCell:
    """One cell of an interactive or read-only sheet."""

    cell: Cell
    state: str
    """"marked", "chosen" (crossed in the open action), "legal", "again" (marked, and a second cross is
    legal), "gone" (can never be crossed) or "open" (none of these). In the card game while the player taps
    cards, also "pencilled" (the cell's card is tapped and will cross the cell) or "carried" (its card is
    tapped, but will not cross the cell). On a read-only sheet, a result of `Highlights.state`."""
    crossed: bool
    cross: int  # the style of the cross, see `cross_style`
    mark: str  # the mark that a tap sends; on a read-only sheet the address of a link, or ""
    signs: CellSigns = NO_SIGNS
    choice: str = ""  # the id of the dialog that asks which mark is meant, or ""
    card: str = ""  # the playing card that a tap plays instead of making a mark, or ""
    by: str = ""  # "star" if the cell is legal only by a lucky number, "swap" if only by an exchange
    chain_step: int = 0  # the cell's number, from 1, in the chain of crosses just made; 0 outside a chain

    @property
    def name(self) -> str:
        return str(self.cell)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row of a sheet with its points."""

    row: Row
    cells: tuple[SheetCell, ...]
    lock: str  # see `lock_of`
    points: int


def cross_style(row: int, cell: Cell, sheet: int = 0) -> int:
    """Return the style (0 to 3) of a cross; neighbours differ. `row`, `sheet`: indices of row and player."""
    return (cell.index * 7 + row * 3 + sheet) % 4


class SheetViewer(NamedTuple):
    """The properties of a device that decide how it shows one player's sheet."""

    mine: bool  # True if the player uses the device
    marks: bool  # True if the device may make the player's marks
    is_table: bool  # True on the table's own screen
    shows_legal: bool  # True to highlight legal marks
    draft: CardDraft | None  # the cards tapped on the device

    @classmethod
    def of(cls, viewer: Viewer, table: Table, player: str) -> SheetViewer:
        """Return the properties of `viewer` that matter for the sheet of `player`."""
        shows_legal = viewer.hints != "off" or viewer.role == "guest"
        marks = viewer.marks_for(player) and player not in table.computers
        return cls(viewer.owns(player), marks, viewer.is_table, shows_legal, viewer.draft if marks else None)


class VisibleSheet:
    """A player's sheet as one device may show it, without choices that are hidden from the device."""

    def __init__(self, table: Table, index: int, device: SheetViewer) -> None:
        game, position, player = table.game, table.position, table.game.players[index]
        secret = are_choices_hidden(table) and not device.mine
        self.table, self.index, self.player = table, index, player
        self.shows_legal = device.shows_legal
        self.before = position.before[index]
        self.sheet = self.before if secret else position.sheets[index]
        self.decision = None if secret else table.decision(player)
        self.is_secret = secret  # True if the player's decision in the open action is hidden from the device
        self.takes_marks = ACTIONS[position.phase].marks and not (table.demo or table.paper) and device.marks
        """True if this device may mark cells in the action that is being decided now."""
        self.last_choice = last_choice(table, player) if device.marks else None
        """The player's last decision in this turn, or None if the device may not take it back."""
        if self.last_choice and only_table_may_undo(table, self.last_choice) and not device.is_table:
            self.last_choice = None
        self.cards: tuple[CardDraft, Plays] | None = None
        """The tapped cards and the legal plays (card game), or None if the device may not choose cards."""
        if plays_cards(table) and player == table.active and device.marks:
            self.cards = draft_of_turn(device.draft, table), game.plays(position, player)
        self.tappable = self.takes_marks or self.last_choice is not None or self.cards is not None
        """True if the device can make or take back marks on the sheet."""
        waiting = player in game.waiting(position) and not table.paper
        self.moves = game.moves(position, player) if waiting else None
        """The legal moves of the player, or None if the player has nothing to decide on a screen."""
        shows_offers = self.moves is not None and (not secret or self.tappable)
        self.offered = marks_by_place(self.moves) if self.moves is not None and shows_offers else {}
        """The legal marks by place, or {} if the device may not show them."""
        self.fresh = new_places(self.before, self.sheet)  # special places crossed in the open action
        start = table.turn_start
        forced = brought_cells(start.sheet(player), self.sheet) if player in start.players else ()
        self.chain = bonus_chain(table, player, self.decision) or (forced[-1] if forced else ())
        """The cells that the decision and its bonuses crossed, in order. Without bonuses: the last
        pair of cells in which a cross in one forced a cross in the other this turn, or ()."""
        self._last_places: tuple[str, ...] = ()
        if self.last_choice is not None and is_action_over(table, self.last_choice):
            self._last_places = _crossed_places(self.last_choice)

    def rows(self, points: tuple[int, ...], signs: Mapping[str, CellSigns]) -> tuple[SheetRow, ...]:
        """Return the rows. `points`: points by row. `signs`: what mechanisms add to cells, by cell name."""
        rows = []
        for number, row in enumerate(self.sheet.pad.rows):
            lock = lock_of(row, self.sheet, self.table.position.closed)
            cells = tuple(self._cell(number, cell, lock, signs.get(str(cell), NO_SIGNS)) for cell in row)
            rows.append(SheetRow(row, cells, lock, points[number]))
        return tuple(rows)

    def place(
        self, name: str, *, crossed: bool, gone: bool, fresh: bool | None = None
    ) -> tuple[str, str, str]:
        """Return (state, mark that a tap sends, id of the dialog that a tap opens or "") for a place."""
        meant = Mark.parse(name)
        cell = meant.cell
        marks = tuple(m for m in self.offered.get(cell, ()) if not meant.sign or m.sign == meant.sign)
        if crossed:
            fresh = (name in self.fresh if fresh is None else fresh) and self.decision is not None
            state = "chosen" if fresh or name in self._last_places else "marked"
        else:
            state = "legal" if marks and self.shows_legal else "gone" if gone else "open"
        if state == "chosen":
            return state, _take_back_place(self.decision) if self.decision is not None else cell, ""
        choice = choice_id(self.index, cell) if len(marks) > 1 else ""
        return state, str(marks[0]) if marks else name, choice

    def _cell(self, number: int, cell: Cell, lock: str, signs: CellSigns) -> SheetCell:
        name = str(cell)
        state = self._state(number, cell, lock)
        marks = self.offered.get(name, ())
        mark = str(marks[0]) if marks else name
        if state == "chosen" and self.decision is not None:
            mark = _take_back_place(self.decision)  # a bonus cross goes with the mark that brought it
        elif state == "marked" and signs.again:
            mark = signs.again
        card = by = ""
        if self.cards is not None and state != "chosen":
            state, card = self._card(cell, state, *self.cards)
        elif state == "legal":
            lucky, exchanged = all(mark.lucky for mark in marks), all(mark.sign for mark in marks)
            by = "star" if lucky else "swap" if exchanged else ""
        return SheetCell(
            cell,
            state,
            state in (*CROSSED, "pencilled"),
            cross_style(number, cell, self.index),
            mark,
            signs,
            choice_id(self.index, name) if len(marks) > 1 and state != "chosen" else "",
            card,
            by,
            self.chain.index(name) + 1 if name in self.chain else 0,
        )

    def _card(self, cell: Cell, state: str, draft: CardDraft, plays: Plays) -> tuple[str, str]:
        """Return the state of `cell` while cards are chosen, and the card that a tap on the cell sends."""
        for card, crossed in draft.cards:
            if (card.colour, card.number) == (cell.colour, cell.number):
                return "pencilled" if crossed else "carried", str(card)
        card = Card(cell.number, cell.colour)
        return "legal" if self.shows_legal and draft.fits(card, plays) else state, str(card)

    def _state(self, number: int, cell: Cell, lock: str) -> str:
        bit, bits, name = 1 << cell.index, self.sheet.rows[number], str(cell)
        if bits & bit:
            if self.shows_legal and name in self.offered:
                return "again"
            is_new = self.decision is not None and not self.before.rows[number] & bit
            again = any(place[:-1] == name for place in self.fresh)
            return "chosen" if is_new or again or name in self._last_places else "marked"
        if self.shows_legal and name in self.offered:
            return "legal"
        return "gone" if bit < bits or lock != "open" else "open"


def lock_of(row: Row, sheet: Sheet, closed: Collection[str]) -> str:
    """Return "mine" if the sheet has the row's lock, else "closed" if `closed` has the row, else "open"."""
    return "mine" if row.letter in sheet.locks else "closed" if row.letter in closed else "open"


def bonus_chain(table: Table, player: str, decision: Mark | None) -> tuple[str, ...]:
    """Return the cells that a decision and its bonuses crossed, in order, or () without bonuses."""
    if decision is None or not table.game.rules_of(table.position.sheet(player)).own.following:
        return ()
    if any(part.cell[:1] in table.position.closed for part in decision.parts):
        return ()  # the row was closed after the decision, and then the action was opened again
    chain = table.game.moves(table.position, player).chain(decision)
    return chain if len(chain) > 1 else ()


def _take_back_place(decision: Mark) -> str:
    """Return the name of the cell, or else the special field, that a player taps to take `decision` back."""
    return next((part.cell for part in decision.parts if not part.is_field), decision.cell)


def _crossed_places(choice: Choice) -> tuple[str, ...]:
    """Return the names of the places that a decision crosses, without its bonus crosses."""
    decision = choice[1].decision
    marks = decision.marks if isinstance(decision, Play) else decision.parts
    return (*(mark.cell for mark in marks), *(str(mark) for mark in marks if mark.sign))


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """The values that the template shows for one player's sheet."""

    index: int
    player: str
    sheet: Sheet  # without choices that are hidden from the device
    score: Score
    rows: tuple[SheetRow, ...]
    beside: SheetAdditions  # the additions of mechanisms
    active: bool  # True if it is the player's turn
    mine: bool  # True if the player uses the device
    waiting: bool  # True if the player still has to decide
    tappable: bool  # True if the device can make or take back marks on the sheet
    may_pass: bool
    pass_button: str  # the text of the button to pass
    status: Phrase  # what the player has to do or has done
    lucky: tuple[int, ...]  # the player's lucky numbers
    choices: tuple[MarkChoice, ...]
    chain: tuple[Phrase, ...]  # the cells that a decision and its bonuses crossed, unless `note` says so
    offer: Phrase | None  # the extra choice that a mechanism allows now, such as by a lucky number
    note: Phrase | None  # `offer`, or a cross that forced another, or a mechanism's reminder
    note_look: str  # the style of the note: "now", "chain" or ""
    take_back: Phrase | None  # the name of the decision that the device may take back


def present_sheets(timeline: Timeline, viewer: Viewer) -> tuple[PlayerSheet, ...]:
    """Return all players' sheets in the order of seats, but first the sheet of the device's own player."""
    table = timeline.present
    sheets = (
        present_sheet(timeline, index, SheetViewer.of(viewer, table, player))
        for index, player in enumerate(table.game.players)
    )
    return tuple(sorted(sheets, key=lambda sheet: not sheet.mine))


@lru_cache(maxsize=200)
def present_sheet(timeline: Timeline, index: int, device: SheetViewer) -> PlayerSheet:
    """Return the sheet of the player at `index` as `device` shows it."""
    table = timeline.present
    game, position = table.game, table.position
    player = game.players[index]
    visible = VisibleSheet(table, index, device)
    sheet, chain, moves, offered = visible.sheet, visible.chain, visible.moves, visible.offered
    part, score = part_of(table, player), game.score(sheet)
    legal = tuple(mark for marks in offered.values() for mark in marks)
    total = position.roll.sum if isinstance(position.roll, Roll) else 0
    action = OpenAction(total, legal if device.shows_legal else (), visible.fresh)
    beside = additions_of(game, sheet, visible, action)
    offer = offer_of(sheet, total, tuple(moves)) if moves is not None and offered else None
    in_words = names_forced_crosses(sheet.pad)
    brought = brought_words(sheet.pad, chain[-2], chain[-1]) if in_words and chain else None
    return PlayerSheet(
        index=index,
        player=player,
        sheet=sheet,
        score=score,
        rows=visible.rows(score.rows, beside.signs),
        beside=beside,
        active=position.end is None and player == position.active,
        mine=device.mine,
        waiting=part.asked,
        tappable=visible.tappable,
        may_pass=visible.takes_marks and part.asked,
        pass_button=part.passing.button,
        status=status(part, sheet.pad, own=device.mine),
        lucky=game.lucky[player] if game.lucky else (),
        choices=present_choices(index, moves, offered) if moves is not None and visible.tappable else (),
        chain=() if in_words else tuple(cell_phrase(sheet.pad, cell) for cell in chain),
        offer=offer,
        note=offer or brought or note_of(game, player, sheet),
        note_look="now" if offer else "chain" if brought else "",
        take_back=_take_back_name(visible),
    )


def _take_back_name(visible: VisibleSheet) -> Phrase | None:
    """Return the name of the decision that the device may take back, or None if there is none."""
    if visible.last_choice is None:
        return None
    action, decided = visible.last_choice
    decision = decided.decision
    if visible.is_secret:
        return phrase("the choice")
    if isinstance(decision, Play):
        return phrase("the cards")
    if decision.cell:
        return mark_name(visible.sheet.pad, decision)
    made = {made.mark for _, made in visible.table.turn_decisions if made.player == decided.player}
    missed = action not in SHARED_PHASES and made == {str(PASS)}
    return phrase("the penalty") if missed else phrase("pass")


def computer_decisions(timeline: Timeline, player: str) -> tuple[tuple[Phrase, Translatable], ...]:
    """Return (name, reason) of a computer player's decision in each action of this turn, oldest first.

    Hidden decisions, and decisions that the advisor can't judge, are left out.
    """
    by_phase: dict[str, tuple[Phrase, Translatable]] = {}
    shown = before_hidden_choices(timeline)
    for moment in shown.history():
        event = moment.present.last_event
        if isinstance(event, RollTaken) or moment.past is None:
            break
        if isinstance(event, DecisionMade) and event.player == player:
            phase = moment.past.present.position.phase
            decision = _explained(moment)
            if decision is not None and phase not in by_phase:
                by_phase[phase] = decision
    return tuple(reversed(by_phase.values()))


@lru_cache(maxsize=64)
def _explained(moment: Timeline) -> tuple[Phrase, Translatable] | None:
    """Return (name, reason) of the decision that led to `moment`, or None if the advisor can't judge it."""
    assert moment.past is not None
    before, decided = moment.past.present, moment.present.last_event
    assert isinstance(decided, DecisionMade)
    mark = decided.decision
    assert isinstance(mark, Mark)
    coaching = coach(before.game, before.position, decided.player, mark)
    if coaching is None:
        return None
    name = phrase("pass") if mark == PASS else mark_name(before.game.pad, mark)
    return name, coaching.chosen.why
