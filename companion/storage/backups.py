"""Backups of the database of games, made with SQLite's backup API: complete even if the table is running."""

import contextlib
import os
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.storage.private_files import claim_file, make_folder
from companion.storage.reading import GamesRead, fault_of, read_games, unchanged, version_of
from companion.storage.schema import SCHEMA_VERSION
from sheets.errors import BadInput, reason, remedy
from sheets.language import phrase

BACKUPS_FOLDER = "backups"
KEPT_BACKUPS = 6
STEP_PAGES = 64
"""Database pages that SQLite copies in one step of a backup. A write waits for one step at most."""
STEP_PAUSE_SECONDS = 0.005
"""Pause between two steps of a backup, in seconds, during which waiting writes proceed."""
_NAME = re.compile(r"(\d{6})-\d{8}-\d{4}\.sqlite")


class BackupError(BadInput):
    """A copy of the games cannot be written, used or changed."""


@dataclass(frozen=True, slots=True)
class Backup:
    """The description of a file with a copy of the games."""

    file: Path
    at: float
    """When the file was written, in Unix seconds."""
    games: int
    """Number of games in the copy; 0 if the copy cannot be used."""
    sound: bool
    """True if the copy can be used."""


def copy_games(source: sqlite3.Connection, file: Path, without: tuple[str, ...] = ()) -> None:
    """Copy the database `source` to `file` with the tables `without` empty, or raise BackupError."""
    part = file.with_name(f".{file.name}.{os.urandom(4).hex()}")
    try:
        make_folder(file.parent)
        claim_file(part)
        with closing(sqlite3.connect(part, isolation_level=None)) as copy:
            source.backup(copy, pages=STEP_PAGES, sleep=STEP_PAUSE_SECONDS)
            copy.execute("PRAGMA journal_mode=DELETE")  # the copy is a single file, without a log
            copy.execute("PRAGMA secure_delete=ON")
            for table in without:
                copy.execute(f"DELETE FROM {table}")
            if (fault := fault_of(copy)) is not None:
                raise BackupError("The games cannot be copied: they are damaged ({why}).", why=fault)
        part.replace(file)
    except (OSError, sqlite3.Error) as problem:
        raise BackupError(
            "The copy {file} cannot be written ({why}); {remedy}.",
            file=file,
            why=reason(problem),
            remedy=remedy(problem),
        ) from problem
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def read_copy(file: Path) -> tuple[Backup, GamesRead]:
    """Return the description and the content of a copy of the games. Raise BackupError if it is unusable."""
    try:
        with unchanged(file) as base:
            if not 0 < version_of(base) <= SCHEMA_VERSION:
                raise BackupError(
                    "{file} is not a copy of the games that this version of the program can use; choose "
                    "another one.",
                    file=file,
                )
            if (why := fault_of(base)) is None:
                games = read_games(base, own=False)
                if games.is_whole:
                    return Backup(file, file.stat().st_mtime, len(games.events), True), games
                why = phrase("some of it is not as it was saved")
    except (OSError, sqlite3.Error) as problem:
        raise BackupError(
            "{file} is not a copy of the games ({why}); choose another one.", file=file, why=reason(problem)
        ) from problem
    raise BackupError("{file} is damaged ({why}); choose another copy.", file=file, why=why)


def number_of(backup: Path) -> int:
    """Return the number at the start of a backup's file name."""
    return int(backup.name[:6])


class Backups:
    """The backups in a data folder, numbered in the order of creation because the clock may be wrong."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / BACKUPS_FOLDER

    def files(self) -> tuple[Path, ...]:
        """Return the files of the backups, newest first, or () if the folder can't be read."""
        try:
            names = [path for path in self.folder.iterdir() if _NAME.fullmatch(path.name)]
        except OSError:
            return ()
        return tuple(sorted(names, key=lambda path: path.name, reverse=True))

    def next_number(self) -> int:
        files = self.files()
        return 1 + (number_of(files[0]) if files else 0)

    def all(self) -> tuple[Backup, ...]:
        """Check all backups, and return their descriptions, newest first."""
        backups = []
        for file in self.files():
            try:
                backups.append(read_copy(file)[0])
            except BackupError:
                with contextlib.suppress(OSError):
                    backups.append(Backup(file, file.stat().st_mtime, 0, False))
        return tuple(backups)

    def save(self, source: sqlite3.Connection, *, instead_of: Path | None = None) -> Path:
        """Back up the database `source`, and return the new file. Raise BackupError if that fails.

        Delete the backup `instead_of`, and the oldest backups if there are more than KEPT_BACKUPS.
        """
        files = self.files()
        number = self.next_number()
        file = self.folder / f"{number:06}-{datetime.now():%Y%m%d-%H%M}.sqlite"
        copy_games(source, file)
        for old in {instead_of, *files[KEPT_BACKUPS - 1 :]} - {None}:
            assert old is not None
            with contextlib.suppress(OSError):
                old.unlink(missing_ok=True)
        return file

    def delete_game(self, game: int) -> None:
        """Delete `game` from all backups; delete damaged backups. Raise BackupError if a file is in use."""
        left = []
        for file in self.files():
            try:
                with closing(sqlite3.connect(file, isolation_level=None, timeout=1)) as base:
                    base.execute("PRAGMA secure_delete=ON")
                    base.execute("DELETE FROM event WHERE game = ?", (game,))
            except sqlite3.Error as problem:
                with contextlib.suppress(OSError):
                    if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:  # not held by another program
                        file.unlink()
                        continue
                left.append(file.name)
        if left:
            raise BackupError(
                "The game is deleted, but {files} in {folder} still contain it and cannot be changed now; "
                "end the program that uses these files, then delete them.",
                files=", ".join(left),
                folder=self.folder,
            )
