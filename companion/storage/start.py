"""Prepares a database at the start: locks it, examines it, and recovers it if something is missing."""

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
from companion.storage.private_files import claim_file, write_file
from companion.storage.reading import GamesRead, fault_of, opened, read_games, unchanged, version_of
from companion.storage.recovery import Notices, recover
from companion.storage.schema import SCHEMA_VERSION
from sheets.errors import reason
from sheets.language import Phrase, Term, phrase

DATABASE_FILE = "table.sqlite"
PROBE_BYTES = 16_384
"""Size in bytes of the file with which free space is tested: a few pages of a database."""
LOCK_FILE = "table.lock"


def hold(folder: Path) -> BinaryIO:
    """Lock the games in `folder` until the returned file closes. Raise BlockingIOError if already locked."""
    claim_file(folder / LOCK_FILE)
    lock = (folder / LOCK_FILE).open("rb+")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException as problem:
        lock.close()
        if isinstance(problem, OSError) and problem.errno == errno.EACCES:  # Windows reports a held lock so
            raise BlockingIOError from problem
        raise
    return lock


@dataclass(frozen=True, slots=True)
class Findings:
    """The result of examining the games in a folder (`examine`)."""

    version: int
    """Version of the database's schema; 0 if there is no usable database."""
    games: GamesRead
    fault: Phrase | Term | None
    """Why the database can't be used as it is; None if it can."""
    states: tuple[State, ...]

    @property
    def is_newer(self) -> bool:
        return self.version > SCHEMA_VERSION


def examine(folder: Path, *, is_open: bool = False) -> Findings:
    """Read and check the games in `folder`; change nothing. Raise OSError or sqlite3.OperationalError.

    `is_open`: True if a running table has the games open.
    """
    states = Note(folder).states()  # read first: the database then has at least as many events
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
    """Return how `games` contradict `states`, the summaries in the note file, or None if they don't."""
    if version < SCHEMA_VERSION:
        is_older = any(state.count for state in states)
        return phrase("an older one has taken its place") if is_older else None
    if not games.is_whole:
        return phrase("some of it is not as it was saved")
    if states and not any(games.fits(state) for state in states):
        return phrase("it contains less than was saved")
    return None


def check_start(folder: Path) -> Findings:
    """Recover damaged games in `folder`, or back up games of an older schema; add notices about problems.

    Return the findings before the recovery. Raise OSError, or sqlite3.Error if the file is unusable.
    """
    for unfinished in (*folder.glob(".copy-*"), *(folder / BACKUPS_FOLDER).glob(".*")):  # of a killed process
        if unfinished.is_dir():
            shutil.rmtree(unfinished, ignore_errors=True)
        else:
            unfinished.unlink(missing_ok=True)
    findings, notices = examine(folder), Notices(folder)
    file, note = folder / DATABASE_FILE, folder / NOTE_FILE
    has_note = findings.version == SCHEMA_VERSION or (findings.version and note.exists())
    if has_note and not findings.states and not findings.is_newer:
        notices.add(
            phrase(
                "The file {file}, which tells the program whether a game is missing, was gone or "
                "damaged. It was written again, and the games are as they were found.",
                file=note,
            )
        )
    if findings.fault is not None:
        recover(file, findings.fault, findings.states)
    elif file.exists() and not file.stat().st_size:
        notices.add(
            phrase(
                "The file {file} was empty, so the table starts without a game; if there were games "
                "in it, end the table and restore a copy of them with `qwixx games restore FILE`.",
                file=file,
            )
        )
    elif 0 < findings.version < SCHEMA_VERSION:
        with unchanged(file) as base, contextlib.suppress(BackupError):
            Backups(folder).save(base)
    return findings


def why_unwritable(folder: Path) -> OSError | None:
    """Return why the games' files can't be written, or None if they can. SQLite only says "I/O error"."""
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
