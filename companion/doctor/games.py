"""Checks the folder and the database of games, and the free space on the disk."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from companion.doctor.finding import Finding
from companion.storage import copies
from companion.storage.backups import Backups
from companion.storage.start import DATABASE_FILE, why_unwritable
from sheets.errors import reason
from sheets.language import message

MIN_FREE_BYTES = 200_000_000
"""A disk with less free space than this counts as nearly full."""
OTHER_FOLDER = message("Name another folder with --data, or move the file away; nothing was changed.")


def check_games(folder: Path) -> Iterator[Finding]:
    """Yield findings on whether games can be kept in `folder`, on its database, and on free disk space."""
    existing = folder
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    values: dict[str, object] = {"folder": folder}
    if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
        text = message("Games cannot be kept in {folder}: nothing can be written there.")
        todo = message("Give yourself permission to write there, or name another folder with --data.")
        yield Finding("games-folder", "fault", text, values, todo)
        return
    yield Finding("games-folder", "well", message("Games are kept in {folder}."), values)
    yield from _check_database(folder)
    free = shutil.disk_usage(existing).free
    values = {"free": free / 1e9, "folder": folder}
    if free < MIN_FREE_BYTES:
        text = message("The disk of {folder} is nearly full: {free:.1f} GB are free.")
        todo = message("Make room, or name another folder with --data.")
        yield Finding("room", "fault", text, values, todo)
    else:
        yield Finding("room", "well", message("{free:.1f} GB are free for games and photos."), values)


def _check_database(folder: Path) -> Iterator[Finding]:
    if not (folder / DATABASE_FILE).exists() and not Backups(folder).files():
        text = message("No game has been kept yet; the first one makes the database.")
        yield Finding("database", "well", text)
        return
    values: dict[str, object] = {"file": folder / DATABASE_FILE}
    try:
        report = copies.check_games(folder)
        unwritable = None if report.is_open else why_unwritable(folder)
    except (OSError, sqlite3.Error) as problem:
        unwritable = problem if isinstance(problem, OSError) else OSError(0, str(problem))
    if unwritable is not None:
        text = message("The games in {file} cannot be used ({problem}).")
        yield Finding("database", "fault", text, {**values, "problem": reason(unwritable)}, OTHER_FOLDER)
        return
    problems = report.problems(folder)
    for sentence in problems:
        yield Finding("database", "fault", sentence.text, sentence.values, report.remedy)
    if not problems:
        text = message("The database of games is intact and writable (games: {count}).")
        if report.is_open:
            text = message("A table has these games open now; none is missing (games: {count}).")
        yield Finding("database", "well", text, {"count": report.games})
