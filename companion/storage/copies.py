"""Copies of the games that people ask for: saved, put back, and compared with what was acknowledged."""

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.storage.backups import Backup, BackupError, Backups, copy_games, read_copy
from companion.storage.database import UnusableGames
from companion.storage.note import Note, State
from companion.storage.notices import Notices
from companion.storage.reading import (
    GamesRead,
    fault_of,
    open_read_only,
    read_games,
    unchanged,
    version_of,
)
from companion.storage.recovery import keep_aside, losses, write_games
from companion.storage.schema import SCHEMA_VERSION
from companion.storage.seat_store import SeatStore
from companion.storage.start import DATABASE_FILE, examine, hold
from companion.storage.store import Store
from sheets.errors import reason, remedy
from sheets.language import Phrase, Term, message, phrase


@dataclass(frozen=True, slots=True)
class GamesReport:
    """The result of a check of the games in a folder.

    `is_open`: a table has them open. `is_newer`: a newer version of the program wrote them. `games`: how many
    there are. `fault`: why their file cannot be used, None for no reason. `missing`: sentences on rows that
    are not as acknowledged. `notices`: findings of earlier starts that nobody has seen.
    """

    is_open: bool
    is_newer: bool
    games: int
    fault: Phrase | Term | None
    missing: tuple[Phrase, ...]
    notices: tuple[Phrase, ...]
    backups: tuple[Backup, ...]

    def problems(self, folder: Path) -> tuple[Phrase, ...]:
        """The problems of the games in `folder`, a sentence each; none if all is well."""
        if self.is_newer:
            text = message("The games in {folder} were written by a newer version of this program.")
            return (Phrase(text, {"folder": folder}), *self.notices)
        damage = phrase("The games in {folder} are damaged ({why}).", folder=folder, why=self.fault)
        return (*self.notices, *([damage] if self.fault is not None else ()), *self.missing)

    @property
    def remedy(self) -> str:
        """The advice about the problems, in English, for the catalogue."""
        if self.is_newer:
            return message("Use that version, or name another folder with --data.")
        if self.fault is not None or self.missing:
            return message(
                "The next start of the table puts together what is whole and keeps the damaged files; or "
                "restore a copy with `qwixx games restore FILE`."
            )
        return message(
            "If you miss something, look through the backups (`qwixx games check`) and restore one with "
            "`qwixx games restore FILE`."
        )


@contextmanager
def _games_in(folder: Path) -> Iterator[tuple[sqlite3.Connection, bool]]:
    """The database in `folder` to read, unchanged, and whether a table has it open. Raises OSError and
    sqlite3.Error."""
    file = folder / DATABASE_FILE
    try:
        lock = hold(folder)
    except sqlite3.OperationalError as problem:
        if "locked" not in str(problem):
            raise
        with closing(open_read_only(file)) as base:
            yield base, True
        return
    with closing(lock), unchanged(file) as base:
        yield base, False


def check_games(folder: Path) -> GamesReport:
    """Check the games in `folder`, and change nothing. Raises OSError, and sqlite3.OperationalError if they
    may not be read."""
    file, backups = folder / DATABASE_FILE, Backups(folder).all()
    notices = Notices(folder).all()
    states: tuple[State, ...] = ()
    with contextlib.suppress(ValueError, OSError):
        states = Note(folder).read()  # before the database, which then holds at least these steps
    fault: Phrase | Term | None = None
    is_open, games = False, GamesRead()
    if file.exists() and file.stat().st_size:
        try:
            with _games_in(folder) as (base, is_open):
                if version_of(base) > SCHEMA_VERSION:
                    return GamesReport(is_open, True, 0, None, (), notices, backups)
                games = read_games(base, own=True)
                fault = fault_of(base, own=True) or examine(base, states)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as problem:
            fault = reason(problem)
    elif states and states[-1].count:
        fault = phrase("it is missing") if not file.exists() else phrase("it is empty")
    missing = tuple(losses(games.events, games.steps, states[-1] if states else State())) if fault else ()
    return GamesReport(is_open, False, len(games.steps), fault, missing, notices, backups)


def save_games(folder: Path, file: Path) -> Backup:
    """Write a copy of the games in `folder` to `file`, also while a table is open. Raises BackupError."""
    games = folder / DATABASE_FILE
    if not games.exists() or not games.stat().st_size:
        raise BackupError("There are no games in {folder} yet, so there is nothing to save.", folder=folder)
    if file.is_dir():
        raise BackupError("{file} is a folder; name the file to write, in it or elsewhere.", file=file)
    if not file.parent.is_dir():
        raise BackupError(
            "There is no folder {folder} to write {file} into; make it first.",
            folder=file.parent,
            file=file.name,
        )
    try:
        if file.exists() and file.samefile(games):
            raise BackupError("{file} is the file of the games itself; name another one.", file=file)
        with _games_in(folder) as (base, _is_open):
            copy_games(base, file, without=("seat", "place"))  # a copy opens no seat, and has no key
    except (OSError, sqlite3.Error) as problem:
        raise _not_done(folder, problem) from problem
    return read_copy(file)[0]


def restore_games(folder: Path, file: Path | None) -> Backup:
    """Put the games of the copy `file` in place of those in `folder`; None for the newest sound backup.

    What was there before is among the backups, or, if it was damaged, kept aside; the table keeps its code
    and its key, and devices have to join again. Raises BackupError, and StoreError while a table has the
    games open.
    """
    if file is None:
        file = next((backup.file for backup in Backups(folder).all() if backup.sound), None)
    if file is None:
        raise BackupError("There is no backup in {folder} that can be used; name a copy.", folder=folder)
    copy, read = read_copy(file)
    games = folder / DATABASE_FILE
    if games.exists() and copy.file.samefile(games):
        raise BackupError("{file} is the file of the games itself; name a copy.", file=copy.file)
    try:
        store = Store(folder)
    except UnusableGames:
        keep_aside(games)
        games.unlink()
        store = Store(folder)
    with closing(store):
        _replace(store, read)
        store.notices.forget()  # they are about what has just been replaced
    return copy


def restore_open_games(store: Store, file: Path) -> Backup:
    """Put the games of the copy `file` in place of those that this process has open in `store`; what was
    there becomes a backup. Raises BackupError."""
    copy, games = read_copy(file)
    _replace(store, games)
    return copy


def _replace(store: Store, games: GamesRead) -> None:
    restored = store.folder / "restored.sqlite"
    if store.games():
        store.save_backup()
    try:
        games.table = SeatStore(store).table()
        write_games(games, restored, store.last_event_number())
        store.replace_all(restored)
    except (OSError, sqlite3.Error) as problem:
        raise _not_done(store.folder, problem) from problem
    finally:
        restored.unlink(missing_ok=True)


def _not_done(folder: Path, problem: OSError | sqlite3.Error) -> BackupError:
    return BackupError(
        "The games in {folder} cannot be copied or replaced ({why}); {remedy}.",
        folder=folder,
        why=reason(problem),
        remedy=remedy(problem),
    )
