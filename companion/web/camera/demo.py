"""The demo: imaginary players throw recorded dice and mark their sheets, to show the whole program."""

import logging
import threading
from collections.abc import Callable
from itertools import cycle

from companion.rules import PASS, Mark
from companion.rules.variants import dice_game_on
from companion.table.events import DecisionMade, GameBegun, RollTaken, TableError
from companion.table.photo_match import WHITE_DICE, complete_photo, roll_of
from companion.table.state import Table
from companion.web.camera.dice_reader import READ_SIDES
from companion.web.camera.intake import Thrower, thrower_of
from companion.web.camera.watcher import DiceWatcher
from companion.web.session.computer_players import thrown_roll
from companion.web.session.session import Session
from sheets.language import message
from sheets.pad import ROW_LETTERS, Pad, pad_data
from sheets.serial import FAIR_PAIRS

PLAYERS = ("Ada", "Blas", "Cleo")
SHOW_ROLL_SECONDS = 2.4
THINKING_SECONDS = 0.9
"""Pause before each player's decision and before each throw, in seconds."""
MAX_READING_SECONDS = 14.0
"""If the dice at rest have not been read after this many seconds, the demo enters their values."""
LOOK_SECONDS = 0.1
SHOW_END_SECONDS = 20.0
MAX_SKIPPED_CELLS = 2
MAX_SKIPPED_CELLS_BEFORE_MISS = 4
"""Largest number of cells that a demo player skips to avoid a penalty."""

_LOG = logging.getLogger(__name__)


def demo_game(pad: Pad | None) -> GameBegun:
    """Return the event that begins the demo: on `pad` if its dice can be read, else the classic game."""
    if pad is None or pad.sides not in READ_SIDES:
        return GameBegun("classic", PLAYERS, demo=True)
    game = dice_game_on(pad)
    return GameBegun(
        game,
        PLAYERS,
        demo=True,
        lucky=dict(zip(PLAYERS, FAIR_PAIRS, strict=False)) if game == "longo" else {},
        sheets=dict(zip(PLAYERS, cycle(pad.letters), strict=False)) if pad.letters else {},
        layout=pad_data(pad),
    )


def choose_mark(table: Table, player: str) -> Mark:
    """Return the legal mark that skips the fewest cells, or PASS if every legal mark skips too many."""
    game, position = table.game, table.position
    seat = game.players.index(player)
    sheet = position.before[seat]

    def skipped(mark: Mark) -> int:
        cell = sheet.pad.cell(mark.cell)
        return cell.index - sheet.rows[ROW_LETTERS.index(cell.row)].bit_length()

    def cost(mark: Mark) -> tuple[int, int]:
        return skipped(mark), (ROW_LETTERS.index(mark.cell[0]) + seat + position.turn) % 4

    marks = [mark for mark in game.moves(position, player) if not mark.form and sheet.pad.has_cell(mark.cell)]
    if not marks:
        return PASS
    best = min(marks, key=cost)
    needed = position.phase == "colour" and not position.active_marked
    return best if skipped(best) <= (MAX_SKIPPED_CELLS_BEFORE_MISS if needed else MAX_SKIPPED_CELLS) else PASS


class Demo:
    """Plays a demo game in a thread of its own, while the session's game is a demo and people watch it."""

    def __init__(
        self, watcher: DiceWatcher, pace: float, delete_old: Callable[[], None], pad: Pad | None
    ) -> None:
        """Begin a game if there is none. `pace`: factor for pauses. `delete_old`: deletes older demos."""
        self.watcher, self.session, self.pace = watcher, watcher.session, pace
        self._begun = demo_game(pad)
        self._delete_old = delete_old
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="demo", daemon=True)
        is_empty = self.session.table is None and self.session.trouble is None
        if is_empty and thrower_of(watcher.source) is not None:
            self.begin()
        self._thread.start()

    def begin(self) -> None:
        self.session.dispatch(self._begun)
        self._delete_old()

    def close(self) -> None:
        self._stop.set()
        self.session.wake()
        self._thread.join(timeout=5)

    def _pause(self, seconds: float) -> bool:
        """Wait for `seconds` times `self.pace`. If the demo has to stop, end the wait and return True."""
        return self._stop.wait(seconds * self.pace)

    def _run(self) -> None:
        while not self._stop.is_set() and not self.session.closed:
            table = self.session.table
            if table is None or not self._is_watched():
                self.session.wait_until(lambda: self._stop.is_set() or self._is_watched())
                continue
            try:
                self._step(table)
            except TableError:
                continue  # people took over in the meantime
            except Exception:
                _LOG.exception("the demo stumbled")
                self._stop.wait(5)

    def _is_watched(self) -> bool:
        table = self.session.table
        return table is not None and table.demo and self.session.viewers > 0

    def _step(self, table: Table) -> None:
        """Take one step: begin a new game, throw, or make the players' decisions about a roll."""
        phase = table.position.phase
        if phase == "over":
            if not self._pause(SHOW_END_SECONDS) and self.session.table is table:
                self.begin()
        elif phase == "roll":
            self._throw(table)
        else:
            if table.last_event is table.current_roll or phase == "colour":
                self._pause(SHOW_ROLL_SECONDS)
            for player in table.game.waiting(table.position):
                if self._pause(THINKING_SECONDS):
                    return
                now = self.session.table
                if now is None or now.position.turn != table.position.turn or now.position.phase != phase:
                    return
                self.session.dispatch(DecisionMade(player, str(choose_mark(now, player))), check=_only_demo)

    def _throw(self, table: Table) -> None:
        """Throw recorded dice, and wait until they are read. If they are not, enter their values.

        If no dice can be thrown, enter a random roll.
        """
        if self._pause(THINKING_SECONDS) or self.session.table is not table:
            return
        thrower = thrower_of(self.watcher.source)
        if thrower is None or not self.watcher.throw(table):
            self.session.dispatch(thrown_roll(table), check=_only_demo)
            return
        self._wait_for_reading(thrower)
        now = self.session.table
        if now is not None and now.pending_roll is not None:
            self._pause(SHOW_ROLL_SECONDS)  # a die is uncertain: show that before its value is entered
            now = self.session.table
        truth = thrower.truth
        if (
            now is None
            or not now.demo
            or now.position.phase != "roll"
            or self._stop.is_set()
            or truth is None
        ):
            return
        white = iter(WHITE_DICE)
        values = {next(white) if colour == "white" else colour: value for colour, value in truth}
        photo = complete_photo(now.pending_roll.photo, values) if now.pending_roll else None
        self.session.dispatch(RollTaken(str(roll_of(values)), "tapped", photo), check=_only_demo)

    def _wait_for_reading(self, thrower: Thrower) -> None:
        """Wait until the dice are read, people take over, or the dice have been at rest for too long."""
        left = MAX_READING_SECONDS
        while self.watcher.intake.awaits_throw(self.session.table) and left > 0:
            if self._stop.wait(LOOK_SECONDS):
                return
            if thrower.truth is not None:
                left -= LOOK_SECONDS


def _only_demo(session: Session) -> None:
    if session.table is None or not session.table.demo:
        raise TableError("not-demo", message("People are playing now."))
