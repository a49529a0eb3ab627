"""Replays a game turn by turn, from a table's events or from a record: dice, decisions, points.

A *record* is a game written down in a file (`companion.records`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from companion.records.record import Record
from companion.records.referee import JudgedTurn, Violation, judge
from companion.rules import PASS, Decision, Game, Play, Position, Refusal, Roll
from companion.rules.position import SHARED_PHASES
from companion.table.events import (
    DecisionMade,
    DecisionRetracted,
    DecisionTakenBack,
    Photo,
    RollCorrected,
    RollTaken,
    SheetTakenOver,
)
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.table.turn_replay import parse_roll


@dataclass(frozen=True, slots=True)
class ReplayedDecision:
    """A player's decision in one action of a turn."""

    turn: int
    action: str
    player: str
    decision: Decision
    position: Position  # before the decision
    refusal: Refusal | None = None  # why the decision was illegal and had no effect, or None

    @property
    def crossed(self) -> bool:
        """Return True if the decision is not a pass."""
        return self.decision != PASS


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """A turn of a game, with everything that happened in it."""

    number: int
    game: Game
    active: str
    roll: Roll | int
    source: str
    photo: Photo | None
    before: Position  # before the dice were thrown
    after: Position  # after the last decision so far
    decisions: tuple[ReplayedDecision, ...] = ()
    sheets_taken_over: tuple[str, ...] = ()  # players whose sheets were entered from paper

    @property
    def missed(self) -> tuple[str, ...]:
        """Return the players who took a penalty, except those whose sheets were entered from paper."""
        return tuple(
            player
            for player in self.game.players
            if player not in self.sheets_taken_over
            and player in self.before.players
            and self.after.sheet(player).misses > self.before.sheet(player).misses
        )


def replay_game(timeline: Timeline) -> tuple[ReplayedTurn, ...]:
    """Return the turns of a table's game, oldest first; the last turn may be unfinished."""
    moments = tuple(timeline.moments())[::-1]
    turns: list[ReplayedTurn] = []
    for before, now in pairwise((moments[0], *moments)):
        if isinstance(now.last_event, RollTaken):
            turns.append(_opened_turn(now, now.last_event))
        elif turns:
            turns[-1] = _continued_turn(turns[-1], before.position, now)
    return tuple(turns)


def _opened_turn(now: Table, event: RollTaken) -> ReplayedTurn:
    return ReplayedTurn(
        number=now.position.turn,
        game=now.game,
        active=now.active,
        roll=parse_roll(now.game, event.roll),
        source=event.source,
        photo=event.photo,
        before=now.turn_start,
        after=now.position,
    )


def _continued_turn(turn: ReplayedTurn, met: Position, now: Table) -> ReplayedTurn:
    """Return the turn, updated by the last event of `now`. `met`: the position before the event."""
    match now.last_event:
        case RollCorrected() as event:
            roll = parse_roll(now.game, event.roll)
            turn = replace(turn, roll=roll, photo=event.photo, decisions=_standing(turn, now))
        case DecisionMade() as event:
            made = ReplayedDecision(met.turn, met.phase, event.player, event.decision, met)
            turn = replace(turn, decisions=(*_others(turn, met.phase, event.player), made))
            turn = _with_held_decisions(turn, made, now)
        case DecisionRetracted() as event:
            turn = replace(turn, decisions=_others(turn, met.phase, event.player))
        case DecisionTakenBack():
            turn = replace(turn, decisions=_standing(turn, now))
        case SheetTakenOver() as event:
            turn = replace(turn, sheets_taken_over=(*turn.sheets_taken_over, event.player))
    if set(now.game.players) == set(turn.game.players):
        turn = replace(turn, after=now.position)
    return turn


