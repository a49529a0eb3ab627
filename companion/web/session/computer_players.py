"""Players that the program plays: a thread decides for them, and throws their pretend dice."""

import logging
import random
import threading
import time
from collections.abc import Callable

from companion.advisor.computer import computer_choice
from companion.rules import Illegal
from companion.table.events import Decided, Event, RollTaken, TableError
from companion.table.photo_match import roll_of
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.web.session.session import Session
from sheets.errors import BadInput
from sheets.language import message

DECIDE_SECONDS = 1.4
"""Seconds after the last event before the computer decides: long enough to see the dice land."""
THROW_SECONDS = 2.6
"""Seconds after the last event before the computer throws: long enough to take something back."""
AFTER_UNDO_SECONDS = 8.0
"""Seconds after an undo before the computer goes on by itself: long enough to go further back."""
RETRY_SECONDS = 5.0
"""Seconds after a failure before the computer tries again."""

CHANCE = random.SystemRandom()
"""Chance of the pretend dice and of the computer's errors."""

_LOG = logging.getLogger(__name__)


def thrown_roll(table: Table, chance: random.Random = CHANCE) -> RollTaken:
    """Throw the pretend dice that `table` waits for."""
    values = {die: chance.randint(1, table.game.pad.sides) for die in table.dice_to_roll}
    return RollTaken(str(roll_of(values)), "thrown")


def has_computer_to_act(timeline: Timeline) -> bool:
    """Return True if the computer must act now: decide, or throw pretend dice.

    After an undo it waits as long as people can act, so that the undone steps can be redone until then.
    """
    table = timeline.present
    if not table.computers or table.demo or table.paper or table.position.phase == "over":
        return False
    if table.position.phase == "roll":
        return table.pretends and table.active in table.computers
    waiting = table.game.waiting(table.position)
    if timeline.future is not None and any(player not in table.computers for player in waiting):
        return False
    return any(player in table.computers for player in waiting)


def computer_event(table: Table, chance: random.Random = CHANCE) -> Event:
    """Return the next event by the computer, which must act at `table`."""
    if table.position.phase == "roll":
        return thrown_roll(table, chance)
    player = next(name for name in table.game.waiting(table.position) if name in table.computers)
    option = computer_choice(table.game, table.position, player, table.computers[player], chance)
    return Decided(player, str(option.move))


class ComputerPlayers:
    """Plays for the computers of a session's table, event by event, in its own thread."""

    def __init__(self, session: Session, pace: float = 1.0) -> None:
        """Play for the computer; `pace`: factor by which the usual pauses are longer."""
        self._session, self._pace = session, pace
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="computer players", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop playing."""
        self._closed = True
        self._session.wake()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._closed and not self._session.closed:
            timeline, number, _ = self._session.now()
            acts = timeline is not None and has_computer_to_act(timeline)
            if timeline is None or not acts:
                self._sleep_until_something_happens(number)
                continue
            if self._changes_within(self._pause(timeline), number):
                continue
            try:
                self._session.dispatch(computer_event(timeline.present), check=_only_after(number))
            except (TableError, Illegal, BadInput):
                continue  # people did something in the meantime
            except Exception:
                _LOG.exception("the computer player stumbled")
                self._changes_within(RETRY_SECONDS, number)

    def _pause(self, timeline: Timeline) -> float:
        """Pause before the computer acts, in seconds without another event."""
        if timeline.future is not None:
            seconds = AFTER_UNDO_SECONDS
        elif timeline.present.position.phase == "roll":
            seconds = THROW_SECONDS
        else:
            seconds = DECIDE_SECONDS
        return seconds * self._pace

    def _sleep_until_something_happens(self, number: int) -> None:
        """Wait, without a look at the clock, until an event follows that of `number`."""
        seen = self._session.now()
        while not self._closed and not self._session.closed and seen[1] == number:
            self._session.wait((number, seen[2]), self._session.activity.number, None, lambda: self._closed)
            seen = self._session.now()

    def _changes_within(self, seconds: float, number: int) -> bool:
        """Wait until an event follows that of `number`; False if none comes within `seconds`."""
        end = time.monotonic() + seconds
        while not self._closed and not self._session.closed and (left := end - time.monotonic()) > 0:
            now = self._session.now()
            if now[1] != number:
                return True
            self._session.wait((number, now[2]), self._session.activity.number, left, lambda: self._closed)
        return self._closed or self._session.closed or self._session.now()[1] != number


def _only_after(number: int) -> Callable[[Session], None]:
    """Return a check that no event has followed event `number`."""

    def check(session: Session) -> None:
        if session.number != number:
            raise TableError("moved-on", message("People are playing now."))

    return check
