"""The demo: made-up players who throw pretend dice, so that the whole path is seen at work."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from companion.rules import PASS, Mark
from companion.table.events import Decided, GameBegun, RollTaken, TableError
from companion.table.photo_match import WHITE_DICE, colour_of, complete_photo, roll_of
from companion.table.state import Table
from companion.web.room.room import Room
from sheets.language import message
from sheets.pad import ROW_LETTERS

PLAYERS = ("Ada", "Blas", "Cleo")
"""The made-up players."""
LOOK = 2.4
"""Seconds that a roll is shown before anyone marks."""
THINK = 0.9
"""Seconds between one player's mark and the next."""
PATIENCE = 14.0
"""Seconds after which pretend dice that were not read are tapped in by the demo itself."""
FEAST = 20.0
"""Seconds that the end of a game is shown."""
RELUCTANCE = 2
"""Cells that a demo player skips at most for a mark that is not needed."""
DESPAIR = 4
"""Cells that a demo player skips at most to escape a miss."""

_LOG = logging.getLogger(__name__)


@runtime_checkable
class Thrower(Protocol):
    """A source of frames that can throw dice: the demo table of `vision.frames.demo`."""

    @property
    def truth(self) -> tuple[tuple[str, int], ...] | None:
        """Colour and value of each die that lies; None while they roll."""

    @property
    def throws(self) -> int:
        """How many throws have come to rest."""

    def throw(self, colours: Sequence[str]) -> None:
        """Throw these dice."""


def thrower_of(source: object) -> Thrower | None:
    """`source` where it can throw dice, else None."""
    return source if isinstance(source, Thrower) else None


def colours_of(table: Table) -> tuple[str, ...]:
    """The dice to be thrown, by colour: white twice, and those that have not left."""
    return tuple(colour_of(slot) for slot in table.dice_to_roll)


def choice(table: Table, player: str) -> Mark:
    """The legal mark that skips the fewest cells; a pass where that would be too many."""
    game, position = table.game, table.position

    seat = game.players.index(player)
    sheet = position.before[seat]

    def skipped(mark: Mark) -> int:
        cell = game.pad.cell(mark.cell)
        return cell.index - sheet.rows[ROW_LETTERS.index(cell.row)].bit_length()

    def cost(mark: Mark) -> tuple[int, int]:
        return skipped(mark), (ROW_LETTERS.index(mark.cell[0]) + seat + position.turn) % 4

    marks = [mark for mark in game.moves(position, player) if mark.cell]
    if not marks:
        return PASS
    best = min(marks, key=cost)
    needed = position.phase == "colour" and not position.active_marked
    return best if skipped(best) <= (DESPAIR if needed else RELUCTANCE) else PASS


class Demo:
    """Plays a demo game, event by event, in a thread of its own, whenever the room's table is one."""

    def __init__(
        self,
        room: Room,
        thrower: Callable[[], Thrower | None],
        throw: Callable[[Table], bool],
        pace: float = 1.0,
        tidy: Callable[[], None] = lambda: None,
    ) -> None:
        """`thrower`: the pretend dice, if they are watched. `throw`: throws those of a table.

        `pace`: how many times the usual pauses it takes. `tidy`: called when a game has begun, to forget the
        one before.
        """
        self._tidy = tidy
        self.room, self.thrower, self.throw, self.pace = room, thrower, throw, pace
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="demo", daemon=True)
        if room.table is None and room.trouble is None and thrower() is not None:
            self.begin()
        self._thread.start()

    def begin(self) -> None:
        """Begin a demo game."""
        self.room.dispatch(GameBegun("classic", PLAYERS, demo=True))
        self._tidy()

    def close(self) -> None:
        """Stop playing."""
        self._stop.set()
        self._thread.join(timeout=5)

    def _pause(self, seconds: float) -> bool:
        """Wait; True when it is time to stop."""
        return self._stop.wait(seconds * self.pace)

    def _run(self) -> None:
        while not self._pause(0.2):
            table = self.room.table
            if table is None or not table.demo:
                continue
            try:
                self._step(table)
            except TableError:
                continue  # people took over in the meantime
            except Exception:
                _LOG.exception("the demo stumbled")
                self._stop.wait(5)

    def _step(self, table: Table) -> None:
        phase = table.position.phase
        if phase == "over":
            if not self._pause(FEAST) and self.room.table is table:
                self.begin()
        elif phase == "roll":
            self._throw(table)
        else:
            if table.last_event is table.current_roll or phase == "colour":
                self._pause(LOOK)
            for player in table.game.waiting(table.position):
                if self._pause(THINK):
                    return
                now = self.room.table
                if now is None or now.position.turn != table.position.turn or now.position.phase != phase:
                    return
                self.room.dispatch(Decided(player, str(choice(now, player))), check=_only_demo)

    def _throw(self, table: Table) -> None:
        self._pause(THINK)
        thrower = self.thrower()
        if thrower is None or self.room.table is not table or not self.throw(table):
            return
        if self._until(lambda now: now.position.phase != "roll" or now.pending_roll is not None, PATIENCE):
            now = self.room.table
            if now is None or now.position.phase != "roll":
                return
            self._pause(LOOK)  # a die is in doubt: let it be seen, then say what it is
        now = self.room.table
        truth = thrower.truth
        if (
            now is None
            or not now.demo
            or now.position.phase != "roll"
            or truth is None
            or self._stop.is_set()
        ):
            return
        white = iter(WHITE_DICE)
        values = {next(white) if colour == "white" else colour: value for colour, value in truth}
        photo = complete_photo(now.pending_roll.photo, values) if now.pending_roll else None
        self.room.dispatch(RollTaken(str(roll_of(values)), "tapped", photo), check=_only_demo)

    def _until(self, done: Callable[[Table], bool], seconds: float) -> bool:
        """Wait for `done` of the table, that long at most; False where it did not come."""
        for _ in range(int(seconds / 0.1)):
            table = self.room.table
            if table is None or not table.demo or done(table):
                return True
            if self._stop.wait(0.1):
                return True
        return False


def _only_demo(room: Room) -> None:
    if room.table is None or not room.table.demo:
        raise TableError("not-demo", message("People play now."))
