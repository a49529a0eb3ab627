"""The start of a database: held by this process, examined, and put together again if something is missing."""

import contextlib
import errno
import os
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from companion.storage.acknowledged import ACKNOWLEDGED_FILE, Acknowledged, Note
from companion.storage.backups import BACKUPS_FOLDER, BackupError, Backups
from companion.storage.examination import (
    SIDE_FILES,
    application_of,
    examine,
    notes_of,
    side_file,
    unchanged,
    version_of,
)
from companion.storage.private_files import claim_file, write_file
from companion.storage.recovery import keep_aside, recover
from companion.storage.recovery_notices import empty_file, notes_anew, notes_gone, recovery_notices
from companion.storage.schema import APPLICATION, SCHEMA_VERSION
from sheets.errors import reason
from sheets.language import Phrase, Term, phrase

DATABASE_FILE = "table.sqlite"
PROBE_BYTES = 16_384
"""Size of the file that tests the free room, in bytes: a few pages of a database."""
LOCK_FILE = "table.lock"
"""The file on which the process that has these games open keeps a lock."""


def hold(folder: Path) -> sqlite3.Connection:
    """A lock on the games in `folder`, which ends with the connection or with this process.

    Raises sqlite3.OperationalError ("database is locked") while another process has it.
    """
    claim_file(folder / LOCK_FILE)
    lock = sqlite3.connect(folder / LOCK_FILE, isolation_level=None, check_same_thread=False, timeout=0)
    try:
        lock.execute("PRAGMA journal_mode=OFF")  # nothing is ever written
        lock.execute("BEGIN EXCLUSIVE")
    except BaseException:
        lock.close()
        raise
    return lock


@dataclass(slots=True)
class Start:
    """The start of the database in `folder`: its notes, and whether all of them are to be written anew.

    `unnoted`: rows that the database holds and no note has.
    """

    folder: Path
    acknowledged: Acknowledged
    are_new: bool
    unnoted: tuple[Note, ...] = ()
    notes_damaged: bool = False

    @property
    def file(self) -> Path:
        """The file of the database."""
        return self.folder / DATABASE_FILE

    def check(self) -> None:
        """Examine the games before anything changes them, and recover what is damaged.

        Raises OSError, and sqlite3.Error for a file of which nothing can be used.
        """
        notes, all_proven = self.acknowledged.notes()
        if not all_proven:
            self.write_notes_anew(keep_aside(self.acknowledged.file))
        size = self.file.stat().st_size if self.file.exists() else None
        if size:
            self._check_file(tuple(notes))
        elif notes or Backups(self.folder).files():
            self.recover(phrase("it is missing") if size is None else phrase("it is empty"))
        elif size == 0:
            self.acknowledged.keep_notice(empty_file(self.file))

    def _check_file(self, notes: tuple[Note, ...]) -> None:
        try:
            with unchanged(self.file) as base:
                version, application = version_of(base), application_of(base)
                if version > SCHEMA_VERSION:
                    return  # opening it reports the error
                noted = self.acknowledged.schema_version
                found = examine(base, notes if version <= noted else ())
                fault = found.fault or (
                    phrase("an older one has taken its place") if version < noted else None
                )
                if fault is None:
                    self.unnoted = found.unnoted
                    if 0 < version < SCHEMA_VERSION:
                        with contextlib.suppress(BackupError):
                            Backups(self.folder).save(base)
        except sqlite3.DatabaseError as problem:
            if not is_damage(problem, self.folder):
                raise
            fault = reason(problem)
        if fault is not None:
            self.recover(fault)
        elif application == APPLICATION and not self.acknowledged.was_there and not self.notes_damaged:
            self.acknowledged.keep_notice(notes_gone(self.acknowledged.file))

    def recover(self, why: Phrase | Term) -> None:
        """Recover the intact part of the games, and keep a notice of it. Raises sqlite3.DatabaseError if
        nothing is intact."""
        notes, _ = self.acknowledged.notes()
        recovery = recover(self.file, tuple(notes))
        if recovery is None:
            raise sqlite3.DatabaseError(str(why))
        self.are_new = True
        for notice in recovery_notices(self.file, why, recovery, notes):
            self.acknowledged.keep_notice(notice)

    def write_notes_anew(self, aside: Path | None) -> None:
        """Write every note anew: the notes were damaged, and are kept in the folder `aside`."""
        self.are_new = self.notes_damaged = True
        self.acknowledged.keep_notice(notes_anew(self.acknowledged.file, aside))

    def note_rows(self, database: sqlite3.Connection) -> None:
        """Note the rows of `database` that have no note, now that its schema is today's."""
        if self.are_new:
            self.acknowledged.replace(notes_of(database))
        elif self.unnoted:
            self.acknowledged.add(self.unnoted)


def checked_start(folder: Path) -> Start:
    """The start of the database in `folder`, which has been checked; its notes are open.

    Raises OSError and sqlite3.Error.
    """
    _remove_unfinished(folder)
    try:
        acknowledged, damaged = Acknowledged(folder), None
    except sqlite3.DatabaseError as problem:
        if not is_damage(problem, folder):
            raise
        damaged = keep_aside(folder / ACKNOWLEDGED_FILE)
        for ending in ("", *SIDE_FILES):
            side_file(folder / ACKNOWLEDGED_FILE, ending).unlink(missing_ok=True)
        acknowledged = Acknowledged(folder)
    start = Start(folder, acknowledged, are_new=acknowledged.schema_version < SCHEMA_VERSION)
    try:
        if damaged is not None:
            start.write_notes_anew(damaged)
        start.check()
    except BaseException:
        acknowledged.close()
        raise
    return start


def _remove_unfinished(folder: Path) -> None:
    """Remove the unfinished copies of an earlier process that was killed."""
    for unfinished in (*folder.glob(".copy-*"), *(folder / BACKUPS_FOLDER).glob(".*")):
        if unfinished.is_dir():
            shutil.rmtree(unfinished, ignore_errors=True)
        else:
            unfinished.unlink(missing_ok=True)


def is_damage(problem: sqlite3.DatabaseError, folder: Path) -> bool:
    """Tell whether SQLite refuses a file in `folder` for its content, not for a lock, a right or the disk."""
    if not isinstance(problem, sqlite3.OperationalError):
        return True
    return "locked" not in str(problem) and why_unwritable(folder) is None


def why_unwritable(folder: Path) -> OSError | None:
    """The reason why nothing can be written in `folder`, since SQLite calls most reasons an I/O error."""
    probe = folder / f".{DATABASE_FILE}.probe"
    try:
        write_file(probe, bytes(PROBE_BYTES))
        probe.unlink()
        for file in (folder / DATABASE_FILE, folder / ACKNOWLEDGED_FILE):
            if file.exists() and not os.access(file, os.R_OK | os.W_OK):
                return PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as problem:
        return problem
    return None


def why_unlockable(folder: Path) -> OSError | None:
    """The reason why no file in `folder` can be locked, None if one can; SQLite reports both as locked."""
    if os.name == "nt":
        return None
    import fcntl

    probe = folder / f".{DATABASE_FILE}.{os.urandom(4).hex()}"
    try:
        with probe.open("wb") as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # nobody else knows this file
    except OSError as problem:
        return problem
    finally:
        probe.unlink(missing_ok=True)
    return None
