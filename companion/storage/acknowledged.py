"""Keeps a note of each acknowledged row beside the database, by which a start notices missing rows."""

from __future__ import annotations

import json
import sqlite3
import threading
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.storage.private_files import claim_file
from companion.storage.schema import SCHEMA_VERSION
from sheets.language import Phrase, Term

ACKNOWLEDGED_FILE = "acknowledged.sqlite"
NOTED: Mapping[str, tuple[str, ...]] = {
    "event": ("number", "game", "at", "event"),
    "game": ("number",),
    "place": ("code",),
    "person": ("name", "same_as"),
}
"""The tables whose rows are noted, each with the columns that its checksum covers; the first is the key.

A seat is not noted: older versions change seats without a note, and a phone whose seat is gone joins again.
"""
_NOTES = """
CREATE TABLE IF NOT EXISTS note (
    kind TEXT NOT NULL,
    key NOT NULL,
    game INTEGER,
    at REAL,
    sum INTEGER NOT NULL,
    proof INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notice (number INTEGER PRIMARY KEY, sentence TEXT NOT NULL) STRICT;
"""

Value = str | bytes | int | float | None
Key = str | int


def _text(value: Value) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def checksum(values: Iterable[Value]) -> int:
    """The CRC-32 of a row's values; a text counts as its bytes in UTF-8."""
    parts = (value if isinstance(value, bytes) else str(value).encode() for value in values)
    return zlib.crc32(b"\0".join(parts))


