"""The store: events of tables in SQLite, each on disk before anyone is told of it."""

from __future__ import annotations

import contextlib
import re
import sqlite3
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.table.events import Event, from_json, to_json
from companion.table.timeline import Timeline, fold
from sheets.errors import BadInput, reason
from sheets.language import Term, phrase

ADDRESS_FILE = "address.txt"
"""The file that says, while a table is open, where its page is."""
SCHEMA_VERSION = 2
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
_SECOND = """
CREATE TABLE place (code TEXT PRIMARY KEY, key TEXT NOT NULL, opened REAL NOT NULL) STRICT;
CREATE TABLE game (number INTEGER PRIMARY KEY, code TEXT NOT NULL) STRICT;
CREATE TABLE seat (
    token TEXT PRIMARY KEY,
    code TEXT NOT NULL,
    role TEXT NOT NULL,
    player TEXT NOT NULL,
    sheet TEXT NOT NULL,
    lucky TEXT NOT NULL
) STRICT;
"""
_STEPS = (_CREATE, _SECOND)
"""What leads from each version of the schema to the next."""


class StoreError(BadInput):
    """The folder for games cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event on disk: its `number` (rising, never used twice), its game, Unix seconds, and itself."""

    number: int
    game: int
    at: float
    event: Event


class UnreadableGame(BadInput):
    """A stored game that cannot be told again; it stays on disk, and other games are not touched."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table of this server: the code that names it, and the key with which phones join."""

    code: str
    key: str


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A device at a table. `token`: the hash of what its cookie holds. `role`: "table", "player" or "guest".

    `player`: whose marks it may make, "" for none. `sheet`: the number of their printed sheet, or "".
    `lucky`: the two lucky numbers of that sheet, if any.
    """

    token: str
    code: str
    role: str
    player: str = ""
    sheet: str = ""
    lucky: tuple[int, int] | None = None


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
                "The folder {folder} cannot hold the games ({why}); name another one with --data.",
                folder=folder,
                why=reason(problem),
            ) from problem
        try:
            self._open()
        except sqlite3.OperationalError as problem:
            self._base.close()
            if "locked" in str(problem):
                where = _address_in(folder)
                use = phrase("use that one")
                if where:
                    use = phrase("open {address} in a browser", address=where)
                raise StoreError(
                    "Another table is open on the games in {folder}; {use}, end it first, or name another "
                    "folder with --data.",
                    folder=folder,
                    use=use,
                ) from problem
            raise StoreError(
                "The games in {folder} cannot be opened ({why}); name another folder with --data.",
                folder=folder,
                why=reason(problem),
            ) from problem
        except (sqlite3.DatabaseError, UnicodeDecodeError, TypeError) as problem:
            self._base.close()
            raise StoreError(
                "The file table.sqlite in {folder} is not a store of games ({why}); move it away or name "
                "another folder with --data.",
                folder=folder,
                why=reason(problem),
            ) from problem
        except StoreError:
            self._base.close()
            raise

    def _open(self) -> None:
        base = self._base
        base.execute("PRAGMA locking_mode=EXCLUSIVE")
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=FULL")
        base.execute("PRAGMA secure_delete=ON")  # what is deleted is overwritten
        base.execute("BEGIN EXCLUSIVE")
        try:
            (version,) = base.execute("PRAGMA user_version").fetchone()
            if version > SCHEMA_VERSION:
                raise StoreError(
                    "The games in {folder} were written by a newer version of this program; use that one, or "
                    "name another folder with --data.",
                    folder=self.folder,
                )
            if version < 0:
                raise self._damaged(Term(f"version {version}"))
            for step in _STEPS[version:]:
                for statement in step.split(";"):
                    base.execute(statement)
            base.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
            (sound,) = base.execute("PRAGMA quick_check(1)").fetchone()
            if sound != "ok":
                raise self._damaged(Term(sound))
            base.execute("COMMIT")
        except BaseException:
            base.execute("ROLLBACK")
            raise

    def new_game(self, code: str = "") -> int:
        """A number for a game that has no event yet, played at the table `code`."""
        with self._lock:
            try:
                row = self._base.execute(
                    "INSERT INTO game (number, code) SELECT 1 + max("
                    "(SELECT coalesce(max(game), 0) FROM event), "
                    "(SELECT coalesce(max(number), 0) FROM game)), ?",
                    (code,),
                )
            except sqlite3.Error as problem:
                raise self._unsaved(problem) from problem
        assert row.lastrowid is not None
        return row.lastrowid

    def _unsaved(self, problem: sqlite3.Error) -> StoreError:
        return StoreError(
            "The game cannot be saved in {folder} ({why}), so nothing was changed; make room on the "
            "disk and try again.",
            folder=self.folder,
            why=reason(problem),
        )

    def _damaged(self, why: Term) -> StoreError:
        return StoreError(
            "The file table.sqlite in {folder} is damaged ({why}); restore a copy of it, move it away, "
            "or name another folder with --data.",
            folder=self.folder,
            why=why,
        )

    def _read(self, statement: str, values: tuple[str | int | None, ...] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query. Raises StoreError where the file is damaged."""
        with self._lock:
            try:
                return self._base.execute(statement, values).fetchall()
            except (sqlite3.Error, UnicodeDecodeError) as problem:
                raise self._damaged(reason(problem)) from problem

    def append(self, game: int, event: Event) -> StoredEvent:
        """Write one event; it is on disk when this returns."""
        at = time.time()
        with self._lock:
            try:
                row = self._base.execute(
                    "INSERT INTO event (game, at, event) VALUES (?, ?, ?)", (game, at, to_json(event))
                )
            except sqlite3.Error as problem:
                raise self._unsaved(problem) from problem
        assert row.lastrowid is not None
        return StoredEvent(row.lastrowid, game, at, event)

    def last_game(self, code: str | None = None) -> int | None:
        """The game that was begun last (at the table `code`, if one is named), or None before the first.

        Games from before there were several tables belong to the first one.
        """
        ((last,),) = self._read(
            "SELECT max(event.game) FROM event LEFT JOIN game ON game.number = event.game "
            "WHERE ?1 IS NULL OR coalesce(nullif(game.code, ''), "
            "(SELECT code FROM place ORDER BY opened, code LIMIT 1)) = ?1",
            (code,),
        )
        return last if last is None else int(last)

    def games(self, code: str) -> tuple[int, ...]:
        """The games of the table `code`, newest first; those of old belong to the first one."""
        rows = self._read(
            "SELECT DISTINCT event.game FROM event LEFT JOIN game ON game.number = event.game "
            "WHERE coalesce(nullif(game.code, ''), "
            "(SELECT code FROM place ORDER BY opened, code LIMIT 1)) = ?1 ORDER BY event.game DESC",
            (code,),
        )
        return tuple(int(number) for (number,) in rows)

    def last_event_number(self, game: int | None = None) -> int:
        """The number of the last event of all, or of one game; 0 before the first."""
        ((last,),) = self._read(
            "SELECT coalesce(max(number), 0) FROM event WHERE ?1 IS NULL OR game = ?1", (game,)
        )
        return int(last)

    def events(self, game: int) -> tuple[StoredEvent, ...]:
        """The events of one game in order. Raises events.EventError for one that cannot be read."""
        rows = self._read("SELECT number, at, event FROM event WHERE game = ? ORDER BY number", (game,))
        return tuple(StoredEvent(number, game, at, from_json(text)) for number, at, text in rows)

    def load_game(self, game: int) -> tuple[Timeline | None, float]:
        """A game as its events leave it, and when it began. Raises Unreadable, and StoreError."""
        try:
            events = self.events(game)
            return fold(stored.event for stored in events), events[0].at if events else 0.0
        except StoreError:
            raise
        except Exception as problem:  # a spoilt file can say anything, and other games go on
            raise UnreadableGame(
                "Game {game} in {folder} cannot be read ({why}); it stays as it is, and you can begin "
                "another one.",
                game=game,
                folder=self.folder,
                why=reason(problem),
            ) from problem

    def demo_games(self) -> tuple[int, ...]:
        """The games that made-up players began."""
        rows = self._read(
            "SELECT game FROM event WHERE CASE WHEN json_valid(event) THEN "
            "json_extract(event, '$.kind') = 'game-begun' AND json_extract(event, '$.demo') END"
        )
        return tuple(int(number) for (number,) in rows)

    def delete_game(self, game: int) -> None:
        """Delete the events of a game for good, out of the journal too; its number is not used again."""
        self._write("DELETE FROM event WHERE game = ?", (game,))
        self._read("PRAGMA wal_checkpoint(TRUNCATE)")

    # -- tables and the devices at them ---------------------------------------------------------------

    def tables(self) -> tuple[StoredTable, ...]:
        """The tables of this server, the first one first."""
        rows = self._read("SELECT code, key FROM place ORDER BY opened, code")
        return tuple(StoredTable(code, key) for code, key in rows if code and key)

    def save_table(self, table: StoredTable) -> None:
        """Write a table, or the new key of one."""
        self._write(
            "INSERT INTO place (code, key, opened) VALUES (?, ?, ?) "
            "ON CONFLICT (code) DO UPDATE SET key = excluded.key",
            (table.code, table.key, time.time()),
        )

    def delete_table(self, code: str) -> None:
        """Forget a table and who sat at it; its games stay."""
        self._write("DELETE FROM seat WHERE code = ?", (code,))
        self._write("DELETE FROM place WHERE code = ?", (code,))

    def seats(self) -> tuple[StoredSeat, ...]:
        """Every device that has joined, in the order in which they came."""
        rows = self._read("SELECT token, code, role, player, sheet, lucky FROM seat ORDER BY rowid")
        return tuple(
            StoredSeat(token, code, role, player, sheet, _pair(lucky))
            for token, code, role, player, sheet, lucky in rows
        )

    def save_seat(self, seat: StoredSeat) -> None:
        """Write a device, or what has changed about it."""
        lucky = " ".join(map(str, seat.lucky or ()))
        self._write(
            "INSERT INTO seat (token, code, role, player, sheet, lucky) VALUES (?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (token) DO UPDATE SET role = excluded.role, player = excluded.player, "
            "sheet = excluded.sheet, lucky = excluded.lucky",
            (seat.token, seat.code, seat.role, seat.player, seat.sheet, lucky),
        )

    def delete_seat(self, token: str) -> None:
        """Forget a device."""
        self._write("DELETE FROM seat WHERE token = ?", (token,))

    def _write(self, statement: str, values: tuple[str | float, ...]) -> None:
        with self._lock:
            try:
                self._base.execute(statement, values)
            except sqlite3.Error as problem:
                raise self._unsaved(problem) from problem

    def write_address(self, address: str) -> None:
        """Leave word of where the page is, for whoever opens these games a second time."""
        with contextlib.suppress(OSError):  # then they are told less
            (self.folder / ADDRESS_FILE).write_text(address, encoding="utf-8")

    def close(self) -> None:
        """Let go of the folder."""
        with self._lock:
            with contextlib.suppress(OSError):
                (self.folder / ADDRESS_FILE).unlink(missing_ok=True)
            self._base.close()


def _address_in(folder: Path) -> str:
    """Where the table that holds these games says that its page is; "" where it does not."""
    try:
        said = (folder / ADDRESS_FILE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
    return said if re.fullmatch(r"http://[\w.:\[\]-]{1,80}/", said, re.ASCII) else ""


def _pair(text: str) -> tuple[int, int] | None:
    numbers = [int(word) for word in text.split() if word.isascii() and word.isdigit() and len(word) < 3]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None
