"""The course of a game: its turns with their dice, photos, marks and points, for looking back.

Told from a table as it stands (amendments in place) or from a record; the pages that look back need not know
which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.records.record import Record
from companion.records.referee import Violation, judge
from companion.rules import PASS, Decision, Game, Play, Position, Refusal, Roll
from companion.rules.position import SHARED_PHASES
from companion.table.events import (
    Decided,
    Photo,
    Retracted,
    RollCorrected,
    RollTaken,
    SheetTakenOver,
)
from companion.table.notation import parse_decision, parse_roll
from companion.table.timeline import Timeline


@dataclass(frozen=True, slots=True)
class ReplayedDecision:
    """One decision. `position`: as it was when it was made. `refusal`: why it was illegal and not made."""

    turn: int
    action: str
    player: str
    decision: Decision
    position: Position
    refusal: Refusal | None = None

    @property
    def crossed(self) -> bool:
        """Whether it is more than a pass."""
        return self.decision != PASS


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """One turn. `before`: the position before its dice; `after`: after its last decision so far.

    `sheets_taken_over`: whose sheets were taken over from paper in it.
    """

    number: int
    game: Game
    active: str
    roll: Roll | int
    source: str
    photo: Photo | None
    before: Position
    after: Position
    decisions: tuple[ReplayedDecision, ...] = ()
    sheets_taken_over: tuple[str, ...] = ()

    @property
    def missed(self) -> tuple[str, ...]:
        """Who took a miss in this turn by the rules."""
        return tuple(
            player
            for player in self.game.players
            if player not in self.sheets_taken_over
            and player in self.before.players
            and self.after.sheet(player).misses > self.before.sheet(player).misses
        )

    @property
    def closed(self) -> tuple[str, ...]:
        """The rows that closed for all in this turn."""
        return tuple(row for row in self.after.closed if row not in self.before.closed)

    def decision_of(self, player: str, action: str) -> ReplayedDecision | None:
        """What a player decided in an action of this turn; None where nothing is known of it."""
        return next((m for m in self.decisions if (m.player, m.action) == (player, action)), None)


def replay_game(timeline: Timeline) -> tuple[ReplayedTurn, ...]:
    """The turns of a game on the table, oldest first; the last one may still be going on."""
    moments = tuple(timeline.moments())[::-1]
    turns: list[ReplayedTurn] = []
    for before, now in zip((moments[0], *moments), moments, strict=False):
        event, position = now.last_event, before.position
        match event:
            case RollTaken():
                roll = parse_roll(now.game, event.roll)
                turns.append(
                    ReplayedTurn(
                        now.position.turn,
                        now.game,
                        now.active,
                        roll,
                        event.source,
                        event.photo,
                        now.turn_start,
                        now.position,
                    )
                )
                continue
            case RollCorrected() if turns:
                roll = parse_roll(now.game, event.roll)
                kept = {(phase, decided.player) for phase, decided in now.turn_decisions}
                made = tuple(m for m in turns[-1].decisions if (m.action, m.player) in kept)
                turns[-1] = replace(turns[-1], roll=roll, photo=event.photo, decisions=made)
            case Decided() if turns:
                said = parse_decision(event.mark)
                mine = ReplayedDecision(position.turn, position.phase, event.player, said, position)
                turns[-1] = replace(turns[-1], decisions=(*_without(turns[-1].decisions, mine), mine))
            case Retracted() if turns:
                mine = ReplayedDecision(position.turn, position.phase, event.player, PASS, position)
                turns[-1] = replace(turns[-1], decisions=_without(turns[-1].decisions, mine))
            case SheetTakenOver() if turns:
                turns[-1] = replace(turns[-1], sheets_taken_over=(*turns[-1].sheets_taken_over, event.player))
        if turns and set(now.game.players) == set(turns[-1].game.players):
            turns[-1] = replace(turns[-1], after=now.position)
    return tuple(turns)


def _without(made: tuple[ReplayedDecision, ...], mine: ReplayedDecision) -> tuple[ReplayedDecision, ...]:
    return tuple(m for m in made if (m.action, m.player) != (mine.action, mine.player))


def replay_record(record: Record) -> tuple[ReplayedTurn, ...]:
    """The turns of a record, with the refusal of every mark that is illegal in it."""
    turns = []
    for step in judge(record).steps:
        turn, position, made = step.turn, step.before, []
        if position.phase != "over":
            position = record.game.roll(position, turn.roll)
        action = position.phase
        for player in record.game.players:
            mark = turn.first.get(player)
            if mark is None:
                continue
            refusal = _refusal(step.violations, player, str(mark), SHARED_PHASES)
            made.append(ReplayedDecision(step.number, action, player, mark, position, refusal))
        for m in made:
            if m.refusal is None and position.phase in SHARED_PHASES:
                position = record.game.decide(position, m.player, m.decision)
        for player in (
            record.game.waiting(position) if position.phase in SHARED_PHASES and not turn.open else ()
        ):
            position = record.game.decide(position, player, PASS)
        if turn.second is not None:
            second = ("colour", "play")
            text = None if isinstance(turn.second, Play) else str(turn.second)
            refusal = _refusal(step.violations, step.active, text, second)
            which = second[record.game.variant.cards]
            made.append(ReplayedDecision(step.number, which, step.active, turn.second, position, refusal))
        turns.append(
            ReplayedTurn(
                step.number,
                record.game,
                step.active,
                turn.roll,
                "record",
                None,
                step.before,
                step.after,
                tuple(made),
            )
        )
    return tuple(turns)


def _refusal(
    findings: Sequence[Violation], player: str, mark: str | None, actions: tuple[str, ...]
) -> Refusal | None:
    for finding in findings:
        if finding.player == player and finding.action in actions and mark in (None, finding.mark):
            return finding.refusal
    return None


def points_over_turns(turns: Sequence[ReplayedTurn]) -> dict[str, tuple[int, ...]]:
    """Each player's points before the first turn and after every one, as if the game had ended there.

    A player who came later or left has their last known points; 0 before they came.
    """
    players = dict.fromkeys(player for turn in turns for player in turn.game.players)
    lines: dict[str, list[int]] = {player: [0] for player in players}
    for turn in turns:
        scores: Mapping[str, int] = {p: s.total for p, s in turn.game.scores(turn.after).items()}
        for player, line in lines.items():
            line.append(scores.get(player, line[-1]))
    return {player: tuple(line) for player, line in lines.items()}
