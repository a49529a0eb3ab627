"""Amendments: corrections of earlier decisions and rolls. Later marks that become illegal become passes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise

import msgspec

from companion.rules import PASS, Illegal, Refusal, Roll
from companion.table.events import (
    Change,
    DecisionMade,
    DecisionRetracted,
    DecisionTakenBack,
    EventsRedone,
    EventsUndone,
    GameBegun,
    PlayerRenamed,
    RollCorrected,
    RollTaken,
    TableError,
    TurnAmended,
)
from companion.table.photo_match import complete_photo, roll_of, values_of
from companion.table.state import Table
from companion.table.turn_replay import parse_roll
from sheets.language import message
from sheets.pad import COLOURS

Reduce = Callable[[Table, Change], Table]
"""The type of `companion.table.reducer.reduce`, which returns the table after an event."""
Moment = tuple[int, int]
"""The number of a turn and the number of a phase in it, so that moments compare by time."""

_PHASE_NUMBERS = {"roll": 0, "white": 1, "number": 1, "colour": 2, "play": 2, "over": 3}


@dataclass(frozen=True, slots=True)
class LostDecision:
    """A later decision that is no longer possible after an amendment."""

    turn: int
    decided: DecisionMade
    refusal: Refusal | None  # None if the player has nothing to decide there any more


@dataclass(frozen=True, slots=True)
class Amendment:
    """The result of an amendment."""

    kept: int
    """Number of states, from the start of the game, that the amendment leaves unchanged."""
    judged: tuple[Table, ...]
    """The states after the first `kept`, computed again with the amendment."""
    lost: tuple[LostDecision, ...]


@dataclass(frozen=True, slots=True)
class _Step:
    """An event, with the turn and phase at which it happened."""

    event: Change
    turn: int
    phase: str
    amended: bool = False

    @property
    def moment(self) -> Moment:
        return self.turn, _PHASE_NUMBERS[self.phase]

    @classmethod
    def of(cls, event: Change, before: Table) -> _Step:
        return cls(event, before.position.turn, before.position.phase)


def amend(moments: Sequence[Table], amended: TurnAmended, reduce: Reduce) -> Amendment:
    """Return the result of an amendment. `moments`: all states of the game, oldest first.

    Raise TableError if there is no such decision or roll, Illegal if the amended mark is illegal.
    """
    rolled = (
        index
        for index, table in enumerate(moments)
        if isinstance(table.last_event, RollTaken) and table.position.turn == amended.turn
    )
    kept = next(rolled, None)
    if kept is None:
        raise _no_such_decision(amended)
    steps = _with_amendment(_standing_steps(moments[kept - 1 :]), amended, moments[-1])
    again = _Replay(moments[kept - 1], reduce)
    again.play(steps, moments[-1])
    return Amendment(kept, tuple(again.judged), tuple(again.lost))


def _no_such_decision(amended: TurnAmended) -> TableError:
    text = message("Turn {turn} has no such decision to amend.")
    return TableError("no-such-turn", text, turn=amended.turn)


def _standing_steps(moments: Sequence[Table]) -> list[_Step]:
    """Return the events after the first state, with rolls as corrected and without retracted decisions."""
    steps: list[_Step] = []
    end_of_turn = moments[-1]  # of the turn of the current event
    for before, after in reversed(tuple(pairwise(moments))):
        event = after.last_event
        match event:
            case RollTaken():
                if end_of_turn.current_roll is not None:
                    final = end_of_turn.current_roll
                    event = msgspec.structs.replace(event, roll=final.roll, photo=final.photo)
                steps.append(_Step.of(event, before))
                end_of_turn = before
            case DecisionMade():
                if any(made is event for _, made in end_of_turn.turn_decisions):
                    steps.append(_Step.of(event, before))
            case DecisionRetracted() | DecisionTakenBack() | RollCorrected() | GameBegun() | PlayerRenamed():
                pass
            case TurnAmended() | EventsUndone() | EventsRedone():
                pass
            case _:
                steps.append(_Step.of(event, before))
    steps.reverse()
    # decisions of an action that was opened again came after the decisions of the next action
    return sorted(steps, key=lambda step: step.moment)


def _with_amendment(steps: list[_Step], amended: TurnAmended, now: Table) -> list[_Step]:
    """Return the steps with the amended roll or decision. Raise TableError if there is no such decision."""
    if amended.action == "roll":
        rolled = steps[0].event
        assert isinstance(rolled, RollTaken)
        event = _amended_roll(rolled, amended.mark)
        return [replace(steps[0], event=event, amended=True), *steps[1:]]
    if amended.player not in now.game.players:
        raise _no_such_decision(amended)
    where = (amended.turn, amended.action)
    there = [
        i for i, s in enumerate(steps) if isinstance(s.event, DecisionMade) and (s.turn, s.phase) == where
    ]
    if not there and (now.position.turn, now.position.phase) != where:
        raise _no_such_decision(amended)
    first = there[0] if there else len(steps)
    replaced = [
        i for i in there if isinstance(e := steps[i].event, DecisionMade) and e.player == amended.player
    ]
    step = _Step(DecisionMade(amended.player, amended.mark), amended.turn, amended.action, amended=True)
    return [*steps[:first], step, *(s for i, s in enumerate(steps[first:], first) if i not in replaced)]


def _moment_of(table: Table) -> Moment:
    return table.position.turn, _PHASE_NUMBERS[table.position.phase]


def _amended_roll(event: RollTaken, text: str) -> RollTaken:
    if event.photo is None:
        return msgspec.structs.replace(event, roll=text)
    photo = complete_photo(event.photo, values_of(Roll.parse(text)))
    return msgspec.structs.replace(event, roll=text, photo=photo)


class _Replay:
    """Applies events of a game again, after an amendment of an earlier event."""

    def __init__(self, table: Table, reduce: Reduce) -> None:
        self.table, self.reduce = table, reduce
        self.judged: list[Table] = []
        self.lost: list[LostDecision] = []

    def play(self, steps: list[_Step], until: Table) -> None:
        """Apply all steps. Pass for players whose decisions are missing, up to the moment of the state
        `until`. Raise Illegal or TableError if the amended step is not possible."""
        for step in steps:
            self._catch_up(step.moment)
            if step.amended:
                self._apply(step.event)
            elif isinstance(step.event, DecisionMade):
                self._decide(step, step.event)
            elif isinstance(step.event, RollTaken):
                self._roll(step.event)
            else:
                self._try(step.event)
        self._catch_up(_moment_of(until))
        if self.judged and until.held_decisions and self._moment == _moment_of(until):
            self.table = replace(self.table, held_decisions=until.held_decisions)
            self.judged[-1] = self.table

    @property
    def _moment(self) -> Moment:
        return _moment_of(self.table)

    def _apply(self, event: Change) -> None:
        self.table = self.reduce(self.table, event)
        self.judged.append(self.table)

    def _try(self, event: Change) -> None:
        """Apply an event, or skip it if it is not possible any more."""
        with suppress(TableError, Illegal):
            self._apply(event)

    def _catch_up(self, moment: Moment) -> None:
        """Pass for players who have not decided, until the phase of `moment` is reached."""
        while self._moment < moment and not self.table.paper:
            waiting = self.table.game.waiting(self.table.position)
            if not waiting:
                return
            self._apply(DecisionMade(waiting[0], str(PASS)))

    def _decide(self, step: _Step, event: DecisionMade) -> None:
        """Apply a decision, or a pass if it is illegal. `lost` records each mark that can't be applied."""
        marks = event.decision != PASS
        if self._moment != step.moment:
            if marks:
                over = self.table.position.phase == "over"
                refusal = self.table.game.not_now(self.table.position) if over else None
                self.lost.append(LostDecision(step.turn, event, refusal))
            return
        try:
            self._apply(event)
        except Illegal as illegal:
            self.lost.append(LostDecision(step.turn, event, illegal.refusal))
            self._apply(DecisionMade(event.player, str(PASS)))
        except TableError:
            if marks:
                self.lost.append(LostDecision(step.turn, event, None))

    def _roll(self, event: RollTaken) -> None:
        """Apply a roll, without dice that have left the game by now; skip it if the game is over."""
        if self.table.position.phase == "over":
            return
        thrown = parse_roll(self.table.game, event.roll)
        if isinstance(thrown, Roll):
            removed = self.table.position.removed
            values = values_of(thrown)
            roll = roll_of({die: value for die, value in values.items() if die not in removed})
            missing = tuple(c for c in COLOURS if c not in removed and getattr(roll, c) is None)
            event = msgspec.structs.replace(event, roll=str(roll), without=missing)
        self._try(event)
