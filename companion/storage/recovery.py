"""Recovers damaged games: takes each acknowledged row from wherever it is still intact."""

import contextlib
import secrets
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.storage.acknowledged import NOTED, Key, Note, Value
from companion.storage.backups import Backups
from companion.storage.examination import (
    SIDE_FILES,
    fault_of,
    notes_of,
    rows_of,
    side_file,
    unchanged,
    version_of,
)
from companion.storage.private_files import claim_file, make_folder
from companion.storage.schema import SCHEMA_VERSION, continue_numbers, table_columns, upgrade

DAMAGED_FOLDER = "damaged"


@dataclass(frozen=True, slots=True)
class Recovery:
    """The result of a recovery.

    `aside`: the folder with the damaged files as they were, None if there were none. `lost`: the notes of the
    rows that are whole nowhere, or of which earlier ones of the same game are missing. `backup`: the backup
    from which seats were taken; None if they are those of the damaged file.
    """

    aside: Path | None
    lost: tuple[Note, ...]
    backup: Path | None


def recover(file: Path, noted: tuple[Note, ...]) -> Recovery | None:
    """Replace the damaged database `file` by what can be recovered of it; None, and nothing is changed, if
    nothing is found and nothing was noted. Raises OSError and sqlite3.Error."""
    made = file.with_name("recovered.sqlite")
    for old in (made, *(side_file(made, ending) for ending in SIDE_FILES)):
        old.unlink(missing_ok=True)
    claim_file(made)
    with closing(sqlite3.connect(made, isolation_level=None)) as base:
        base.execute("BEGIN")
        upgrade(base, 0)
        first = _fill(base, file, noted)
        if first is None and not noted:
            base.execute("ROLLBACK")
            base.close()
            made.unlink()
            return None
        lost = _tidy(base, noted)
        base.execute("COMMIT")
    aside = keep_aside(file)
    for ending in SIDE_FILES:  # the log belongs to the damaged file, not to the one that replaces it
        side_file(file, ending).unlink(missing_ok=True)
    made.replace(file)
    is_own = first is None or first == file or first.parent.parent.name == DAMAGED_FOLDER
    return Recovery(aside, lost, None if is_own else first)


def _sources(file: Path) -> Iterator[tuple[Path, bool]]:
    """The databases that may hold intact rows, and whether to use their log: the damaged one with its log and
    without, those that were kept aside earlier, the backups, newest first."""
    yield file, True
    yield file, False
    damaged = file.with_name(DAMAGED_FOLDER)
    for earlier in sorted(damaged.iterdir(), reverse=True) if damaged.is_dir() else ():
        yield earlier / file.name, True
    for backup in Backups(file.parent).files():
        yield backup, True


def _fill(made: sqlite3.Connection, file: Path, noted: tuple[Note, ...]) -> Path | None:
    """Take each noted row from the first source that has it intact, and rows without a note from the first
    sound source, which is returned."""
    sums: dict[tuple[str, Key], int] = {(note.kind, note.key): note.sum for note in noted}
    tables = table_columns(made)
    first: Path | None = None
    for source, with_log in _sources(file):
        if not source.is_file() or not source.stat().st_size:
            continue
        with contextlib.suppress(OSError, sqlite3.Error), unchanged(source, with_log=with_log) as base:
            is_first = first is None and fault_of(base) is None and 0 < version_of(base) <= SCHEMA_VERSION
            there = table_columns(base)
            for kind, columns in tables.items():
                common = tuple(column for column in columns if column in there.get(kind, ()))
                for values in rows_of(base, kind, ", ".join(common)) if common else ():
                    row = dict(zip(common, values, strict=True))
                    if _belongs(kind, row, sums, is_first):
                        _insert(made, kind, row)
            if is_first:
                first = source
    return first


def _belongs(kind: str, row: dict[str, Value], sums: dict[tuple[str, Key], int], is_first: bool) -> bool:
    """Tell whether a row equals its note, or has no note and comes from the first sound source."""
    if kind not in NOTED or any(column not in row for column in NOTED[kind]):
        return is_first
    note = Note.of(kind, tuple(row[column] for column in NOTED[kind]))
    expected = sums.get((note.kind, note.key))
    return is_first if expected is None else expected == note.sum


def _insert(made: sqlite3.Connection, kind: str, row: dict[str, Value]) -> None:
    values = [value.decode(errors="replace") if isinstance(value, bytes) else value for value in row.values()]
    made.execute(
        f"INSERT OR IGNORE INTO {kind} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", values
    )


def _tidy(made: sqlite3.Connection, noted: tuple[Note, ...]) -> tuple[Note, ...]:
    """End each game before its first missing event, and give lost tables new keys; returns what is lost."""
    cuts: dict[int, int] = {}
    for note in _missing(made, noted):
        if note.kind == "event":
            assert note.game is not None
            cuts[note.game] = min(int(note.key), cuts.get(note.game, int(note.key)))
    for game, number in cuts.items():
        made.execute("DELETE FROM event WHERE game = ? AND number > ?", (game, number))
    lost = _missing(made, noted)
    for note in lost:
        if note.kind == "place":
            made.execute("INSERT INTO place VALUES (?, ?, 0)", (note.key, secrets.token_urlsafe(12)))
    continue_numbers(made, last_number(noted))
    return lost


def last_number(noted: Iterable[Note]) -> int:
    """The number of the last event of which there is a note; 0 for none."""
    return max((int(note.key) for note in noted if note.kind == "event"), default=0)


def _missing(made: sqlite3.Connection, noted: tuple[Note, ...]) -> tuple[Note, ...]:
    there = {(note.kind, note.key) for note in notes_of(made)}
    return tuple(note for note in noted if (note.kind, note.key) not in there)


def keep_aside(file: Path) -> Path | None:
    """Copy the damaged files, byte for byte, to a folder where nobody changes them; None if there
    are none."""
    files = [each for ending in ("", *SIDE_FILES) if (each := side_file(file, ending)).is_file()]
    if not files:
        return None
    name, folder = f"{datetime.now():%Y%m%d-%H%M%S}", file.with_name(DAMAGED_FOLDER)
    number = 1 + (len(list(folder.iterdir())) if folder.is_dir() else 0)
    aside = folder / f"{number:03}-{name}"
    make_folder(aside)
    for each in files:
        copy = aside / each.name
        claim_file(copy)
        shutil.copyfile(each, copy)
    return aside
