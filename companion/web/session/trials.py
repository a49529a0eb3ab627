"""The games that people try on their phones while nobody plays at the table: each alone, and none kept."""

import threading

from companion.table.events import GameBegun
from companion.web.session.computer_players import ComputerPlayers
from companion.web.session.session import Session

MAX_TRIALS = 10
"""Largest number of games that are tried at once, as many as people sit at a table; the oldest ends first."""


class Trials:
    """The games that devices try, by the token (hashed) of each device. Any thread may call."""

    def __init__(self, pace: float) -> None:
        """Let devices try games; `pace`: factor by which computer players are slower than usual."""
        self._pace, self._lock = pace, threading.Lock()
        self._open: dict[str, tuple[Session, ComputerPlayers]] = {}

    def begin(self, token: str, event: GameBegun) -> None:
        """Begin a game for the device of `token`, in place of one that it has tried before."""
        session = Session(None)
        session.dispatch(event)
        with self._lock:
            self._close(token)
            if len(self._open) >= MAX_TRIALS:
                self._close(next(iter(self._open)))
            self._open[token] = session, ComputerPlayers(session, self._pace)

    def of(self, token: str) -> Session | None:
        """Return the game that the device of `token` tries, or None."""
        found = self._open.get(token)
        return found[0] if found else None

    def end(self, token: str) -> None:
        """End the game of one device."""
        with self._lock:
            self._close(token)

    def end_all(self) -> None:
        """End every game: people play at the table now."""
        with self._lock:
            for token in tuple(self._open):
                self._close(token)

    def _close(self, token: str) -> None:
        session, players = self._open.pop(token, (None, None))
        if session is not None and players is not None:
            session.close()
            players.close()
