"""The start of a database: held by this process, examined, and put together again if something is missing."""

import contextlib
import errno
import os
import shutil
import sqlite3
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from companion.storage.backups import BACKUPS_FOLDER, BackupError, Backups
from companion.storage.note import NOTE_FILE, Note, State
from companion.storage.notices import Notices
from companion.storage.private_files import claim_file, write_file
from companion.storage.reading import (
    GamesRead,
    fault_of,
    opened,
    read_games,
    unchanged,
    version_of,
)
from companion.storage.recovery import recover
from companion.storage.schema import SCHEMA_VERSION
from sheets.errors import reason
from sheets.language import Phrase, Term, phrase

DATABASE_FILE = "table.sqlite"
PROBE_BYTES = 16_384
"""Size of the file that tests the free room, in bytes: a few pages of a database."""
LOCK_FILE = "table.lock"
"""The file on which the process that has these games open keeps a lock."""


def hold(folder: Path) -> BinaryIO:
    """Return a file whose lock on the games in `folder` ends when it is closed, or with this process.

    Raise BlockingIOError while another process has it, and OSError if the disk has no locks.
    """
    claim_file(folder / LOCK_FILE)
    lock = (folder / LOCK_FILE).open("rb+")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        lock.close()
        if problem.errno == errno.EACCES:  # as Windows says it
            raise BlockingIOError from problem
        raise
    return lock


@dataclass(frozen=True, slots=True)
class Findings:
    """What the files of the games hold. `version`: of the database's schema, 0 for none; `games`: what can be
    used of it; `fault`: why it cannot be used as it is, None for no reason; `states`: of the note."""

    version: int
    games: GamesRead
    fault: Phrase | Term | None
    states: tuple[State, ...]

    @property
    def is_newer(self) -> bool:
        """Return True if a newer version of the program wrote them."""
        return self.version > SCHEMA_VERSION


def examine(folder: Path, *, is_open: bool = False) -> Findings:
    """Examine the games in `folder`, and change nothing. `is_open`: a table has them open.

    Raises OSError, and sqlite3.Error if they may not be read now.
    """
    states = Note(folder).states()  # before the database, which then holds at least these steps
    file = folder / DATABASE_FILE
    if not file.exists() or not file.stat().st_size:
        is_known = any(state.count or state.rest for state in states) or Backups(folder).files()
        why = phrase("it is empty") if file.exists() else phrase("it is missing")
        return Findings(0, GamesRead(), why if is_known else None, states)
    try:
        with opened(file, is_open=is_open) as base:
            version = version_of(base)
            if version > SCHEMA_VERSION:
                return Findings(version, GamesRead(), None, states)
            games = read_games(base, own=True)
            fault = fault_of(base, own=True) or _difference(games, version, states)
            return Findings(version, games, fault, states)
    except sqlite3.DatabaseError as problem:
        is_refused = "locked" in str(problem) or why_unwritable(folder) is not None
        if isinstance(problem, sqlite3.OperationalError) and is_refused:
            raise
        return Findings(0, GamesRead(), reason(problem), states)


def _difference(games: GamesRead, version: int, states: tuple[State, ...]) -> Phrase | None:
    """Return how a sound database differs from what was acknowledged; None if it does not."""
    if version < SCHEMA_VERSION:
        is_older = any(state.count for state in states)
        return phrase("an older one has taken its place") if is_older else None
    if not games.is_whole:
        return phrase("some of it is not as it was saved")
    if states and not any(games.fits(state) for state in states):
        return phrase("less is in it than was saved")
    return None


def check_start(folder: Path) -> Findings:
    """Examine the games in `folder` before anything changes them, recover what is damaged, and make a backup
    of an older version's. What was found is among the notices.

    Raises OSError, and sqlite3.Error for a file of which nothing can be used.
    """
    _remove_unfinished(folder)
    found, notices = examine(folder), Notices(folder)
    file, note = folder / DATABASE_FILE, folder / NOTE_FILE
    has_note = found.version == SCHEMA_VERSION or (found.version and note.exists())
    if has_note and not found.states and not found.is_newer:
        notices.add(
            phrase(
                "The file {file}, which shows the program whether a game is missing, was gone or "
                "damaged. It was written again, and the games are as they were found.",
                file=note,
            )
        )
    if found.fault is not None:
        recover(file, found.fault, found.states)
    elif file.exists() and not file.stat().st_size:
        notices.add(
            phrase(
                "The file {file} was empty, so the table starts without a game; if there were games "
                "in it, end the table and restore a copy of them with `qwixx games restore FILE`.",
                file=file,
            )
        )
    elif 0 < found.version < SCHEMA_VERSION:
        with unchanged(file) as base, contextlib.suppress(BackupError):
            Backups(folder).save(base)
    return found


def _remove_unfinished(folder: Path) -> None:
    """Remove the unfinished copies of an earlier process that was killed."""
    for unfinished in (*folder.glob(".copy-*"), *(folder / BACKUPS_FOLDER).glob(".*")):
        if unfinished.is_dir():
            shutil.rmtree(unfinished, ignore_errors=True)
        else:
            unfinished.unlink(missing_ok=True)


def why_unwritable(folder: Path) -> OSError | None:
    """Return why nothing can be written in `folder`, since SQLite calls most reasons an I/O error."""
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
