"""The start of a database: held by this process, examined, and put together again if something is missing."""

import contextlib
import errno
import os
import shutil
import sqlite3
from pathlib import Path

from companion.storage.backups import BACKUPS_FOLDER, BackupError, Backups
from companion.storage.note import NOTE_FILE, Note, State, rest_of
from companion.storage.notices import Notices
from companion.storage.private_files import claim_file, write_file
from companion.storage.reading import fault_of, read_games, unchanged, version_of
from companion.storage.recovery import recover
from companion.storage.schema import DIGEST_VERSION, SCHEMA_VERSION
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


def check_start(folder: Path, note: Note) -> tuple[State, ...]:
    """Examine the games in `folder` before anything changes them, and recover what is damaged; return the
    states of the note. What was found is among the notices.

    Raises OSError, and sqlite3.Error for a file of which nothing can be used.
    """
    file, notices = folder / DATABASE_FILE, Notices(folder)
    _remove_unfinished(folder)
    states: tuple[State, ...] = ()
    with contextlib.suppress(ValueError):
        states = note.read()
    size = file.stat().st_size if file.exists() else None
    if size:
        fault, version = _fault(file, states)
        if not states and (version >= DIGEST_VERSION or note.file.exists()):
            notices.add(
                phrase(
                    "The file {file}, which shows the program whether a game is missing, was gone or "
                    "damaged. It was written again, and the games are as they were found.",
                    file=note.file,
                )
            )
    else:
        fault = phrase("it is missing") if size is None else phrase("it is empty")
        if not any(state.count or state.rest for state in states) and not Backups(folder).files():
            if size == 0:
                notices.add(
                    phrase(
                        "The file {file} was empty, so the table starts without a game; if there were games "
                        "in it, end the table and restore a copy of them with `qwixx games restore FILE`.",
                        file=file,
                    )
                )
            return states
    if fault is not None:
        recover_games(folder, fault, states)
    return states


def recover_games(folder: Path, why: Phrase | Term, states: tuple[State, ...]) -> None:
    """Recover the whole part of the games, and keep notices of it. Raises sqlite3.DatabaseError if nothing is
    whole."""
    told = recover(folder / DATABASE_FILE, why, states)
    if told is None:
        raise sqlite3.DatabaseError(str(why))
    Notices(folder).add(*told)


def _fault(file: Path, states: tuple[State, ...]) -> tuple[Phrase | Term | None, int]:
    """Why the database cannot be used as it is, None for no reason; and its version."""
    try:
        with unchanged(file) as base:
            version = version_of(base)
            if version > SCHEMA_VERSION:
                return None, 0  # opening it reports the error
            fault = fault_of(base, own=True) or examine(base, states)
            if fault is None and 0 < version < SCHEMA_VERSION:
                with contextlib.suppress(BackupError):
                    Backups(file.parent).save(base)
            return fault, version
    except sqlite3.DatabaseError as problem:
        if not is_damage(problem, file.parent):
            raise
        return reason(problem), 0


def examine(base: sqlite3.Connection, states: tuple[State, ...]) -> Phrase | None:
    """Return why a sound database does not hold what was acknowledged; None if it does. Raises
    sqlite3.Error."""
    if version_of(base) < DIGEST_VERSION:
        is_older = any(state.count for state in states)
        return phrase("an older one has taken its place") if is_older else None
    games, rest = read_games(base, own=True), rest_of(base)
    if not games.is_whole:
        return phrase("some of it is not as it was saved")
    if states and not any(games.fits(state, rest) for state in states):
        return phrase("less is in it than was saved")
    return None


def _remove_unfinished(folder: Path) -> None:
    """Remove the unfinished copies of an earlier process that was killed, and the notes of older versions."""
    for unfinished in (
        *folder.glob(".copy-*"),
        *(folder / BACKUPS_FOLDER).glob(".*"),
        *folder.glob("acknowledged.sqlite*"),
    ):
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
        for file in (folder / DATABASE_FILE, folder / NOTE_FILE):
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
