"""Opens, checks and upgrades the SQLite database of games in a folder, and locks it for one process."""

import contextlib
import re
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from companion.storage.backups import Backups
from companion.storage.note import Note, State, rest_of, state_of, xor_digests
from companion.storage.private_files import (
    NOT_KEPT,
    NotKept,
    claim_file,
    make_folder,
    make_private,
    write_file,
)
from companion.storage.reading import GamesRead, version_of
from companion.storage.recovery import Notices, in_memory
from companion.storage.schema import SCHEMA_VERSION, next_digest
from companion.storage.start import DATABASE_FILE, check_start, hold, why_unwritable
from sheets.errors import reason, remedy
from sheets.language import Term, message, phrase
from sheets.ordinary_file import read_ordinary

ADDRESS_FILE = "address.txt"
"""Name of the file that holds the URL of the table's page while the table is running."""
MAX_ADDRESS_BYTES = 200

Value = str | int | float | None


class StoreError(NotKept):
    """The games or their folder cannot be used; the message says why and what to do."""


class UnusableGames(StoreError):
    """Nothing in the file of the games can be used."""


class Database:
    """The database of games in one folder, locked by this process. Thread-safe.

    Every change survives a power cut (WAL, `synchronous=FULL`).
    """

    def __init__(self, folder: Path) -> None:
        """Open or create the database in `folder`. Raise StoreError if that fails."""
        self.folder = folder
        self.backups, self.notices = Backups(folder), Notices(folder)
        self._lock = threading.Lock()
        with contextlib.ExitStack() as opened:
            try:
                make_folder(folder)
                make_private(folder)
                self._hold = opened.enter_context(hold(folder))
                self._note = opened.enter_context(closing(Note(folder)))
                findings = check_start(folder)
                if not findings.states:
                    self._note.write(State())  # if the process is killed now, the note is there
                self._connection = self._connect(findings.games)
                opened.callback(self._connection.close)
                self._state = state_of(self._connection, findings.states[-1].since if findings.states else 0)
                self._note.write(self._state)
            except (OSError, sqlite3.Error, UnicodeDecodeError, TypeError) as problem:
                raise self._unopened(problem) from problem
            opened.pop_all()

    def _connect(self, former: GamesRead) -> sqlite3.Connection:
        """Return a connection. If the database is new or its schema is old, first fill it with `former`."""
        file = self.folder / DATABASE_FILE
        is_new = not file.exists() or not file.stat().st_size
        claim_file(file)  # its journals get the same mode
        connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=1)
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA secure_delete=ON")  # deleted data is overwritten
            version = version_of(connection)
            if version > SCHEMA_VERSION:
                raise StoreError(
                    "The games in {folder} were written by a newer version of this program; use that one, or "
                    "name another folder with --data.",
                    folder=self.folder,
                )
            if version < SCHEMA_VERSION:
                with closing(in_memory(former)) as today:
                    today.backup(connection)
        except BaseException:
            connection.close()
            if is_new:
                file.unlink()  # an empty file would look like lost games
            raise
        return connection

    def _unopened(self, problem: Exception) -> StoreError:
        is_locked = isinstance(problem, sqlite3.OperationalError) and "locked" in str(problem)
        if isinstance(problem, BlockingIOError) or is_locked:
            address = _address_in(self.folder)
            use = (
                phrase("open {address} in a browser", address=address) if address else phrase("use that one")
            )
            return StoreError(
                "Another table is already using the games in {folder}; {use}, end it first, or name another "
                "folder with --data.",
                folder=self.folder,
                use=use or phrase("use that one"),
            )
        if isinstance(problem, (OSError, sqlite3.OperationalError)):
            true = problem if isinstance(problem, OSError) else why_unwritable(self.folder) or problem
            return StoreError(
                "The games in {folder} cannot be opened ({why}); {remedy}, or name another folder "
                "with --data.",
                folder=self.folder,
                why=reason(true),
                remedy=remedy(true),
            )
        return UnusableGames(
            "The file table.sqlite in {folder} cannot be used ({why}); restore a copy of the games in "
            "its place with `qwixx games restore FILE`, move it away, or name another folder with --data.",
            folder=self.folder,
            why=reason(problem),
        )

    def read(self, statement: str, values: tuple[Value, ...] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query. Raise StoreError if they can't be read."""
        with self._lock:
            try:
                return self._connection.execute(statement, values).fetchall()
            except (sqlite3.Error, UnicodeDecodeError) as problem:
                raise StoreError(
                    "The file table.sqlite in {folder} is damaged ({why}); end the table and start it "
                    "again, and it will put together what is intact, or name another folder with "
                    "--data.",
                    folder=self.folder,
                    why=reason(problem),
                ) from problem

    def write(self, statement: str, values: tuple[Value, ...]) -> int:
        """Run a statement that doesn't change events. Return the new row's id or 0, or raise StoreError."""

        def change() -> tuple[int, State]:
            row = self._connection.execute(statement, values).lastrowid or 0
            return row, msgspec.structs.replace(self._state, rest=rest_of(self._connection))

        return self._change(change)

    def write_event(self, game: int, at: float, text: str) -> int:
        """Append an event (JSON `text`, Unix time `at`) and return its number, or raise StoreError."""

        def change() -> tuple[int, State]:
            execute, before = self._connection.execute, self._state
            rows = execute("SELECT digest FROM event WHERE game = ? ORDER BY number DESC LIMIT 1", (game,))
            digest = next_digest((rows.fetchone() or (b"",))[0], game, at, text)
            insert = "INSERT INTO event (game, at, event, digest) VALUES (?, ?, ?, ?)"
            number = execute(insert, (game, at, text, digest)).lastrowid or 0
            query = "SELECT count(*), min(at) FROM event WHERE game = ?"
            steps, begun = execute(query, (game,)).fetchone()
            total = xor_digests(before.digest, digest)
            return number, State(
                number, before.count + 1, total, before.rest, game, steps, begun, before.since
            )

        return self._change(change, is_step=True)

    def delete_events(self, game: int) -> None:
        def change() -> tuple[int, State]:
            self._connection.execute("DELETE FROM event WHERE game = ?", (game,))
            left = state_of(self._connection, self._state.since)
            return 0, msgspec.structs.replace(left, last=self._state.last)

        self._change(change)

    def _change(self, change: Callable[[], tuple[int, State]], *, is_step: bool = False) -> int:
        """Run `change` in a transaction, or raise StoreError. Return the number that `change` returns.

        `change` also returns the new state, which is written to the note (`companion.storage.note`) after the
        commit. `is_step`: False to write the note before the commit too; True if `change` appends an event.
        """
        with self._lock:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                number, after = change()
                if not is_step:  # after a kill one of the states fits; a step may be missing in the note
                    self._note.write(self._state, after, durable=after != self._state)
                self._connection.execute("COMMIT")
            except (sqlite3.Error, OSError) as problem:
                with contextlib.suppress(sqlite3.Error):  # on a full disk SQLite has already rolled back
                    self._connection.execute("ROLLBACK")
                true, game = why_unwritable(self.folder) or problem, Term(message("The game"))
                raise StoreError(
                    NOT_KEPT, what=game, folder=self.folder, why=reason(true), remedy=remedy(true)
                ) from problem
            self._state = after
            with contextlib.suppress(OSError):  # the note is late then; the next change writes it
                self._note.write(after)
            return number

    def checkpoint(self) -> None:
        """Move the content of SQLite's write-ahead log into the database file."""
        with self._lock, contextlib.suppress(sqlite3.Error):  # the log keeps what could not be moved
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def replace_all(self, source: sqlite3.Connection) -> None:
        """Replace the whole database with `source`, atomically. Raise OSError or sqlite3.Error."""
        with self._lock:
            after = state_of(source, self.backups.next_number())
            self._note.write(self._state, after, durable=True)
            source.backup(self._connection)
            self._state = after
            self._note.write(after)

    def save_backup(self, *, instead_of: Path | None = None) -> Path:
        """Back up the games and delete the backup `instead_of`. Return the new file, or raise BackupError."""
        return self.backups.save(self._connection, instead_of=instead_of)

    def write_address(self, address: str) -> None:
        """Write the page's URL to ADDRESS_FILE. A second process that can't open the games shows this URL."""
        with contextlib.suppress(OSError):  # that error names no address then
            write_file(self.folder / ADDRESS_FILE, address.encode())

    def close(self) -> None:
        with self._lock:
            with contextlib.suppress(OSError):
                (self.folder / ADDRESS_FILE).unlink(missing_ok=True)
            self._connection.close()
            self._note.close()
        self._hold.close()


def _address_in(folder: Path) -> str:
    """Return the URL in ADDRESS_FILE, or "" if the file is missing or its content is invalid."""
    try:
        said = read_ordinary(folder / ADDRESS_FILE, MAX_ADDRESS_BYTES).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
    return said if re.fullmatch(r"http://[\w.:\[\]-]{1,80}/", said, re.ASCII) else ""
