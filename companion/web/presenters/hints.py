"""Hints for those who want them: the best crosses now, and after the turn what would have been better."""

from __future__ import annotations

from dataclasses import dataclass

from companion.advisor import Coaching, Option, advise, coach
from companion.rules import PASS, Decision, Mark, Play
from companion.rules.position import SHARED_PHASES
from companion.table.events import Decided
from companion.table.secrecy import are_choices_hidden
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.web.presenters.sheet import cell_name
from companion.web.presenters.viewer import Viewer
from sheets.language import Translate, with_decimal_mark

MOST = 3
"""Suggestions for one player, at most."""


@dataclass(frozen=True, slots=True)
class OptionView:
    """One suggestion: what to do, how likely it wins (or the points expected), and why."""

    move: str
    worth: str
    why: str
    cell: str = ""


@dataclass(frozen=True, slots=True)
class AdviceView:
    """Suggestions for one player, the best first."""

    player: str
    options: tuple[OptionView, ...]


@dataclass(frozen=True, slots=True)
class CoachView:
    """One decision of the last turn looked back on. `fine`: nothing better was there."""

    player: str
    fine: bool
    text: str
    why: str


def advice_for(table: Table, eye: Viewer, _: Translate) -> tuple[AdviceView, ...]:
    """Suggestions for the player of this device; on the table's screen for whoever has no phone."""
    if eye.hints not in ("suggestions", "coach") or table.demo or table.paper or eye.role == "guest":
        return ()
    waiting = table.game.waiting(table.position)
    if table.position.phase not in (*SHARED_PHASES, "colour"):
        return ()
    if eye.role == "player":
        wanted = [player for player in waiting if player == eye.player]
    elif are_choices_hidden(table):
        wanted = []
    else:
        wanted = [player for player in waiting if player not in eye.guests]
    if not wanted:
        return ()
    most = MOST if len(wanted) == 1 else 1
    return tuple(
        AdviceView(found.player, tuple(_option(table, option, _) for option in found.options[:most]))
        for found in advise(table.game, table.position, wanted)
        if found.options
    )


def _option(table: Table, option: Option, _: Translate) -> OptionView:
    cell = option.move.cell if isinstance(option.move, Mark) else ""
    return OptionView(move_name(table, option.move, _), _worth(option, _), option.why.in_language(_), cell)


def _worth(option: Option, _: Translate) -> str:
    if option.win is None:
        return _("{points} points in the end").format(points=round(option.margin))
    return _("{chance} % to win").format(chance=round(100 * option.win))


def move_name(table: Table, move: Decision, _: Translate) -> str:
    """A decision in words: "red 5", "pass"."""
    if isinstance(move, Play):
        return ", ".join(cell_name(table, mark.cell, _) for mark in move.marks) or _("no cross")
    if move == PASS:
        miss = table.position.phase == "colour" and not table.position.active_marked
        return _("take the miss") if miss else _("pass")
    return cell_name(table, move.cell, _)


def coaching_for(timeline: Timeline, eye: Viewer, _: Translate) -> tuple[CoachView, ...]:
    """What the last turn's decisions gave away, for this device's player; on the table's screen for all."""
    table = timeline.present
    if eye.hints != "coach" or table.demo or table.paper or eye.role == "guest":
        return ()
    if table.position.phase not in ("roll", "over"):
        return ()
    lines = []
    for moment in timeline.history():
        decided = moment.present.last_event
        if decided is table.current_roll:
            break
        if not isinstance(decided, Decided) or moment.past is None:
            continue
        met = moment.past.present
        if eye.role == "player" and decided.player != eye.player:
            continue
        if met.decision(decided.player) is not None or ":" in decided.mark:
            continue
        try:
            found = coach(met.game, met.position, decided.player, Mark.parse(decided.mark))
        except ValueError:
            continue  # nothing can be said of it
        if found is not None:
            lines.append(_coaching(met, found, _))
    return tuple(reversed(lines))


def _coaching(met: Table, found: Coaching, _: Translate) -> CoachView:
    chosen, best = move_name(met, found.chosen.move, _), move_name(met, found.best.move, _)
    if found.fine:
        text = _("{player}: {chosen}. Nothing better was there.").format(player=found.player, chosen=chosen)
        return CoachView(found.player, True, text, "")
    if found.win is None:
        text = _("{player}: {chosen}. Better: {best}, by {points} points in the end.").format(
            player=found.player, chosen=chosen, best=best, points=with_decimal_mark(f"{found.points:.1f}", _)
        )
    else:
        text = _("{player}: {chosen}. Better: {best}, by {chance} % of a win.").format(
            player=found.player, chosen=chosen, best=best, chance=round(100 * found.win)
        )
    return CoachView(found.player, False, text, found.why.in_language(_))
