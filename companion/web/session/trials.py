"""Games that people try out on their phones before a real game begins: one per device, and none is stored."""

import threading

from companion.table.events import GameBegun
from companion.web.session.computer_players import ComputerPlayers
from companion.web.session.session import Session

MAX_TRIALS = 10
"""Largest number of games tried out at once, one for each of a table's seats; a further one ends the
oldest."""


class Trials:
    """The games that devices try out, by the device's hashed token. Any thread may call it."""

    def __init__(self, pace: float) -> None:
        """Let devices try out games. `pace`: factor for the delays of computer players."""
        self._pace, self._lock = pace, threading.Lock()
        self._open: dict[str, tuple[Session, ComputerPlayers]] = {}

    def begin(self, token: str, event: GameBegun) -> None:
        """Begin a game for the device of `token`. It replaces the game that the device was trying out."""
        session = Session(None)
        session.dispatch(event)
        with self._lock:
            self._close(token)
            if len(self._open) >= MAX_TRIALS:
                self._close(next(iter(self._open)))
            self._open[token] = session, ComputerPlayers(session, self._pace)

    def of(self, token: str) -> Session | None:
        """Return the session of the game that the device of `token` is trying out, or None."""
        trial = self._open.get(token)
        return trial[0] if trial else None

    def end(self, token: str) -> None:
        """End the game of the device of `token`, if there is one."""
        with self._lock:
            self._close(token)

    def end_all(self) -> None:
        """End all games, because people play at the table now."""
        with self._lock:
            for token in tuple(self._open):
                self._close(token)

    def _close(self, token: str) -> None:
        session, players = self._open.pop(token, (None, None))
        if session is not None and players is not None:
            session.close()
            players.close()
