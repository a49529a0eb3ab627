"""The decisions of the computer in the turn whose dice are on the table, with reasons, for people who ask."""

from dataclasses import dataclass
from functools import lru_cache

from companion.advisor import coach
from companion.rules import PASS, Mark
from companion.table.events import Decided, RollTaken
from companion.table.now import mark_name
from companion.table.secrecy import before_hidden_choices
from companion.table.timeline import Timeline
from sheets.language import Phrase, Translatable, phrase

KEPT_REASONS = 64
"""Cache size in decisions: every screen shows the same ones."""


@dataclass(frozen=True, slots=True)
class ComputerDecision:
    """One decision of the computer: the cross or the pass, and the reason."""

    move: Phrase
    why: Translatable


def computer_decisions(timeline: Timeline, player: str) -> tuple[ComputerDecision, ...]:
    """The decisions of the computer called `player` in this turn, in order, without hidden ones."""
    found: dict[str, ComputerDecision] = {}
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
def _explained(moment: Timeline) -> ComputerDecision | None:
    """The explained decision that led to `moment`; None if it was made a second time."""
    assert moment.past is not None
    before, decided = moment.past.present, moment.present.last_event
    assert isinstance(decided, Decided)
    mark = decided.decision
    assert isinstance(mark, Mark)
    found = coach(before.game, before.position, decided.player, mark)
    if found is None:
        return None
    name = phrase("pass") if mark == PASS else mark_name(before.game.pad, mark)
    return ComputerDecision(name, found.chosen.why)
