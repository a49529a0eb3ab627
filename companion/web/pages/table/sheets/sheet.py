"""One player's sheet as a device shows it."""

from dataclasses import dataclass
from functools import lru_cache

from companion.advisor import coach
from companion.rules import PASS, Mark, Play, Roll, Score, Sheet
from companion.rules.position import SHARED_PHASES
from companion.table.actions import status
from companion.table.events import Decided, RollTaken
from companion.table.now import mark_name, part_of
from companion.table.secrecy import before_hidden_choices
from companion.table.timeline import Timeline
from companion.table.turn_outcome import brought_words
from companion.web.layout.game.page_part import beside_of, note_of, offer_of, says_brought
from companion.web.layout.game.places import Extras, Moment
from companion.web.pages.table.sheets.mark_choice import MarkChoice, present_choices
from companion.web.pages.table.sheets.visible_sheet import SheetRow, SheetViewer, VisibleSheet
from companion.web.pages.table.viewer import Viewer
from sheets.language import Phrase, Translatable, phrase
from sheets.place_names import cell_phrase


def computer_decisions(timeline: Timeline, player: str) -> tuple[tuple[Phrase, Translatable], ...]:
    """Return name and reason of each decision of the computer `player` in this turn, if it isn't hidden."""
    by_phase: dict[str, tuple[Phrase, Translatable]] = {}
    shown = before_hidden_choices(timeline)
    for moment in shown.history():
        event = moment.present.last_event
        if isinstance(event, RollTaken) or moment.past is None:
            break
        if isinstance(event, Decided) and event.player == player:
            phase = moment.past.present.position.phase
            decision = _explained(moment)
            if decision is not None and phase not in by_phase:
                by_phase[phase] = decision
    return tuple(reversed(by_phase.values()))


@lru_cache(maxsize=64)
def _explained(moment: Timeline) -> tuple[Phrase, Translatable] | None:
    """Return name and reason of the decision that led to `moment`, or None if the advisor can't judge it."""
    assert moment.past is not None
    before, decided = moment.past.present, moment.present.last_event
    assert isinstance(decided, Decided)
    mark = decided.decision
    assert isinstance(mark, Mark)
    coaching = coach(before.game, before.position, decided.player, mark)
    if coaching is None:
        return None
    name = phrase("pass") if mark == PASS else mark_name(before.game.pad, mark)
    return name, coaching.chosen.why


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """One player's sheet on a device."""

    index: int
    player: str
    sheet: Sheet  # without choices that are hidden from the device
    score: Score
    rows: tuple[SheetRow, ...]
    beside: Extras  # the additions of mechanisms
    active: bool  # True if it is the player's turn
    mine: bool  # True if the player uses the device
    waiting: bool  # True if the player still has to decide
    tappable: bool  # True if the device can make or take back marks on the sheet
    may_pass: bool
    pass_button: str  # its text
    status: Phrase  # what the player has to do or has done
    lucky: tuple[int, ...]  # the player's lucky numbers
    choices: tuple[MarkChoice, ...]
    chain: tuple[Phrase, ...]  # the cells that a decision and its bonuses crossed
    offer: Phrase | None  # the offer of a mechanism in the open action
    note: Phrase | None  # the offer, or a cross that brought another, or a mechanism's effect
    note_look: str  # "now", "chain" or ""
    take_back: Phrase | None  # the name of the decision that the device may take back


def present_sheets(timeline: Timeline, viewer: Viewer) -> tuple[PlayerSheet, ...]:
    """Return all players' sheets; on a player's own device theirs comes first."""
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
    moment = Moment(total, legal if device.shows_legal else (), visible.fresh)
    beside = beside_of(game, sheet, visible, moment)
    offer = offer_of(sheet, total, tuple(moves)) if moves is not None and offered else None
    in_words = says_brought(sheet.pad)
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
        take_back=_taken_name(visible),
    )


def _taken_name(visible: VisibleSheet) -> Phrase | None:
    """Name the decision that the device may take back, or return None."""
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
