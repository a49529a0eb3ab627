"""The database of a folder: one SQLite file, opened, checked, brought up to date, held by one process."""

from __future__ import annotations

import contextlib
import re
import sqlite3
import threading
from pathlib import Path
from typing import Any

from companion.storage.private_files import NOT_KEPT, NotKept, claim_file, make_folder, write_file
from sheets.errors import reason, remedy
from sheets.language import Term, message, phrase
from sheets.ordinary_file import read_ordinary

DATABASE_FILE = "table.sqlite"
PROBE_BYTES = 16_384
"""Of the file that shows whether there is room: a few pages of a database."""
ADDRESS_FILE = "address.txt"
"""The file that says, while a table is open, where its page is."""
MAX_ADDRESS_BYTES = 200

_GAMES = """
CREATE TABLE event (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL,
    at REAL NOT NULL,
    event TEXT NOT NULL
) STRICT;
CREATE INDEX event_of_game ON event (game, number);
"""
_TABLES_AND_SEATS = """
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
_PEOPLE = "CREATE TABLE person (name TEXT PRIMARY KEY, same_as TEXT NOT NULL) STRICT"
_SEATS_SEEN = """
ALTER TABLE seat ADD COLUMN proven INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN seen REAL NOT NULL DEFAULT 0
"""
_SCHEMA_STEPS = (_GAMES, _TABLES_AND_SEATS, _PEOPLE, _SEATS_SEEN)
"""What leads from each version of the schema to the next."""
SCHEMA_VERSION = len(_SCHEMA_STEPS)
"""The version of the schema, kept in SQLite's `user_version`."""

Value = str | int | float | None


class StoreError(NotKept):
    """The folder for games cannot be used; the message says why and what to do."""


class Database:
    """The database of one folder. One process holds it at a time; any thread may call its methods.

    WAL with `synchronous=FULL`: when `write` returns, what it wrote outlives a power cut.
    """

    def __init__(self, folder: Path) -> None:
        """Open (or begin) the database in `folder`. Raises StoreError if that cannot be done."""
        self.folder = folder
        self._lock = threading.Lock()
        try:
            make_folder(folder)
            claim_file(folder / DATABASE_FILE)  # its journals get the same mode
            self._connection = sqlite3.connect(
                folder / DATABASE_FILE, isolation_level=None, check_same_thread=False, timeout=1
            )
        except (OSError, sqlite3.Error) as problem:
            raise StoreError(
                "The folder {folder} cannot hold the games ({why}); name another one with --data.",
                folder=folder,
                why=reason(problem),
            ) from problem
        try:
            self._prepare()
        except (sqlite3.DatabaseError, UnicodeDecodeError, TypeError) as problem:
            self._connection.close()
            raise self._unopened(problem) from problem
        except StoreError:
            self._connection.close()
            raise

    def _prepare(self) -> None:
        connection = self._connection
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA secure_delete=ON")  # what is deleted is overwritten
        connection.execute("BEGIN EXCLUSIVE")
        try:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version > SCHEMA_VERSION:
                raise StoreError(
                    "The games in {folder} were written by a newer version of this program; use that one, or "
                    "name another folder with --data.",
                    folder=self.folder,
                )
            if version < 0:
                raise self._damaged(Term(f"version {version}"))
            for step in _SCHEMA_STEPS[version:]:
                for statement in step.split(";"):
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
            (sound,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if sound != "ok":
                raise self._damaged(Term(sound))
            connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # on a full disk SQLite has done it itself
                connection.execute("ROLLBACK")
            raise

    def _unopened(self, problem: Exception) -> StoreError:
        """The error for a database that cannot be opened."""
        if isinstance(problem, sqlite3.OperationalError) and "locked" in str(problem):
            address = _address_in(self.folder)
            use = (
                phrase("open {address} in a browser", address=address) if address else phrase("use that one")
            )
            return StoreError(
                "Another table is open on the games in {folder}; {use}, end it first, or name another "
                "folder with --data.",
                folder=self.folder,
                use=use,
            )
        if isinstance(problem, sqlite3.OperationalError):
            true = _why_unwritable(self.folder) or problem
            return StoreError(
                "The games in {folder} cannot be opened ({why}); {remedy}, or name another folder "
                "with --data.",
                folder=self.folder,
                why=reason(true),
                remedy=remedy(true),
            )
        return StoreError(
            "The file table.sqlite in {folder} is not a store of games ({why}); move it away or name "
            "another folder with --data.",
            folder=self.folder,
            why=reason(problem),
        )

    def _unsaved(self, problem: sqlite3.Error) -> StoreError:
        return StoreError(
            NOT_KEPT,
            what=Term(message("The game")),
            folder=self.folder,
            why=reason(problem),
            remedy=remedy(problem),
        )

    def _damaged(self, why: Term) -> StoreError:
        return StoreError(
            "The file table.sqlite in {folder} is damaged ({why}); restore a copy of it, move it away, "
            "or name another folder with --data.",
            folder=self.folder,
            why=why,
        )

    def read(self, statement: str, values: tuple[Value, ...] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query. Raises StoreError if the file is damaged."""
        with self._lock:
            try:
                return self._connection.execute(statement, values).fetchall()
            except (sqlite3.Error, UnicodeDecodeError) as problem:
                raise self._damaged(reason(problem)) from problem

    def write(self, statement: str, values: tuple[Value, ...]) -> int:
        """Change something on disk. Returns the number of the row that was inserted. Raises StoreError."""
        with self._lock:
            try:
                return self._connection.execute(statement, values).lastrowid or 0
            except sqlite3.Error as problem:
                raise self._unsaved(problem) from problem

    def write_address(self, address: str) -> None:
        """Write down where the page is, for a second process that opens these games."""
        with contextlib.suppress(OSError):  # then its error names no address
            write_file(self.folder / ADDRESS_FILE, address.encode())

    def close(self) -> None:
        """Let go of the folder."""
        with self._lock:
            with contextlib.suppress(OSError):
                (self.folder / ADDRESS_FILE).unlink(missing_ok=True)
            self._connection.close()


def _why_unwritable(folder: Path) -> OSError | None:
    """Why nothing can be written in `folder`: SQLite calls most reasons an I/O error."""
    probe = folder / f".{DATABASE_FILE}.probe"
    try:
        write_file(probe, bytes(PROBE_BYTES))
        probe.unlink()
    except OSError as problem:
        return problem
    return None


def _address_in(folder: Path) -> str:
    """Where the process that holds these games says that its page is; "" if it does not."""
    try:
        said = read_ordinary(folder / ADDRESS_FILE, MAX_ADDRESS_BYTES).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
    return said if re.fullmatch(r"http://[\w.:\[\]-]{1,80}/", said, re.ASCII) else ""
