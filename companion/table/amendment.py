"""Amending: an error found turns later is put right where it happened, and all that followed is judged again.

What became illegal is as if it had not been: its player passed. Nobody's other decisions are touched.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from companion.rules import PASS, Illegal, Refusal, Roll
from companion.table.events import (
    Amended,
    Decided,
    Event,
    Retracted,
    RollCorrected,
    RollTaken,
    TableError,
)
from companion.table.photo_match import complete_photo, roll_of, values_of
from sheets.language import message
from sheets.pad import COLOURS

if TYPE_CHECKING:
    from companion.table.state import Table

Apply = Callable[["Table", Event], "Table"]
Place = tuple[int, int]
"""A turn and the number of its phase."""

_ORDER = {"roll": 0, "white": 1, "number": 1, "colour": 2, "play": 2, "over": 3}


@dataclass(frozen=True, slots=True)
class LostDecision:
    """A decision that no longer fits: made in `turn`, and why it is illegal now (None: its action is not)."""

    turn: int
    decided: Decided
    refusal: Refusal | None


@dataclass(frozen=True, slots=True)
class _Step:
    event: Event
    turn: int
    phase: str
    amended: bool = False

    @property
    def place(self) -> Place:
        return self.turn, _ORDER[self.phase]


def amend(table: Table, amended: Amended, apply: Apply) -> tuple[Table, tuple[LostDecision, ...]]:
    """The game as if it had always been so, with its own past, and what was lost by it, in order.

    Raises TableError where that turn or action was not played, and Illegal where the amended mark is.
    """
    moments = tuple(table.moments())[::-1]
    first = next(
        (
            i
            for i, moment in enumerate(moments)
            if isinstance(moment.last_event, RollTaken) and moment.position.turn == amended.turn
        ),
        None,
    )
    if first is None:
        raise _nothing(amended)
    steps = _changed(table, amended, _standing(moments[first - 1 :]))
    return _Again(moments[first - 1], apply).play(steps, table)


def _nothing(amended: Amended) -> TableError:
    text = message("Turn {turn} has no such decision to amend.")
    return TableError("no-such-turn", text, turn=amended.turn)


def _standing(moments: tuple[Table, ...]) -> list[_Step]:
    """What happened after the first of these moments, without what was taken back or corrected since."""
    steps: list[_Step] = []
    final = moments[-1]  # of the turn that is looked at
    for before, after in reversed(tuple(pairwise(moments))):
        event, position = after.last_event, before.position
        match event:
            case RollTaken():
                if final.current_roll is not None:
                    event = msgspec.structs.replace(
                        event, roll=final.current_roll.roll, photo=final.current_roll.photo
                    )
                steps.append(_Step(event, after.position.turn, "roll"))
                final = before
            case Decided():
                if any(made is event for _, made in final.turn_decisions):
                    steps.append(_Step(event, position.turn, position.phase))
            case Retracted() | RollCorrected():
                pass
            case _:
                steps.append(_Step(event, position.turn, position.phase))
    return steps[::-1]


def _changed(table: Table, amended: Amended, steps: list[_Step]) -> list[_Step]:
    """The steps, which begin with the roll of that turn, with the amended one in its place."""
    if amended.action == "roll":
        rolled = steps[0].event
        assert isinstance(rolled, RollTaken)
        event = _rolled_anew(rolled, amended.mark, table)
        return [replace(steps[0], event=event, amended=True), *steps[1:]]
    if amended.player not in table.game.players:
        raise _nothing(amended)
    where = (amended.turn, amended.action)
    there = [i for i, s in enumerate(steps) if isinstance(s.event, Decided) and (s.turn, s.phase) == where]
    if not there and (table.position.turn, table.position.phase) != where:
        raise _nothing(amended)
    at = there[0] if there else len(steps)
    his = [i for i in there if isinstance(e := steps[i].event, Decided) and e.player == amended.player]
    said = _Step(Decided(amended.player, amended.mark), amended.turn, amended.action, amended=True)
    return [*steps[:at], said, *(s for i, s in enumerate(steps[at:], at) if i not in his)]


def _rolled_anew(event: RollTaken, text: str, table: Table) -> RollTaken:
    if table.game.variant.cards or event.photo is None:
        return msgspec.structs.replace(event, roll=text)
    photo = complete_photo(event.photo, values_of(Roll.parse(text)))
    return msgspec.structs.replace(event, roll=text, photo=photo)


class _Again:
    """The later part of a game, played again."""

    def __init__(self, table: Table, apply: Apply) -> None:
        self.table, self.apply = table, apply
        self.lost: list[LostDecision] = []

    def play(self, steps: list[_Step], until: Table) -> tuple[Table, tuple[LostDecision, ...]]:
        for step in steps:
            self._catch_up(step.place)
            if step.amended:  # it has to be legal itself
                self.table = self.apply(self.table, step.event)
            elif isinstance(step.event, Decided):
                self._decided(step, step.event)
            elif isinstance(step.event, RollTaken):
                self._rolled(step.event)
            else:
                self._try(step.event)
        self._catch_up((until.position.turn, _ORDER[until.position.phase]))
        return self.table, tuple(self.lost)

    @property
    def _place(self) -> Place:
        return self.table.position.turn, _ORDER[self.table.position.phase]

    def _catch_up(self, place: Place) -> None:
        """Let those pass who had nothing to decide then, until the action of `place` is open."""
        while self._place < place and not self.table.paper:
            waiting = self.table.game.waiting(self.table.position)
            if not waiting:
                return
            self.table = self.apply(self.table, Decided(waiting[0], str(PASS)))

    def _decided(self, step: _Step, event: Decided) -> None:
        crossed = event.mark != str(PASS)
        if self._place != step.place:
            if crossed:
                over = self.table.position.phase == "over"
                refusal = self.table.game.not_now(self.table.position) if over else None
                self.lost.append(LostDecision(step.turn, event, refusal))
            return
        try:
            self.table = self.apply(self.table, event)
        except Illegal as illegal:
            self.lost.append(LostDecision(step.turn, event, illegal.refusal))
            self.table = self.apply(self.table, Decided(event.player, str(PASS)))
        except TableError:
            if crossed:
                self.lost.append(LostDecision(step.turn, event, None))

    def _rolled(self, event: RollTaken) -> None:
        """The same dice: without those that have left now, and short of those that would still be rolled."""
        if self.table.position.phase == "over":
            return
        if not self.table.game.variant.cards:
            removed = self.table.position.removed
            values = values_of(Roll.parse(event.roll))
            roll = roll_of({die: value for die, value in values.items() if die not in removed})
            short = tuple(c for c in COLOURS if c not in removed and getattr(roll, c) is None)
            event = msgspec.structs.replace(event, roll=str(roll), without=short)
        self._try(event)

    def _try(self, event: Event) -> None:
        try:
            self.table = self.apply(self.table, event)
        except (TableError, Illegal):
            return
