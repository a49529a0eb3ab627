"""Reads a database of games without changing or trusting it: only known tables, and each row is checked."""

import contextlib
import math
import re
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.storage.note import State, rest_of, xor_digests
from companion.storage.schema import (
    SCHEMA_VERSION,
    Invitation,
    StoredSeat,
    expected_objects,
    lucky_pair,
    next_digest,
    objects_in,
)
from companion.table.events import MAX_NAME_LENGTH
from sheets.errors import reason
from sheets.language import Phrase, Term, phrase
from sheets.ordinary_file import open_ordinary
from sheets.serial import ALPHABET

LOGS = ("-wal", "-journal")
"""Suffixes of SQLite's files with the latest changes of a database."""
SIDE_FILES = (*LOGS, "-shm")
"""Suffixes of all files that SQLite may keep next to a database."""
READ_SECONDS = 120.0
"""Time limit for reading one file, in seconds; a crafted file might never end."""
MAX_EVENT_LETTERS = 1_000_000
MAX_PEOPLE = 10_000
MAX_NUMBER = 1 << 53
_CODE = re.compile(f"[{ALPHABET}]{{5}}")
_KEY = re.compile(r"[\w-]{12,100}", re.ASCII)
_TOKEN = re.compile("[0-9a-f]{64}")


def side_file(file: Path, ending: str) -> Path:
    """Return the path of the database `file` with `ending` (such as "-wal") added to its name."""
    return file.with_name(file.name + ending)


