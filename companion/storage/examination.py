"""Examines a file of games without changing it, and finds missing data."""

import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.storage.acknowledged import NOTED, Key, Note, Value
from sheets.errors import reason
from sheets.language import Phrase, Term, phrase

LOGS = ("-wal", "-journal")
"""Endings that SQLite appends to the name of a database for the file with its latest changes."""
SIDE_FILES = (*LOGS, "-shm")
"""Endings of every file that may lie beside a database."""


def side_file(file: Path, ending: str) -> Path:
    """The file that SQLite calls `file` with `ending`."""
    return file.with_name(file.name + ending)


@contextmanager
def unchanged(file: Path, *, with_log: bool = True) -> Iterator[sqlite3.Connection]:
    """A database to read, none of whose files is changed; texts are bytes, which may be no UTF-8.

    A log is worked into a copy; `with_log` says whether it counts at all. Raises OSError and sqlite3.Error.
    """
    logs = [log for ending in LOGS if (log := side_file(file, ending)).exists() and log.stat().st_size]
    if not (logs and with_log):
        with closing(open_read_only(file, "&immutable=1")) as base:
            yield base
        return
    with TemporaryDirectory(dir=file.parent, prefix=".copy-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / file.name
        for each in (file, *logs):
            shutil.copyfile(each, copy.with_name(each.name))
        with closing(sqlite3.connect(copy, isolation_level=None)) as base:
            base.text_factory = bytes
            yield base


def open_read_only(file: Path, further: str = "") -> sqlite3.Connection:
    """A read-only connection; texts are bytes. `further`: more parameters of SQLite's address."""
    base = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro{further}", uri=True, isolation_level=None)
    base.text_factory = bytes
    return base


def fault_of(base: sqlite3.Connection) -> Phrase | Term | None:
    """SQLite's reason for calling a database damaged; None if it is sound."""
    try:
        (said,) = base.execute("PRAGMA integrity_check(1)").fetchone()
        said = said.decode(errors="replace") if isinstance(said, bytes) else said
        return None if said == "ok" else reason(sqlite3.DatabaseError(" ".join(said.split())))
    except sqlite3.DatabaseError as problem:
        return reason(problem)


def version_of(base: sqlite3.Connection) -> int:
    """The version of its schema. Raises sqlite3.Error."""
    (version,) = base.execute("PRAGMA user_version").fetchone()
    return int(version)


def application_of(base: sqlite3.Connection) -> int:
    """The number that names the program that wrote it. Raises sqlite3.Error."""
    (application,) = base.execute("PRAGMA application_id").fetchone()
    return int(application)


def rows_of(base: sqlite3.Connection, kind: str, columns: str) -> Iterator[tuple[Value, ...]]:
    """The rows of a table in the order of writing, also the readable ones around a damaged place. A missing
    table has no rows."""
    last = None
    for order in ("ASC", "DESC"):
        try:
            rows = base.execute(f"SELECT rowid, {columns} FROM {kind} NOT INDEXED ORDER BY rowid {order}")
            for number, *values in rows:
                if order == "ASC":
                    last = number
                elif last is not None and number <= last:
                    return
                yield tuple(values)
            return
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            continue


def notes_of(base: sqlite3.Connection) -> Iterator[Note]:
    """A note of each row that can be read in the noted tables."""
    for kind, columns in NOTED.items():
        for values in rows_of(base, kind, ", ".join(columns)):
            yield Note.of(kind, values)


@dataclass(frozen=True, slots=True)
class Examination:
    """The result of an examination of a database.

    `fault`: why it cannot be used as it is, None for no reason; `version`: of its schema. `lost`: the notes
    whose rows are missing or changed; `unnoted`: rows of which there is no note.
    """

    fault: Phrase | Term | None
    version: int
    lost: tuple[Note, ...]
    unnoted: tuple[Note, ...]


def examine(base: sqlite3.Connection, noted: Iterable[Note]) -> Examination:
    """Check a database, and compare it with the notes. Raises sqlite3.Error if it is no database."""
    version, fault = version_of(base), fault_of(base)
    left: dict[tuple[str, Key], Note] = {(note.kind, note.key): note for note in noted}
    unnoted = []
    for note in notes_of(base):
        known = left.get((note.kind, note.key))
        if known is None:
            unnoted.append(note)
        elif known.sum == note.sum:
            del left[note.kind, note.key]
    lost = tuple(left.values())
    if lost and fault is None:
        fault = phrase("less is in it than was saved")
    return Examination(fault, version, lost, tuple(unnoted))