@contextmanager
def _only_late() -> Iterator[None]:
    """Ignore a disk that refuses a note for now; errors of this program propagate."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise
    except sqlite3.DatabaseError:
        return


@dataclass(frozen=True, slots=True)
class Note:
    """One acknowledged row: its table, its key and its checksum; of an event its game and its time too."""

    kind: str
    key: Key
    sum: int
    game: int | None = None
    at: float | None = None

    @classmethod
    def of(cls, kind: str, values: tuple[Value, ...]) -> Note:
        """The note of a row, of whose table `values` are the NOTED columns."""
        first = values[0]
        key = first if isinstance(first, int) else _text(first)
        if kind != "event":
            return cls(kind, key, checksum(values))
        _number, game, at, _event = values  # in a damaged file they may be anything
        return cls(
            kind,
            key,
            checksum(values),
            game if isinstance(game, int) else 0,
            at if isinstance(at, float) else 0.0,
        )

    @property
    def proof(self) -> int:
        """The checksum of the note itself, which distinguishes a damaged note from a damaged row."""
        return checksum((self.kind, self.key, self.game, self.at, self.sum))


class Acknowledged:
    """The notes of one folder, in a file that shares nothing with the database and its log.

    Written after the database and without waiting for the disk: a killed process leaves every note, a power
    cut may take the last ones, of rows that the database has synced. Raises sqlite3.Error.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / ACKNOWLEDGED_FILE
        self.was_there = self.file.exists() and self.file.stat().st_size > 0
        """True if the file existed, with or without notes."""
        claim_file(self.file)
        self._connection = sqlite3.connect(
            self.file, isolation_level=None, check_same_thread=False, timeout=1
        )
        self._waiting: list[tuple[Note, bool]] = []
        self._lock = threading.Lock()
        try:
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=NORMAL")
            self._connection.execute("PRAGMA secure_delete=ON")
            self._connection.executescript(_NOTES)
            (sound,) = self._connection.execute("PRAGMA integrity_check(1)").fetchone()
            if sound != "ok":
                raise sqlite3.DatabaseError(sound)
        except BaseException:
            self._connection.close()
            raise

    # -- notes -------------------------------------------------------------------------------------------

    def watch(self, database: sqlite3.Connection) -> None:
        """Collect every change of a noted table through `database`, until `write` or `forget`.

        The triggers are temporary ones: other connections and older versions do not meet them.
        """
        database.create_function("acknowledge", -1, self._remember)
        for kind, columns in NOTED.items():
            for deed, row, removed in (
                ("INSERT", "new", 0),
                ("UPDATE", "old", 1),
                ("UPDATE", "new", 0),
                ("DELETE", "old", 1),
            ):
                values = ", ".join(f"{row}.{column}" for column in columns)
                database.execute(
                    f"CREATE TEMP TRIGGER acknowledge_{kind}_{deed}_{row} AFTER {deed} ON main.{kind} "
                    f"BEGIN SELECT acknowledge({removed}, '{kind}', {values}); END"
                )

    def _remember(self, removed: int, kind: str, *values: Value) -> None:
        self._waiting.append((Note.of(kind, values), bool(removed)))

    def forget(self) -> None:
        """Forget the collected changes: the database did not accept them."""
        self._waiting.clear()

    def write(self) -> None:
        """Write the collected changes. If that fails they stay collected: the database has the rows, and only
        the notes are late."""
        with self._lock, _only_late():
            for note, removed in sorted(self._waiting, key=lambda change: not change[1]):
                if removed:
                    self._connection.execute(
                        "DELETE FROM note WHERE kind = ? AND key = ?", (note.kind, note.key)
                    )
                else:
                    self._insert(note)
            self._waiting.clear()

    def _insert(self, note: Note) -> None:
        self._connection.execute(
            "INSERT OR REPLACE INTO note (kind, key, game, at, sum, proof) VALUES (?, ?, ?, ?, ?, ?)",
            (note.kind, note.key, note.game, note.at, note.sum, note.proof),
        )

    def add(self, notes: Iterable[Note]) -> None:
        """Note rows that the database already holds, after an older version or a power cut."""
        with self._lock:
            self._connection.execute("BEGIN")
            for note in notes:
                self._insert(note)
            self._connection.execute("COMMIT")

    def replace(self, notes: Iterable[Note]) -> None:
        """Replace all notes by these."""
        with self._lock:
            self._connection.execute("BEGIN")
            self._connection.execute("DELETE FROM note")
            for note in notes:
                self._insert(note)
            self._connection.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
            self._connection.execute("COMMIT")

    def start_anew(self) -> None:
        """Delete all notes, as if nothing had ever been noted."""
        with self._lock:
            self._connection.execute("BEGIN")
            self._connection.execute("DELETE FROM note")
            self._connection.execute("DELETE FROM notice")
            self._connection.execute("PRAGMA user_version=0")
            self._connection.execute("COMMIT")

    def notes(self) -> tuple[list[Note], bool]:
        """Every intact note, and whether all are intact."""
        rows = self._connection.execute("SELECT kind, key, sum, game, at, proof FROM note").fetchall()
        proven = [note for *row, proof in rows if (note := Note(*row)).proof == proof]
        return proven, len(proven) == len(rows)

    @property
    def schema_version(self) -> int:
        """The schema of the database whose rows are noted; 0 if nothing was noted yet."""
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        return int(version)

    def checkpoint(self) -> None:
        """Move what is in its log into the file."""
        with self._lock, _only_late():
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    # -- notices -----------------------------------------------------------------------------------------

    def keep_notice(self, notice: Phrase) -> None:
        """Keep a sentence on the findings of a start until somebody has seen it."""
        with self._lock:
            self._connection.execute(
                "INSERT INTO notice (sentence) VALUES (?)", (json.dumps(_encoded(notice)),)
            )

    def notices(self) -> tuple[Phrase, ...]:
        """The notices that nobody has seen yet, oldest first."""
        with self._lock:
            rows = self._connection.execute("SELECT sentence FROM notice ORDER BY number").fetchall()
        return tuple(_read_phrase(json.loads(sentence)) for (sentence,) in rows)

    def forget_notices(self) -> None:
        """Forget the notices after somebody has seen them."""
        with self._lock, _only_late():
            self._connection.execute("DELETE FROM notice")

    def close(self) -> None:
        """Release the file."""
        with self._lock:
            self._connection.close()


def _encoded(value: object) -> object:
    """A value of a sentence as JSON: a list of its English text and its values, if it is to be translated."""
    match value:
        case Phrase():
            return [value.text, {name: _encoded(inner) for name, inner in value.values.items()}]
        case Term():
            return [str(value), {}]
        case int() | float():
            return value
    return str(value)


def _read_phrase(data: list[Any]) -> Phrase:
    text, values = data
    return Phrase(
        text,
        {name: _read_phrase(value) if isinstance(value, list) else value for name, value in values.items()},
    )