@contextmanager
def unchanged(file: Path, *, with_log: bool = True) -> Iterator[sqlite3.Connection]:
    """Yield a connection for reading a database without changing any file; text is returned as bytes.

    `with_log`: True to include the changes in SQLite's log, if any, by reading a temporary copy.
    """
    open_ordinary(file).close()
    logs = [log for ending in LOGS if (log := side_file(file, ending)).exists() and log.stat().st_size]
    if not (logs and with_log):
        with closing(open_read_only(file, "&immutable=1")) as base:
            yield base
        return
    with TemporaryDirectory(dir=file.parent, prefix=".copy-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / "games.sqlite"
        for each in (file, *logs):
            shutil.copyfile(each, copy.with_name(copy.name + each.name.removeprefix(file.name)))
        with closing(sqlite3.connect(copy, isolation_level=None)) as base:
            yield _prepared_for_untrusted(base)


def opened(file: Path, *, is_open: bool) -> AbstractContextManager[sqlite3.Connection]:
    """Return a context manager that opens `file` for reading. `is_open`: True if a table is using it."""
    return closing(open_read_only(file)) if is_open else unchanged(file)


def open_read_only(file: Path, further: str = "") -> sqlite3.Connection:
    """Return a read-only connection to the database `file`; text is returned as bytes.

    `further`: more parameters for the URI, each with "&" in front.
    """
    return _prepared_for_untrusted(
        sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro{further}", uri=True, isolation_level=None)
    )


def _prepared_for_untrusted(base: sqlite3.Connection) -> sqlite3.Connection:
    """Prepare `base` for reading an untrusted file in at most READ_SECONDS, and return `base`."""
    base.text_factory = bytes
    base.execute("PRAGMA trusted_schema=OFF")
    end = time.monotonic() + READ_SECONDS
    base.set_progress_handler(lambda: time.monotonic() > end, 100_000)
    return base


def version_of(base: sqlite3.Connection) -> int:
    """Return the version of the database's schema. Raise sqlite3.Error."""
    (version,) = base.execute("PRAGMA user_version").fetchone()
    return int(version)


def fault_of(base: sqlite3.Connection, *, own: bool = False) -> Phrase | Term | None:
    """Return why a database can't be used, or None if it can. `own`: True to reject unknown objects."""
    try:
        there, today = objects_in(base), expected_objects()
        is_old = version_of(base) != SCHEMA_VERSION
        for name in (name for name, what in today.items() if what.startswith("table")):
            fits = there.get(name) == today[name]
            if is_old:  # later tables may be missing
                fits = there.get(name, "" if name == "event" else "table").startswith("table")
            if not fits:
                return phrase("its tables are not those of this program")
        if own and not is_old and there != today:
            return phrase("it contains things that this program does not write")
        (said,) = base.execute("PRAGMA integrity_check(1)").fetchone()
        said = said.decode(errors="replace") if isinstance(said, bytes) else said
        return None if said == "ok" else reason(sqlite3.DatabaseError(" ".join(said.split())))
    except sqlite3.DatabaseError as problem:
        return reason(problem)


@dataclass(frozen=True, slots=True)
class EventRow:
    """A row of the table `event` with valid values."""

    number: int
    game: int
    at: float
    text: str
    digest: bytes
    """Digest of the game's events up to and including this one (`next_digest`)."""


@dataclass(slots=True)
class GamesRead:
    """The usable content of a database of games."""

    events: dict[int, list[EventRow]] = field(default_factory=dict)
    """Events of each game before its first damaged event, by the game's number."""
    event_counts: dict[int, int] = field(default_factory=dict)
    """Number of event rows of each game, including damaged rows, by the game's number."""
    odd: int = 0
    """Number of rows that are out of order or can't be assigned to a game."""
    most_game: int = 0
    """Largest game number ever used."""
    last: int = 0
    """Largest event number ever used."""
    invitation: Invitation | None = None
    seats: list[StoredSeat] = field(default_factory=list)
    people: dict[str, str] = field(default_factory=dict)
    """Merged names: maps each alternative spelling to the name that it stands for."""
    rest: str = ""
    """Digest of the invitation and the merged names (`companion.storage.note.rest_of`)."""

    @property
    def is_whole(self) -> bool:
        """Return True if no event is damaged, out of order, or missing before a later event."""
        return not self.odd and all(
            len(self.events[game]) == count for game, count in self.event_counts.items()
        )

    def fits(self, state: State) -> bool:
        """Return True if these games contain everything that was saved when `state` was noted."""
        events = [event for game in self.events.values() for event in game if event.number <= state.last]
        digest = xor_digests("0" * 32, *(event.digest for event in events))
        return (len(events), digest) == (state.count, state.digest) and state.rest in ("", self.rest)


def read_games(base: sqlite3.Connection, *, own: bool) -> GamesRead:
    """Return the content of a database of any schema version. Raise sqlite3.Error.

    `own`: True to include the invitation and the seats.
    """
    columns, games = objects_in(base), GamesRead()
    _read_events(base, games, has_digests=" digest " in columns.get("event", ""))
    games.most_game = _number(base, "SELECT max(number) FROM game")
    games.last = _number(base, "SELECT seq FROM sqlite_sequence WHERE name = 'event'")
    for row in _rows(base, f"SELECT name, same_as FROM person LIMIT {MAX_PEOPLE}"):
        name, same_as = map(_text, row)
        if 0 < len(name) <= MAX_NAME_LENGTH and 0 < len(same_as) <= MAX_NAME_LENGTH:
            games.people[name] = same_as
    if own:
        _read_seats(base, games, columns.get("seat", ""))
        with contextlib.suppress(sqlite3.DatabaseError):  # an older version lacks these tables
            games.rest = rest_of(base)
    return games


def _read_events(base: sqlite3.Connection, games: GamesRead, *, has_digests: bool) -> None:
    """Add the events to `games`. `has_digests`: False for an old schema, whose events have no digests."""
    last = 0
    for values in _event_rows(base, f"number, game, at, event, {'digest' if has_digests else 'NULL'}"):
        event = _event(*values)
        if event is None or event.number <= last:
            games.odd += 1
            continue
        last = event.number
        so_far, count = games.events.setdefault(event.game, []), games.event_counts.get(event.game, 0)
        games.event_counts[event.game] = count + 1
        due = next_digest(so_far[-1].digest if so_far else b"", event.game, event.at, event.text)
        is_next = len(so_far) == count and (event.digest == due or not has_digests)
        if is_next and event.text:
            so_far.append(EventRow(event.number, event.game, event.at, event.text, due))


def _read_seats(base: sqlite3.Connection, games: GamesRead, columns: str) -> None:
    """Add the invitation (the first, if version 1.0 stored several) and its seats to `games`.

    `columns`: the columns of the table `seat`, as text from `objects_in`.
    """
    first = "SELECT code, key FROM place ORDER BY rowid LIMIT 1"
    for row in _rows(base, first):
        code, key = map(_text, row)
        if _CODE.fullmatch(code) and _KEY.fullmatch(key):
            games.invitation = Invitation(code, key)
    younger = "proven, seen" if " proven " in columns else "0, 0.0"
    query = f"SELECT token, role, player, sheet, lucky, {younger} FROM seat"
    if " code " in columns:
        query += f" WHERE code = (SELECT code FROM ({first}))"
    for row in _rows(base, query) if games.invitation else ():
        token, role, player, sheet, lucky = map(_text, row[:5])
        if _TOKEN.fullmatch(token) and role in ("guest", "player"):
            seen = row[6] if isinstance(row[6], float) else 0.0
            games.seats.append(StoredSeat(token, role, player, sheet, lucky_pair(lucky), row[5] == 1, seen))


def _event_rows(base: sqlite3.Connection, columns: str) -> list[tuple[Any, ...]]:
    """Return `columns` of all events, ordered by number. Skip a damaged part of the file."""
    query = f"SELECT {columns} FROM event NOT INDEXED ORDER BY number"
    before: list[tuple[Any, ...]] = []
    behind: list[tuple[Any, ...]] = []
    try:
        before.extend(base.execute(query))
    except sqlite3.DatabaseError as problem:
        if "interrupted" in str(problem):
            raise
        last = before[-1][0] if before else 0
        with contextlib.suppress(sqlite3.DatabaseError):
            behind.extend(takewhile(lambda row: row[0] > last, base.execute(f"{query} DESC")))
    return before + behind[::-1]


def _rows(base: sqlite3.Connection, query: str) -> list[tuple[Any, ...]]:
    try:
        return base.execute(query).fetchall()
    except sqlite3.DatabaseError:
        return []


def _text(value: object) -> str:
    try:
        return value.decode() if isinstance(value, bytes) else ""
    except UnicodeDecodeError:
        return ""


def _number(base: sqlite3.Connection, query: str) -> int:
    return next((value for (value,) in _rows(base, query) if _is_number(value)), 0)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and 0 < value < MAX_NUMBER


def _event(number: Any, game: Any, at: Any, text: Any, digest: Any) -> EventRow | None:
    """Return the row as an event, or None if a number or the time is invalid. Invalid text becomes ""."""
    if not (_is_number(number) and _is_number(game) and isinstance(at, float) and math.isfinite(at)):
        return None
    said = _text(text)
    said = said if len(said) <= MAX_EVENT_LETTERS else ""
    return EventRow(number, game, at, said, digest if isinstance(digest, bytes) else b"")
