"""The timeline of a game: its past, its present, and the undone steps that redo can restore."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from companion.table.amendment import LostDecision
from companion.table.amendment import amend as judge_again
from companion.table.events import (
    DecisionMade,
    Event,
    EventsRedone,
    EventsUndone,
    GameBegun,
    PlayerRenamed,
    RollTaken,
    TableError,
    TurnAmended,
)
from companion.table.reducer import begin, reduce
from companion.table.renaming import Renaming, check_new_name
from companion.table.state import Table
from sheets.language import message


@dataclass(frozen=True, slots=True, eq=False)
class Timeline:
    """A game up to one event, as a linked list: each timeline refers to the timeline before the event."""

    present: Table
    past: Timeline | None = field(default=None, repr=False)
    """The timeline before the last event; None at the beginning of the game."""
    future: Timeline | None = field(default=None, repr=False)
    """The timeline that redo restores, or None if nothing can be redone."""
    amended: Timeline | None = field(default=None, repr=False)
    """The amended timeline, to be read in place of `past`, if the last event was an amendment; or None."""

    @property
    def redo_steps(self) -> int:
        """Return the number of undone events that can be redone."""
        steps, timeline = 0, self.future
        while timeline is not None:
            steps, timeline = steps + 1, timeline.future
        return steps

    @property
    def undo_steps(self) -> int:
        """Return how many events one undo takes back: the last event by people and the computer's later
        events. Return 0 if people have done nothing that can be undone."""
        for number, moment in enumerate(self.history(), 1):
            if moment.past is None:
                break
            before, event = moment.past.present, moment.present.last_event
            by_computer = isinstance(event, DecisionMade) and event.player in before.computers
            if isinstance(event, RollTaken) and event.source == "thrown":
                by_computer = before.active in before.computers
            if not by_computer:
                return number
        return 0

    def history(self) -> Iterator[Timeline]:
        """Yield this timeline and the earlier ones, newest first, without undone events."""
        timeline: Timeline | None = self
        while timeline is not None:
            yield timeline
            timeline = timeline.past

    def moments(self) -> Iterator[Table]:
        """Yield the state of the game after each event, newest first, as corrected by amendments."""
        return (timeline.present for timeline in self._standing())

    def _standing(self) -> Iterator[Timeline]:
        timeline: Timeline | None = self
        while timeline is not None:
            if timeline.amended is not None:
                timeline = timeline.amended
                continue
            yield timeline
            timeline = timeline.past


def fold(events: Iterable[Event]) -> Timeline | None:
    """Return the timeline after these events, or None if there are none. Raise TableError or Illegal."""
    timeline: Timeline | None = None
    for event in events:
        timeline = apply(timeline, event)
    return timeline


def apply(timeline: Timeline | None, event: Event) -> Timeline:
    """Return the timeline after `event`. Raise TableError or Illegal if the event is not possible now."""
    if isinstance(event, GameBegun):
        if timeline is not None:
            raise TableError("begun", message("This game has begun already; begin another one."))
        return Timeline(begin(event))
    if timeline is None:
        raise TableError("no-game", message("There is no game yet; begin one first."))
    match event:
        case EventsUndone():
            return _undo(timeline, event.steps)
        case EventsRedone():
            return _redo(timeline, event.steps)
        case TurnAmended():
            return amend(timeline, event)[0]
        case PlayerRenamed():
            return _rename(timeline, event)
        case _:
            return Timeline(reduce(timeline.present, event), past=timeline)


def amend(timeline: Timeline, event: TurnAmended) -> tuple[Timeline, tuple[LostDecision, ...]]:
    """Return the timeline after an amendment, and the decisions that it made impossible. Raise TableError
    or Illegal if the amendment is not possible."""
    standing = tuple(timeline._standing())[::-1]
    amendment = judge_again([each.present for each in standing], event, reduce)
    amended = standing[amendment.kept - 1]
    for table in amendment.judged:
        amended = Timeline(table, past=amended)
    lost = tuple(each.decided for each in amendment.lost)
    present = replace(amended.present, lost_decisions=lost, last_event=event)
    return Timeline(present, past=timeline, amended=amended), amendment.lost


def _rename(timeline: Timeline, event: PlayerRenamed) -> Timeline:
    """Return the timeline with the new name in all its states: past, present and undone."""
    check_new_name(timeline.present, event.player, event.name)
    renaming = Renaming(event.player, event.name)
    renamed: dict[int, Timeline] = {}

    def with_past(latest: Timeline) -> Timeline:
        chain: list[Timeline] = []
        earlier: Timeline | None = latest
        while earlier is not None and id(earlier) not in renamed:
            chain.append(earlier)
            earlier = earlier.past
        for moment in reversed(chain):
            past = renamed[id(moment.past)] if moment.past is not None else None
            amended = with_past(moment.amended) if moment.amended is not None else None
            renamed[id(moment)] = Timeline(renaming.table(moment.present), past, None, amended)
        return renamed[id(latest)]

    undone: list[Timeline] = []
    later = timeline.future
    while later is not None:
        undone.append(later)
        later = later.future
    future: Timeline | None = None
    for moment in reversed(undone):
        future = replace(with_past(moment), future=future)
    return replace(with_past(timeline), future=future)


def _undo(timeline: Timeline, steps: int) -> Timeline:
    earlier, undone = timeline, timeline.future
    for _ in range(steps):
        if earlier.past is None:
            text = message("There is nothing left to undo; the game has just begun.")
            raise TableError("nothing-to-undo", text)
        undone = replace(earlier, future=undone)
        earlier = earlier.past
    # Undo doesn't return a demo that people have taken over to the imaginary players.
    present = replace(earlier.present, demo=earlier.present.demo and timeline.present.demo)
    return replace(earlier, present=present, future=undone)


def _redo(timeline: Timeline, steps: int) -> Timeline:
    for _ in range(steps):
        if timeline.future is None:
            text = message("There is nothing to redo; the last step was not an undo.")
            raise TableError("nothing-to-redo", text)
        timeline = timeline.future
    return timeline
