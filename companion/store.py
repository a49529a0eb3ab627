"""The store: events of tables in SQLite, each on disk before anyone is told of it."""

from __future__ import annotations

import sqlite3
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from companion.events import Event, from_json, to_json
from sheets.errors import BadInput

SCHEMA = 1
"""The version of the tables below, kept in SQLite's `user_version`."""

_CREATE = """
CREATE TABLE event (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL,
    at REAL NOT NULL,
    event TEXT NOT NULL
) STRICT;
CREATE INDEX event_of_game ON event (game, number);
"""


class StoreError(BadInput):
    """The folder for games cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Stored:
    """One event on disk: its `number` (rising, never used twice), its game, Unix seconds, and itself."""

    number: int
    game: int
    at: float
    event: Event


class Store:
    """The games of one folder. One process holds it at a time; its methods may be called from any thread.

    WAL with `synchronous=FULL`: when `append` returns, the event outlives a power cut.
    """

    def __init__(self, folder: Path) -> None:
        """Open (or begin) the store in `folder`. Raises StoreError where that cannot be done."""
        self.folder = folder
        self._lock = threading.Lock()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(
                folder / "table.sqlite", isolation_level=None, check_same_thread=False, timeout=1
            )
        except (OSError, sqlite3.Error) as problem:
            raise StoreError(
                f"The folder {folder} cannot hold the games ({problem}); name another one with --data."
            ) from problem
        try:
            self._open()
        except sqlite3.OperationalError as problem:
            self._base.close()
            if "locked" in str(problem):
                raise StoreError(
                    f"Another table is open on the games in {folder}; use that one, end it first, "
                    "or name another folder with --data."
                ) from problem
            raise StoreError(
                f"The games in {folder} cannot be opened ({problem}); name another folder with --data."
            ) from problem
        except sqlite3.DatabaseError as problem:
            self._base.close()
            raise StoreError(
                f"The file table.sqlite in {folder} is no store of games ({problem}); "
                "move it away or name another folder with --data."
            ) from problem
        except StoreError:
            self._base.close()
            raise

    def _open(self) -> None:
        base = self._base
        base.execute("PRAGMA locking_mode=EXCLUSIVE")
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=FULL")
        base.execute("BEGIN EXCLUSIVE")
        try:
            (version,) = base.execute("PRAGMA user_version").fetchone()
            if version > SCHEMA:
                raise StoreError(
                    f"The games in {self.folder} were written by a newer version of this program; "
                    "use that one, or name another folder with --data."
                )
            if version == 0:
                for statement in _CREATE.split(";"):
                    base.execute(statement)
                base.execute(f"PRAGMA user_version={SCHEMA}")
            base.execute("COMMIT")
        except BaseException:
            base.execute("ROLLBACK")
            raise

    def new_game(self) -> int:
        """A number for a game that has no event yet."""
        with self._lock:
            (last,) = self._base.execute("SELECT coalesce(max(game), 0) FROM event").fetchone()
        return int(last) + 1

    def append(self, game: int, event: Event) -> Stored:
        """Write one event; it is on disk when this returns."""
        at = time.time()
        with self._lock:
            try:
                row = self._base.execute(
                    "INSERT INTO event (game, at, event) VALUES (?, ?, ?)", (game, at, to_json(event))
                )
            except sqlite3.Error as problem:
                raise StoreError(
                    f"The game cannot be saved in {self.folder} ({problem}), so nothing was changed; "
                    "make room on the disk and try again."
                ) from problem
        assert row.lastrowid is not None
        return Stored(row.lastrowid, game, at, event)

    def last_game(self) -> int | None:
        """The game that was begun last, or None before the first."""
        with self._lock:
            (last,) = self._base.execute("SELECT max(game) FROM event").fetchone()
        return last if last is None else int(last)

    def last_number(self) -> int:
        """The number of the last event of all, 0 before the first."""
        with self._lock:
            (last,) = self._base.execute("SELECT coalesce(max(number), 0) FROM event").fetchone()
        return int(last)

    def events(self, game: int) -> tuple[Stored, ...]:
        """The events of one game in order. Raises events.EventError for one that cannot be read."""
        with self._lock:
            rows = self._base.execute(
                "SELECT number, at, event FROM event WHERE game = ? ORDER BY number", (game,)
            ).fetchall()
        return tuple(Stored(number, game, at, from_json(text)) for number, at, text in rows)

    def close(self) -> None:
        """Let go of the folder."""
        with self._lock:
            self._base.close()
