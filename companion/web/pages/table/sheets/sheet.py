"""One player's sheet with the possible taps on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.advisor import coach
from companion.rules import PASS, Mark, Play, Plays, Roll, Sheet
from companion.rules.position import SHARED_PHASES
from companion.table.actions import ACTIONS, status
from companion.table.events import Decided, RollTaken
from companion.table.now import mark_name, part_of, plays_cards
from companion.table.secrecy import are_choices_hidden, before_hidden_choices
from companion.table.state import Choice, Table
from companion.table.take_back import is_action_over, last_choice, only_table_may
from companion.table.timeline import Timeline
from companion.table.turn_outcome import brought_cells, brought_words
from companion.web.layout.game.page_part import (
    beside_of,
    new_places,
    note_of,
    offer_of,
    says_brought,
)
from companion.web.layout.game.places import NO_EXTRAS, Extras, Moment
from companion.web.pages.table.sheets.mark_choice import MarkChoice, marks_by_place, present_choices
from companion.web.pages.table.sheets.visible_sheet import SheetCell, SheetRow, VisibleSheet
from companion.web.pages.table.viewer import Viewer
from companion.web.session.drafts import CardDraft, draft_of_turn
from sheets.language import Phrase, Translatable, phrase
from sheets.place_names import cell_phrase

KEPT_REASONS = 64
"""Cache size in decisions: every screen shows the same ones."""


def computer_decisions(timeline: Timeline, player: str) -> tuple[tuple[Phrase, Translatable], ...]:
    """Return the decisions of the computer called `player` in this turn, in order, without hidden ones.

    Each is the cross or the pass, and the reason.
    """
    found: dict[str, tuple[Phrase, Translatable]] = {}
    shown = before_hidden_choices(timeline)
    for moment in shown.history():
        event = moment.present.last_event
        if isinstance(event, RollTaken) or moment.past is None:
            break
        if isinstance(event, Decided) and event.player == player:
            phase = moment.past.present.position.phase
            decision = _explained(moment)
            if decision is not None and phase not in found:
                found[phase] = decision
    return tuple(reversed(found.values()))


@lru_cache(maxsize=KEPT_REASONS)
def _explained(moment: Timeline) -> tuple[Phrase, Translatable] | None:
    """Return the explained decision that led to `moment`, or None if it was made a second time."""
    assert moment.past is not None
    before, decided = moment.past.present, moment.present.last_event
    assert isinstance(decided, Decided)
    mark = decided.decision
    assert isinstance(mark, Mark)
    found = coach(before.game, before.position, decided.player, mark)
    if found is None:
        return None
    name = phrase("pass") if mark == PASS else mark_name(before.game.pad, mark)
    return name, found.chosen.why


KEPT_SHEETS = 200
"""Cache size in sheets: most devices see a sheet as others do."""


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """One player's sheet. `mine`: it is that of the device that looks. `tappable`: marks can be made on it.

    `pass_button`: what passing means now. `status`: what the player does. `miss_points`: 0 or less. `note`:
    what mechanisms do on the sheet now, None for nothing. `offer`: what they offer in the open action, None
    if nothing. `brought`: that the cross just made brought another one. `beside`: what mechanisms show.
    `take_back`: the decision that this device may take back now, or None.
    """

    index: int
    player: str
    active: bool
    mine: bool
    waiting: bool
    tappable: bool
    may_pass: bool
    pass_button: str
    status: Phrase
    mixed: bool
    lock_needs: int
    rows: tuple[SheetRow[SheetCell], ...]
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
    beside: Extras = NO_EXTRAS


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
        """Return the view of `viewer` on the sheet of `player`."""
        shows_legal = viewer.hints != "off" or viewer.role == "guest"
        marks = viewer.marks_for(player)
        return cls(viewer.owns(player), marks, viewer.is_table, shows_legal, viewer.draft if marks else None)


def present_sheets(timeline: Timeline, viewer: Viewer) -> tuple[PlayerSheet, ...]:
    """Return Everyone's sheets; on a player's own device theirs comes first."""
    table = timeline.present
    sheets = []
    for index, player in enumerate(table.game.players):
        sight = Sight.of(viewer, player)
        by_computer = player in table.computers
        sheets.append(_seen(timeline, index, sight._replace(marks=False) if by_computer else sight))
    return tuple(sorted(sheets, key=lambda sheet: not sheet.mine))


@lru_cache(maxsize=KEPT_SHEETS)
def _seen(timeline: Timeline, index: int, sight: Sight) -> PlayerSheet:
    return present_sheet(timeline.present, index, sight)


def present_sheet(table: Table, index: int, sight: Sight) -> PlayerSheet:
    """Return the sheet of the player at `index`, as a device with that sight shows it."""
    game, position = table.game, table.position
    player = game.players[index]
    secret = _is_secret(table, sight)
    part = part_of(table, player)
    waiting = part.asked
    takes_marks = ACTIONS[position.phase].marks and not table.demo and not table.paper
    choice = _choice_to_take_back(table, player, sight)
    cards = _cards_on_sheet(table, player, sight)
    tappable = (takes_marks and sight.marks) or choice is not None or cards is not None
    moves = game.moves(position, player) if waiting else None
    offered = marks_by_place(moves) if moves is not None and (not secret or tappable) else {}
    visible = _visible(table, index, sight, offered, choice, cards)
    sheet, chain = visible.sheet, visible.chain
    score = game.score(sheet)
    legal = tuple(mark for marks in offered.values() for mark in marks)
    total = position.roll.sum if isinstance(position.roll, Roll) else 0
    moment = Moment(total, legal if visible.shows_legal else (), visible.fresh)
    beside = beside_of(game, sheet, visible, moment)
    has_lines = says_brought(sheet.pad)
    offer = offer_of(sheet, total, tuple(moves)) if moves is not None and offered else None
    return PlayerSheet(
        index=index,
        player=player,
        active=position.phase != "over" and player == position.active,
        mine=sight.mine,
        waiting=waiting,
        tappable=tappable,
        may_pass=takes_marks and sight.marks and waiting,
        pass_button=part.passing.button,
        status=status(part, sheet.pad, own=sight.mine),
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
        choices=present_choices(index, moves, offered) if moves is not None and tappable else (),
        chain=() if has_lines else tuple(cell_phrase(sheet.pad, cell) for cell in chain),
        note=offer or note_of(game, player, sheet),
        offer=offer,
        brought=brought_words(sheet.pad, chain[-2], chain[-1]) if has_lines and chain else None,
        beside=beside,
        take_back=_taken_name(table, choice, secret=secret) if choice is not None else None,
    )


def _is_secret(table: Table, sight: Sight) -> bool:
    """Return True if the open decision on a sheet stays hidden from this device."""
    return are_choices_hidden(table) and not sight.mine


def _visible(
    table: Table,
    index: int,
    sight: Sight,
    offered: Mapping[str, tuple[Mark, ...]],
    choice: Choice | None,
    cards: tuple[CardDraft, Plays] | None,
) -> VisibleSheet:
    """Return the rows and cells that this device sees. `choice`: the decision that it may take back."""
    game, position, player = table.game, table.position, table.game.players[index]
    secret = _is_secret(table, sight)
    before = position.before[index]
    sheet = before if secret else position.sheets[index]
    decision = None if secret else table.decision(player)
    return VisibleSheet(
        game,
        index,
        sheet,
        before,
        position.closed,
        offered,
        shows_legal=sight.shows_legal,
        decision=decision,
        chain=bonus_chain(table, player, decision) or _forced_this_turn(table, player, sheet),
        fresh=new_places(before, sheet),
        last_places=_crossed_places(choice) if choice is not None and is_action_over(table, choice) else (),
        cards=cards,
    )


def _cards_on_sheet(table: Table, player: str, sight: Sight) -> tuple[CardDraft, Plays] | None:
    """Return the chosen and the playable cards, if cells of `player` are tapped to play cards, or None."""
    if not plays_cards(table) or player != table.active or not sight.marks:
        return None
    return draft_of_turn(sight.draft, table), table.game.plays(table.position, player)


def _choice_to_take_back(table: Table, player: str, sight: Sight) -> Choice | None:
    """Return the decision of `player` that this device may take back, or None if there is none."""
    if not sight.marks:
        return None
    choice = last_choice(table, player)
    if choice is None or (only_table_may(table, choice) and not sight.is_table):
        return None
    return choice


def _crossed_places(choice: Choice) -> tuple[str, ...]:
    """Return the places that a decision names, without those that it brought."""
    decision = choice[1].decision
    marks = decision.marks if isinstance(decision, Play) else decision.parts
    return (*(mark.cell for mark in marks), *(str(mark) for mark in marks if mark.sign))


def _forced_this_turn(table: Table, player: str, sheet: Sheet) -> tuple[str, ...]:
    """Return a cross of this turn, and the one that it brought by a chain; () if none did."""
    if player not in table.turn_start.players:
        return ()
    found = brought_cells(table.turn_start.sheet(player), sheet)
    return found[-1] if found else ()


def _taken_name(table: Table, choice: Choice, *, secret: bool) -> Phrase:
    """Name a decision for the button that takes it back."""
    decision = choice[1].decision
    if secret:
        return phrase("the choice")
    if isinstance(decision, Play):
        return phrase("the cards")
    if decision.cell:
        return mark_name(table.position.sheet(choice[1].player).pad, decision)
    made = {made.mark for _, made in table.turn_decisions if made.player == choice[1].player}
    missed = choice[0] not in SHARED_PHASES and made == {str(PASS)}
    return phrase("the penalty") if missed else phrase("pass")


def bonus_chain(table: Table, player: str, decision: Mark | None) -> tuple[str, ...]:
    """Return the cells that a decision crossed one after the other, if it set off any bonus."""
    if decision is None or not table.game.rules_of(table.position.sheet(player)).own.following:
        return ()
    if any(part.cell[:1] in table.position.closed for part in decision.parts):
        return ()  # its row was closed after the decision, and then its action was opened again
    chain = table.game.moves(table.position, player).chain(decision)
    return chain if len(chain) > 1 else ()
