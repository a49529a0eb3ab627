"""Amending: an error found turns later is put right where it happened, and all that followed is judged again.

What became illegal is as if it had not been: its player passed. Nobody's other decisions are touched.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from companion.events import (
    Amended,
    Decided,
    Event,
    Retracted,
    RollCorrected,
    RollTaken,
    TableError,
)
from companion.evidence import completed, values_of
from companion.rules import PASS, Illegal, Refusal, Roll
from sheets.language import message
from sheets.pad import COLOURS

if TYPE_CHECKING:
    from companion.table import Table

Apply = Callable[["Table", Event], "Table"]
Place = tuple[int, int]
"""A turn and the number of its phase."""

_ORDER = {"roll": 0, "white": 1, "number": 1, "colour": 2, "play": 2, "over": 3}


@dataclass(frozen=True, slots=True)
class Lost:
    """A decision that no longer fits: made in `turn`, and why it is illegal now (None: its action is not)."""

    turn: int
    decided: Decided
    refusal: Refusal | None


@dataclass(frozen=True, slots=True)
class _Step:
    event: Event
    turn: int
    phase: str

    @property
    def place(self) -> Place:
        return self.turn, _ORDER[self.phase]


def amend(table: Table, amended: Amended, apply: Apply) -> tuple[Table, tuple[Lost, ...]]:
    """The game as if it had always been so, with its own past, and what was lost by it, in order.

    Raises TableError where that turn or action was not played, and Illegal where the amended mark is.
    """
    moments = tuple(table.moments())[::-1]
    steps = [_Step(after.last, *_played(before, after)) for before, after in pairwise(moments)]
    first, steps = _changed(table, amended, steps)
    return _Again(moments[first], apply).play(_final(steps[first:]), table)


def _played(before: Table, after: Table) -> tuple[int, str]:
    """The turn and phase that an event belongs to: a roll to the turn that it begins."""
    if isinstance(after.last, RollTaken):
        return after.position.turn, "roll"
    return before.position.turn, before.position.phase


def _final(steps: list[_Step]) -> list[_Step]:
    """The steps without decisions that were taken back or replaced while their action was open."""
    kept: list[_Step] = []
    decided: set[tuple[Place, str]] = set()
    for step in reversed(steps):
        if isinstance(step.event, Decided | Retracted):
            key = step.place, step.event.player
            if key in decided or isinstance(step.event, Retracted):
                decided.add(key)
                continue
            decided.add(key)
        kept.append(step)
    return kept[::-1]


def _changed(table: Table, amended: Amended, steps: list[_Step]) -> tuple[int, list[_Step]]:
    """The steps with the amended one in place, and the index of the first that differs."""
    nothing = TableError(
        "no-such-turn", message("Turn {turn} has no such decision to amend."), turn=amended.turn
    )
    if amended.action == "roll":
        rolled = [
            i
            for i, s in enumerate(steps)
            if s.turn == amended.turn and isinstance(s.event, RollTaken | RollCorrected)
        ]
        if not rolled:
            raise nothing
        old = steps[rolled[0]]
        event = _rolled_anew(old.event, amended.mark, table)
        kept = [s for i, s in enumerate(steps) if i not in rolled[1:]]
        return rolled[0], [replace(old, event=event) if s is old else s for s in kept]

    def his(step: _Step) -> bool:
        event = step.event
        mine = isinstance(event, Decided | Retracted) and event.player == amended.player
        return mine and (step.turn, step.phase) == (amended.turn, amended.action)

    open_now = (table.position.turn, table.position.phase) == (amended.turn, amended.action)
    there = [i for i, s in enumerate(steps) if (s.turn, s.phase) == (amended.turn, amended.action)]
    if not there and not open_now:
        raise nothing
    at = there[0] if there else len(steps)
    said = _Step(Decided(amended.player, amended.mark), amended.turn, amended.action)
    return at, [*steps[:at], said, *(s for s in steps[at:] if not his(s))]


def _rolled_anew(event: Event, text: str, table: Table) -> RollTaken:
    assert isinstance(event, RollTaken)
    if table.game.kind.cards or event.photo is None:
        return msgspec.structs.replace(event, roll=text)
    photo = completed(event.photo, values_of(Roll.parse(text)))
    return msgspec.structs.replace(event, roll=text, photo=photo)


class _Again:
    """The later part of a game, played again."""

    def __init__(self, table: Table, apply: Apply) -> None:
        self.table, self.apply = table, apply
        self.lost: list[Lost] = []

    def play(self, steps: list[_Step], until: Table) -> tuple[Table, tuple[Lost, ...]]:
        for index, step in enumerate(steps):
            self._catch_up(step.place)
            if index == 0:  # what is amended has to be legal itself
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
                self.lost.append(Lost(step.turn, event, refusal))
            return
        try:
            self.table = self.apply(self.table, event)
        except Illegal as illegal:
            self.lost.append(Lost(step.turn, event, illegal.refusal))
            self.table = self.apply(self.table, Decided(event.player, str(PASS)))
        except TableError:
            if crossed:
                self.lost.append(Lost(step.turn, event, None))

    def _rolled(self, event: RollTaken) -> None:
        """The same dice: without those that have left now, and short of those that would still be rolled."""
        if self.table.position.phase == "over":
            return
        if not self.table.game.kind.cards:
            roll, removed = Roll.parse(event.roll), self.table.position.removed
            for colour in COLOURS:
                if colour in removed:
                    roll = replace(roll, **{colour: None})
            short = tuple(c for c in COLOURS if c not in removed and getattr(roll, c) is None)
            event = msgspec.structs.replace(event, roll=str(roll), without=short)
        self._try(event)

    def _try(self, event: Event) -> None:
        try:
            self.table = self.apply(self.table, event)
        except (TableError, Illegal):
            return
