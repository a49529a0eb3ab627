"""One player's sheet as a device shows it, with the marks that can be made there."""

from dataclasses import dataclass
from functools import lru_cache

from companion.advisor import coach
from companion.rules import PASS, Mark, Play, Roll, Score, Sheet
from companion.rules.position import SHARED_PHASES
from companion.table.actions import status
from companion.table.events import Decided, RollTaken
from companion.table.now import mark_name, part_of
from companion.table.secrecy import before_hidden_choices
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.table.turn_outcome import brought_words
from companion.web.layout.game.page_part import beside_of, note_of, offer_of, says_brought
from companion.web.layout.game.places import Extras, Moment
from companion.web.pages.table.sheets.mark_choice import MarkChoice, present_choices
from companion.web.pages.table.sheets.visible_sheet import SheetRow, SheetViewer, VisibleSheet
from companion.web.pages.table.viewer import Viewer
from sheets.language import Phrase, Translatable, phrase
from sheets.place_names import cell_phrase

KEPT_REASONS = 64
"""Size of the cache of explained decisions; all screens show the same ones."""


def computer_decisions(timeline: Timeline, player: str) -> tuple[tuple[Phrase, Translatable], ...]:
    """Return the decisions of the computer `player` in this turn, in order, without hidden ones.

    Each is a pair of the decision's name and its reason.
    """
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


@lru_cache(maxsize=KEPT_REASONS)
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


KEPT_SHEETS = 200
"""Size of the cache of sheets; most devices see a sheet in the same way."""


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """One player's sheet on a device."""

    index: int
    player: str
    sheet: Sheet
    """The sheet, without choices that are hidden from the device."""
    score: Score
    rows: tuple[SheetRow, ...]
    beside: Extras
    """The additions of mechanisms to the sheet."""
    active: bool
    """True if it is the player's turn."""
    mine: bool
    """True if the player uses the device."""
    waiting: bool
    """True if the player still has to decide."""
    tappable: bool
    """True if the device can make or take back marks on the sheet."""
    may_pass: bool
    pass_button: str
    """The text of the button to pass, which says what passing means now."""
    status: Phrase
    """What the player has to do or has done, in words."""
    lucky: tuple[int, ...]
    """The player's lucky numbers."""
    choices: tuple[MarkChoice, ...]
    chain: tuple[Phrase, ...]
    """The cells that the player's decision and its bonuses crossed, if it set off any."""
    note: Phrase | None
    """The present effect of a mechanism on the sheet, or its offer."""
    offer: Phrase | None
    """The offer of a mechanism in the open action."""
    brought: Phrase | None
    """The sentence that a cross just made brought another one."""
    take_back: Phrase | None
    """The name of the decision that this device may take back now."""


def present_sheets(timeline: Timeline, viewer: Viewer) -> tuple[PlayerSheet, ...]:
    """Return all players' sheets; on a player's own device theirs comes first."""
    table = timeline.present
    sheets = []
    for index, player in enumerate(table.game.players):
        device = SheetViewer.of(viewer, player)
        by_computer = player in table.computers
        sheets.append(_seen(timeline, index, device._replace(marks=False) if by_computer else device))
    return tuple(sorted(sheets, key=lambda sheet: not sheet.mine))


@lru_cache(maxsize=KEPT_SHEETS)
def _seen(timeline: Timeline, index: int, device: SheetViewer) -> PlayerSheet:
    return present_sheet(timeline.present, index, device)


def present_sheet(table: Table, index: int, device: SheetViewer) -> PlayerSheet:
    """Return the sheet of the player at `index` as `device` shows it."""
    game, position = table.game, table.position
    player = game.players[index]
    visible = VisibleSheet(table, index, device)
    sheet, chain, moves, offered = visible.sheet, visible.chain, visible.moves, visible.offered
    part, score = part_of(table, player), game.score(sheet)
    legal = tuple(mark for marks in offered.values() for mark in marks)
    total = position.roll.sum if isinstance(position.roll, Roll) else 0
    moment = Moment(total, legal if device.shows_legal else (), visible.fresh)
    beside = beside_of(game, sheet, visible, moment)
    has_lines = says_brought(sheet.pad)
    offer = offer_of(sheet, total, tuple(moves)) if moves is not None and offered else None
    return PlayerSheet(
        index=index,
        player=player,
        sheet=sheet,
        score=score,
        rows=visible.rows(score.rows, beside.signs),
        beside=beside,
        active=position.phase != "over" and player == position.active,
        mine=device.mine,
        waiting=part.asked,
        tappable=visible.tappable,
        may_pass=visible.takes_marks and part.asked,
        pass_button=part.passing.button,
        status=status(part, sheet.pad, own=device.mine),
        lucky=game.lucky[player] if game.lucky else (),
        choices=present_choices(index, moves, offered) if moves is not None and visible.tappable else (),
        chain=() if has_lines else tuple(cell_phrase(sheet.pad, cell) for cell in chain),
        note=offer or note_of(game, player, sheet),
        offer=offer,
        brought=brought_words(sheet.pad, chain[-2], chain[-1]) if has_lines and chain else None,
        take_back=_taken_name(visible),
    )


def _taken_name(visible: VisibleSheet) -> Phrase | None:
    """Name the decision that the device may take back, for a button, or return None."""
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
