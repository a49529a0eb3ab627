"""The games: whether their folder and database can be opened and written, and whether the disk has room."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from companion.doctor.finding import Finding
from companion.storage.database import SCHEMA_VERSION
from sheets.errors import reason
from sheets.language import message

MIN_FREE_BYTES = 200_000_000
"""Room for an evening's photos and more."""
OTHER_FOLDER = message("Name another folder with --data, or move the file away; nothing was changed.")


def check_games(folder: Path) -> Iterator[Finding]:
    """The folder, its database if there is one, and the room on its disk."""
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
    yield from _check_database(folder / "table.sqlite")
    free = shutil.disk_usage(existing).free
    values = {"free": free / 1e9, "folder": folder}
    if free < MIN_FREE_BYTES:
        text = message("The disk of {folder} is nearly full: {free:.1f} GB are free.")
        yield Finding(
            "room", "fault", text, values, message("Make room, or name another folder with --data.")
        )
    else:
        yield Finding("room", "well", message("{free:.1f} GB are free for games and photos."), values)


def _check_database(file: Path) -> Iterator[Finding]:
    values: dict[str, object] = {"file": file}
    if not file.exists():
        yield Finding(
            "database", "well", message("No game has been kept yet; the first one makes the database.")
        )
        return
    try:
        address = f"file:{quote(str(file.absolute()))}?mode=rw"
        with closing(sqlite3.connect(address, uri=True, isolation_level=None, timeout=1)) as base:
            (version,) = base.execute("PRAGMA user_version").fetchone()
            answers = [str(row[0]) for row in base.execute("PRAGMA integrity_check(3)")]
            # only writing shows that it can be written; the transaction is undone
            base.execute("BEGIN IMMEDIATE")
            base.execute("CREATE TABLE doctor (written INTEGER)")
            base.execute("ROLLBACK")
            games = _games(base) if 0 < version <= SCHEMA_VERSION else 0
    except sqlite3.Error as problem:
        if "locked" in str(problem):
            text = message(
                "A running table has these games open; only one table can at a time, so all is well."
            )
            yield Finding("database", "well", text, values)
            return
        text = message("The games in {file} cannot be used ({problem}).")
        yield Finding("database", "fault", text, {**values, "problem": reason(problem)}, OTHER_FOLDER)
        return
    if version > SCHEMA_VERSION:
        text = message("The games in {file} were written by a newer version of this program.")
        todo = message("Use that version, or name another folder with --data.")
        yield Finding("database", "fault", text, values, todo)
    elif answers != ["ok"]:
        text = message("The games in {file} are damaged ({problem}).")
        todo = message("Restore a copy of the file, or move it away; the table then starts with no games.")
        yield Finding("database", "fault", text, {**values, "problem": "; ".join(answers)}, todo)
    else:
        text = message("The database of games is intact and writable: {count} games.")
        yield Finding("database", "well", text, {"count": games})


def _games(base: sqlite3.Connection) -> int:
    (count,) = base.execute("SELECT count(DISTINCT game) FROM event").fetchone()
    return int(count)
