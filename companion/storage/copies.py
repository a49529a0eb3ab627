"""Operations on all games in a folder: check them, save a copy, restore a copy."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.storage.backups import Backup, BackupError, Backups, copy_games, read_copy
from companion.storage.database import UnusableGames
from companion.storage.note import State
from companion.storage.reading import GamesRead, opened
from companion.storage.recovery import Notices, in_memory, keep_aside, losses
from companion.storage.seat_store import SeatStore
from companion.storage.start import DATABASE_FILE, Findings, examine, hold
from companion.storage.store import Store
from sheets.errors import reason, remedy
from sheets.language import Phrase, message, phrase


@dataclass(frozen=True, slots=True)
class GamesReport:
    """The result of a check of the games in a folder."""

    is_open: bool
    findings: Findings
    notices: tuple[Phrase, ...]
    """Notices about problems at earlier starts that are not dismissed yet."""
    backups: tuple[Backup, ...]

    @property
    def games(self) -> int:
        return len(self.findings.games.event_counts)

    def problems(self, folder: Path) -> tuple[Phrase, ...]:
        """Return the notices and the problems found, one sentence each. `folder`: named in the sentences."""
        if self.findings.is_newer:
            text = message("The games in {folder} were written by a newer version of this program.")
            return (Phrase(text, {"folder": folder}), *self.notices)
        if self.findings.fault is None:
            return self.notices
        damage = phrase("The games in {folder} are damaged ({why}).", folder=folder, why=self.findings.fault)
        state = self.findings.states[-1] if self.findings.states else State()
        return (*self.notices, damage, *losses(self.findings.games, state))

    @property
    def remedy(self) -> str:
        """Return advice on the problems, as an English sentence to be translated."""
        if self.findings.is_newer:
            return message("Use that version, or name another folder with --data.")
        if self.findings.fault is not None:
            return message(
                "The next start of the table puts together what is intact and keeps the damaged "
                "files; or restore a copy with `qwixx games restore FILE`."
            )
        return message(
            "If something is missing, look through the backups (`qwixx games check`) and restore one "
            "with `qwixx games restore FILE`."
        )


@contextmanager
def _held(folder: Path) -> Iterator[bool]:
    """Lock the games in `folder`, if any, and yield True; yield False if a running table has the lock."""
    with ExitStack() as locks:
        is_held = True
        if (folder / DATABASE_FILE).exists():
            try:
                locks.enter_context(hold(folder))
            except BlockingIOError:
                is_held = False
        yield is_held


def check_games(folder: Path) -> GamesReport:
    """Return a report on the games in `folder`; change nothing. Raise OSError or sqlite3.OperationalError."""
    notices, backups = Notices(folder).all(), Backups(folder).all()
    with _held(folder) as is_held:
        return GamesReport(not is_held, examine(folder, is_open=not is_held), notices, backups)


def save_games(folder: Path, file: Path) -> Backup:
    """Copy the games in `folder` to `file` and return the copy's description, or raise BackupError.

    The copy lacks the invitation and the joined devices. This also works while a table is running.
    """
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
        with _held(folder) as is_held, opened(games, is_open=not is_held) as base:
            copy_games(base, file, without=("seat", "place"))  # the copy lets no device in
    except (OSError, sqlite3.Error) as problem:
        raise _not_done(folder, problem) from problem
    return read_copy(file)[0]


def restore_games(folder: Path, file: Path | None) -> Backup:
    """Replace the games in `folder` with those in `file`, and return the description of `file`.

    `file`: a copy, or None for the newest usable backup. Back up the replaced games first. Raise BackupError,
    or StoreError (for example while a table is running).
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
        store.notices.forget()  # they are about the replaced games
    return copy


def restore_open_games(store: Store, file: Path) -> Backup:
    """Back up the open games, and replace them with those in `file`. Return the description of `file`.

    Raise BackupError if `file` is unusable, or StoreError if the games can't be replaced.
    """
    copy, games = read_copy(file)
    _replace(store, games)
    return copy


def _replace(store: Store, games: GamesRead) -> None:
    if store.games():
        store.save_backup()
    games.invitation = SeatStore(store).invitation()
    games.last = max(games.last, store.last_event_number())
    try:
        with closing(in_memory(games)) as base:
            store.replace_all(base)
    except (OSError, sqlite3.Error) as problem:
        raise _not_done(store.folder, problem) from problem


def _not_done(folder: Path, problem: OSError | sqlite3.Error) -> BackupError:
    return BackupError(
        "The games in {folder} cannot be copied or replaced ({why}); {remedy}.",
        folder=folder,
        why=reason(problem),
        remedy=remedy(problem),
    )
