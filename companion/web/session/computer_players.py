"""Computer players, and trial games: a device may try a game out before a real game begins."""

import logging
import random
import threading
from collections.abc import Callable

from companion.advisor.computer import computer_choice
from companion.rules import Illegal
from companion.table.events import DecisionMade, Event, GameBegun, RollTaken, TableError
from companion.table.photo_match import roll_of
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.web.session.session import Session
from sheets.errors import BadInput
from sheets.language import message

DECIDE_SECONDS = 1.4
"""Delay from the last event to the computer's decision: long enough to see the dice land."""
THROW_SECONDS = 2.6
"""Delay from the last event to the computer's throw: long enough to undo something."""
AFTER_UNDO_SECONDS = 8.0
"""Delay from an undo to the computer's next step: long enough to undo more."""
RETRY_SECONDS = 5.0
MAX_TRIALS = 10
"""Largest number of trial games at once; a further trial game ends the oldest."""

CHANCE = random.SystemRandom()

_LOG = logging.getLogger(__name__)


def thrown_roll(table: Table, chance: random.Random = CHANCE) -> RollTaken:
    """Return the event of a random roll of the dice that `table` waits for."""
    values = {die: chance.randint(1, table.game.pad.sides) for die in table.dice_to_roll}
    return RollTaken(str(roll_of(values)), "thrown")


def has_computer_to_act(timeline: Timeline) -> bool:
    """Return True if a computer player has to decide or to throw virtual dice now."""
    table = timeline.present
    if not table.computers or table.demo or table.paper or table.position.phase == "over":
        return False
    if table.position.phase == "roll":
        return table.throws_virtual_dice and table.active in table.computers
    waiting = table.game.waiting(table.position)
    if timeline.future is not None and any(player not in table.computers for player in waiting):
        return False  # people may still redo what they have undone
    return any(player in table.computers for player in waiting)


def computer_event(table: Table, chance: random.Random = CHANCE) -> Event:
    """Return the computer's next event. `table` must wait for a computer player (`has_computer_to_act`)."""
    if table.position.phase == "roll":
        return thrown_roll(table, chance)
    player = next(name for name in table.game.waiting(table.position) if name in table.computers)
    option = computer_choice(table.game, table.position, player, table.computers[player], chance)
    return DecisionMade(player, str(option.move))


class ComputerPlayers:
    """Plays for the computer players of a session's game, in a thread of its own."""

    def __init__(self, session: Session, pace: float = 1.0) -> None:
        """Start to play. `pace`: factor for the delays; above 1 the computer is slower."""
        self.session, self._pace = session, pace
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="computer players", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closed = True
        self.session.wake()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._closed and not self.session.closed:
            timeline, number, _ = self.session.now()
            acts = timeline is not None and has_computer_to_act(timeline)
            if timeline is None or not acts:
                self._changes_within(None, number)
                continue
            if self._changes_within(self._pause(timeline), number):
                continue
            try:
                self.session.dispatch(computer_event(timeline.present), check=_only_after(number))
            except (TableError, Illegal, BadInput):
                continue  # people did something in the meantime
            except Exception:
                _LOG.exception("the computer player stumbled")
                self._changes_within(RETRY_SECONDS, number)

    def _pause(self, timeline: Timeline) -> float:
        seconds = THROW_SECONDS if timeline.present.position.phase == "roll" else DECIDE_SECONDS
        return self._pace * (seconds if timeline.future is None else AFTER_UNDO_SECONDS)

    def _changes_within(self, seconds: float | None, number: int) -> bool:
        """Wait until an event follows event `number` or playing stops, and return True.

        Return False if `seconds` (None: no limit) pass first.
        """
        return self.session.wait_until(lambda: self._closed or self.session.number != number, seconds)


def _only_after(number: int) -> Callable[[Session], None]:
    """Return a check for `Session.dispatch`. It raises TableError if event `number` is not the last."""

    def check(session: Session) -> None:
        if session.number != number:
            raise TableError("moved-on", message("People are playing now."))

    return check


class Trials:
    """The trial games of devices, by the device's hashed token. Thread-safe."""

    def __init__(self, pace: float) -> None:
        self._pace, self._lock = pace, threading.Lock()
        self._open: dict[str, ComputerPlayers] = {}

    def begin(self, token: str, event: GameBegun) -> None:
        """Begin a trial game for the device with hashed `token`, in place of its earlier trial game."""
        session = Session(None)
        session.dispatch(event)
        with self._lock:
            self._close(token)
            if len(self._open) >= MAX_TRIALS:
                self._close(next(iter(self._open)))
            self._open[token] = ComputerPlayers(session, self._pace)

    def of(self, token: str) -> Session | None:
        """Return the session of the trial game of the device with hashed `token`, or None if it has none."""
        trial = self._open.get(token)
        return trial.session if trial else None

    def end(self, token: str) -> None:
        with self._lock:
            self._close(token)

    def end_all(self) -> None:
        with self._lock:
            for token in tuple(self._open):
                self._close(token)

    def _close(self, token: str) -> None:
        if (trial := self._open.pop(token, None)) is not None:
            trial.session.close()
            trial.close()