def _with_held_decisions(turn: ReplayedTurn, last: ReplayedDecision, now: Table) -> ReplayedTurn:
    """Return the turn. If `last` ended action 1, restore the decisions of action 2 that had been set aside.

    They were set aside when a player took back a decision of action 1, which reopened the action.
    """
    if last.action not in SHARED_PHASES or now.position.phase == last.action:
        return turn
    position = now.game.decide(last.position, last.player, last.decision)
    held = tuple(
        ReplayedDecision(turn.number, phase, decided.player, decided.decision, position)
        for phase, decided in now.turn_decisions
        if phase not in SHARED_PHASES
    )
    return replace(turn, decisions=(*turn.decisions, *held))


def _standing(turn: ReplayedTurn, now: Table) -> tuple[ReplayedDecision, ...]:
    """Return the turn's decisions that have not been taken back."""
    kept = {(phase, decided.player) for phase, decided in now.turn_decisions}
    return tuple(made for made in turn.decisions if (made.action, made.player) in kept)


def _others(turn: ReplayedTurn, action: str, player: str) -> tuple[ReplayedDecision, ...]:
    """Return the turn's decisions without the decision of `player` in `action`."""
    return tuple(made for made in turn.decisions if (made.action, made.player) != (action, player))


def replay_record(record: Record) -> tuple[ReplayedTurn, ...]:
    """Return the turns of a record. A decision's `refusal` says why it was illegal."""
    return tuple(_judged_turn(record.game, step) for step in judge(record).steps)


def _judged_turn(game: Game, step: JudgedTurn) -> ReplayedTurn:
    turn, position = step.turn, step.before
    if position.phase != "over":
        position = game.roll(position, turn.roll)
    decisions = [
        ReplayedDecision(
            step.number,
            position.phase,
            player,
            turn.first[player],
            position,
            _refusal(step.violations, player, str(turn.first[player]), SHARED_PHASES),
        )
        for player in game.players
        if player in turn.first
    ]
    if turn.second is not None:
        text = None if isinstance(turn.second, Play) else str(turn.second)
        refusal = _refusal(step.violations, step.active, text, ("colour", "play"))
        met = _after_first(game, position, decisions, still_open=turn.open)
        _, phase = game.phases
        decisions.append(ReplayedDecision(step.number, phase, step.active, turn.second, met, refusal))
    return ReplayedTurn(
        number=step.number,
        game=game,
        active=step.active,
        roll=turn.roll,
        source="record",
        photo=None,
        before=step.before,
        after=step.after,
        decisions=tuple(decisions),
    )


def _after_first(
    game: Game, position: Position, decisions: Sequence[ReplayedDecision], *, still_open: bool
) -> Position:
    """Return the position after the legal decisions of action 1.

    Players without a legal decision pass, except if action 1 is `still_open`.
    """
    for made in decisions:
        if made.refusal is None and position.phase in SHARED_PHASES:
            position = game.decide(position, made.player, made.decision)
    for player in game.waiting(position) if position.phase in SHARED_PHASES and not still_open else ():
        position = game.decide(position, player, PASS)
    return position


def _refusal(
    findings: Sequence[Violation], player: str, mark: str | None, actions: tuple[str, ...]
) -> Refusal | None:
    """Return why a decision is illegal, or None if it is legal. `mark`: its text, or None for cards."""
    parts = () if mark is None else mark.split(" ")
    for finding in findings:
        concerns = finding.player == player and finding.action in actions
        if concerns and (mark is None or finding.mark in parts):
            return finding.refusal
    return None


def points_over_turns(turns: Sequence[ReplayedTurn]) -> dict[str, tuple[int, ...]]:
    """Return each player's points before the first turn and after every turn.

    Players who left keep their last points; players who joined later have 0 points until then.
    """
    lines = {player: [0] for turn in turns for player in turn.game.players}
    for turn in turns:
        scores = turn.game.scores(turn.after)
        for player, line in lines.items():
            line.append(scores[player].total if player in scores else line[-1])
    return {player: tuple(line) for player, line in lines.items()}
