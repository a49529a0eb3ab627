"""Computer players: a thread decides for them and throws their virtual dice."""

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
"""Delay from the last event to the computer's decision, in seconds: long enough to see the dice land."""
THROW_SECONDS = 2.6
"""Delay from the last event to the computer's throw, in seconds: long enough to undo something."""
AFTER_UNDO_SECONDS = 8.0
"""Delay from an undo to the computer's next step, in seconds: long enough to undo more."""
RETRY_SECONDS = 5.0
"""Delay from a failure to the computer's next attempt, in seconds."""

CHANCE = random.SystemRandom()
"""Random numbers for the virtual dice and for the computer's mistakes."""

_LOG = logging.getLogger(__name__)


def thrown_roll(table: Table, chance: random.Random = CHANCE) -> RollTaken:
    """Return a random roll of the dice that `table` waits for."""
    values = {die: chance.randint(1, table.game.pad.sides) for die in table.dice_to_roll}
    return RollTaken(str(roll_of(values)), "thrown")


def has_computer_to_act(timeline: Timeline) -> bool:
    """Return True if the computer has to decide or to throw its virtual dice now.

    After an undo, return False while it is a person's turn too, so that the undone steps can be redone.
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
    """Return the computer's next event. `table` must wait for the computer (`has_computer_to_act`)."""
    if table.position.phase == "roll":
        return thrown_roll(table, chance)
    player = next(name for name in table.game.waiting(table.position) if name in table.computers)
    option = computer_choice(table.game, table.position, player, table.computers[player], chance)
    return Decided(player, str(option.move))


class ComputerPlayers:
    """Plays for the computer players of a session's table, in its own thread."""

    def __init__(self, session: Session, pace: float = 1.0) -> None:
        """Start to play. `pace`: factor for the delays; above 1 the computer is slower."""
        self._session, self._pace = session, pace
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="computer players", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop playing, and wait for the thread."""
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
        """Return the delay before the computer's next step, in seconds."""
        if timeline.future is not None:
            seconds = AFTER_UNDO_SECONDS
        elif timeline.present.position.phase == "roll":
            seconds = THROW_SECONDS
        else:
            seconds = DECIDE_SECONDS
        return seconds * self._pace

    def _sleep_until_something_happens(self, number: int) -> None:
        """Wait without a time limit until another event follows event `number`, or playing stops."""
        seen = self._session.now()
        while not self._closed and not self._session.closed and seen[1] == number:
            self._session.wait((number, seen[2]), self._session.activity.number, None, lambda: self._closed)
            seen = self._session.now()

    def _changes_within(self, seconds: float, number: int) -> bool:
        """Wait until another event follows event `number` or playing stops; return False if `seconds` pass
        before."""
        end = time.monotonic() + seconds
        while not self._closed and not self._session.closed and (left := end - time.monotonic()) > 0:
            now = self._session.now()
            if now[1] != number:
                return True
            self._session.wait((number, now[2]), self._session.activity.number, left, lambda: self._closed)
        return self._closed or self._session.closed or self._session.now()[1] != number


def _only_after(number: int) -> Callable[[Session], None]:
    """Return a check for `Session.dispatch`, which raises TableError if an event has followed event
    `number`."""

    def check(session: Session) -> None:
        if session.number != number:
            raise TableError("moved-on", message("People are playing now."))

    return check
