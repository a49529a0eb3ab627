"""One player's sheet with the possible taps on it."""

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
    """One player's sheet on a device."""

    index: int
    player: str
    sheet: Sheet
    """The sheet without what stays hidden from the device."""
    score: Score
    rows: tuple[SheetRow, ...]
    beside: Extras
    """What mechanisms show."""
    active: bool
    mine: bool
    """It is that of the device that looks."""
    waiting: bool
    tappable: bool
    """Marks can be made on it."""
    may_pass: bool
    pass_button: str
    """What passing means now."""
    status: Phrase
    """What the player does."""
    lucky: tuple[int, ...]
    choices: tuple[MarkChoice, ...]
    chain: tuple[Phrase, ...]
    """The crosses of the bonuses that the player has set off."""
    note: Phrase | None
    """What mechanisms do on the sheet now."""
    offer: Phrase | None
    """What they offer in the open action."""
    brought: Phrase | None
    """The words that the cross just made brought another one."""
    take_back: Phrase | None
    """The decision that this device may take back now."""


def present_sheets(timeline: Timeline, viewer: Viewer) -> tuple[PlayerSheet, ...]:
    """Return Everyone's sheets; on a player's own device theirs comes first."""
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
    """Return the sheet of the player at `index`, as that device shows it."""
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
    """Name the decision that this device may take back, for a button, or return None if there is none."""
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
