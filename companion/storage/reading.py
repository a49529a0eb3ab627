"""Reads a file of games without changing or trusting it: rows of the known tables, each checked."""

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

from companion.storage.note import State, added, rest_of
from companion.storage.schema import SCHEMA_VERSION, expected_objects, next_digest, objects_in
from companion.storage.stored_seat import Invitation, StoredSeat, lucky_pair
from companion.table.events import MAX_NAME_LENGTH
from sheets.errors import reason
from sheets.language import Phrase, Term, phrase
from sheets.ordinary_file import open_ordinary
from sheets.serial import ALPHABET

LOGS = ("-wal", "-journal")
"""Endings that SQLite appends to the name of a database for the file with its latest changes."""
SIDE_FILES = (*LOGS, "-shm")
"""Endings of every file that may lie beside a database."""
READ_SECONDS = 120.0
"""Longest time for which a file is read, in seconds: a crafted one could have no end."""
MAX_EVENT_LETTERS = 1_000_000
"""Longest event; one with a pad of one's own has some thousand letters."""
MAX_PEOPLE = 10_000
"""Most names that are read of those that are one person."""
MAX_NUMBER = 1 << 53
_CODE = re.compile(f"[{ALPHABET}]{{5}}")
_KEY = re.compile(r"[\w-]{12,100}", re.ASCII)
_TOKEN = re.compile("[0-9a-f]{64}")


def side_file(file: Path, ending: str) -> Path:
    """Return the file that SQLite calls `file` with `ending`."""
    return file.with_name(file.name + ending)


@contextmanager
def unchanged(file: Path, *, with_log: bool = True) -> Iterator[sqlite3.Connection]:
    """Open a database without changing any of its files.

    Text comes back as bytes because it may not be valid UTF-8. A log is applied to a copy; `with_log`: True
    if it counts at all. Raise OSError and sqlite3.Error.
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
            yield _distrusted(base)


def opened(file: Path, *, is_open: bool) -> AbstractContextManager[sqlite3.Connection]:
    """Open a database for reading, unchanged, even while a table has it open (`is_open`)."""
    return closing(open_read_only(file)) if is_open else unchanged(file)


def open_read_only(file: Path, further: str = "") -> sqlite3.Connection:
    """Open a read-only connection; texts are bytes. `further`: more parameters of SQLite's address."""
    return _distrusted(
        sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro{further}", uri=True, isolation_level=None)
    )


def _distrusted(base: sqlite3.Connection) -> sqlite3.Connection:
    base.text_factory = bytes
    base.execute("PRAGMA trusted_schema=OFF")
    end = time.monotonic() + READ_SECONDS
    base.set_progress_handler(lambda: time.monotonic() > end, 100_000)
    return base


def version_of(base: sqlite3.Connection) -> int:
    """Return the version of its schema. Raise sqlite3.Error."""
    (version,) = base.execute("PRAGMA user_version").fetchone()
    return int(version)


def fault_of(base: sqlite3.Connection, *, own: bool = False) -> Phrase | Term | None:
    """Return why a database cannot be used; None if it is sound. `own`: it is to be opened, not only read, so
    it may hold nothing else either: a trigger would be obeyed."""
    try:
        there, today = objects_in(base), expected_objects()
        is_old = version_of(base) != SCHEMA_VERSION
        for name in (name for name, what in today.items() if what.startswith("table")):
            fits = there.get(name) == today[name]
            if is_old:  # it may lack what is younger
                fits = there.get(name, "" if name == "event" else "table").startswith("table")
            if not fits:
                return phrase("its tables are not those of this program")
        if own and not is_old and there != today:
            return phrase("it holds what this program does not write")
        (said,) = base.execute("PRAGMA integrity_check(1)").fetchone()
        said = said.decode(errors="replace") if isinstance(said, bytes) else said
        return None if said == "ok" else reason(sqlite3.DatabaseError(" ".join(said.split())))
    except sqlite3.DatabaseError as problem:
        return reason(problem)


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event as it lies in a file, with the running digest of its game."""

    number: int
    game: int
    at: float
    text: str
    digest: bytes


@dataclass(slots=True)
class GamesRead:
    """What can be used of a file. `events`: of each game, up to its first event that is not whole; `steps`:
    how many of each game there are, whole or not; `odd`: rows that say of no game that they are its.
    `most_game`, `last`: the largest numbers of a game and of an event that were used. `rest`: the digest of
    the small tables."""

    events: dict[int, list[EventRow]] = field(default_factory=dict)
    steps: dict[int, int] = field(default_factory=dict)
    odd: int = 0
    most_game: int = 0
    last: int = 0
    invitation: Invitation | None = None
    seats: list[StoredSeat] = field(default_factory=list)
    people: dict[str, str] = field(default_factory=dict)
    rest: str = ""

    @property
    def is_whole(self) -> bool:
        """Return True if each event follows from the one before."""
        return not self.odd and all(len(self.events[game]) == steps for game, steps in self.steps.items())

    def fits(self, state: State) -> bool:
        """Return True if all that `state` says was acknowledged is here."""
        events = [event for game in self.events.values() for event in game if event.number <= state.last]
        digest = added("0" * 32, *(event.digest for event in events))
        return (len(events), digest) == (state.count, state.digest) and state.rest in ("", self.rest)


def read_games(base: sqlite3.Connection, *, own: bool) -> GamesRead:
    """Read the games of a file, of any version. `own`: it is this folder's own, so its code, its key and who
    sits where are read too. Raises sqlite3.Error."""
    columns, found = objects_in(base), GamesRead()
    _read_events(base, found, has_digests=" digest " in columns.get("event", ""))
    found.most_game = _number(base, "SELECT max(number) FROM game")
    found.last = _number(base, "SELECT seq FROM sqlite_sequence WHERE name = 'event'")
    for row in _rows(base, f"SELECT name, same_as FROM person LIMIT {MAX_PEOPLE}"):
        name, same_as = map(_text, row)
        if 0 < len(name) <= MAX_NAME_LENGTH and 0 < len(same_as) <= MAX_NAME_LENGTH:
            found.people[name] = same_as
    if own:
        _read_seats(base, found, columns.get("seat", ""))
        with contextlib.suppress(sqlite3.DatabaseError):  # an older version had none of them
            found.rest = rest_of(base)
    return found


def _read_events(base: sqlite3.Connection, found: GamesRead, *, has_digests: bool) -> None:
    """Read the events into `found`."""
    last = 0
    for values in _event_rows(base, f"number, game, at, event, {'digest' if has_digests else 'NULL'}"):
        event = _event(*values)
        if event is None or event.number <= last:
            found.odd += 1
            continue
        last = event.number
        so_far, steps = found.events.setdefault(event.game, []), found.steps.get(event.game, 0)
        found.steps[event.game] = steps + 1
        due = next_digest(so_far[-1].digest if so_far else b"", event.game, event.at, event.text)
        is_next = len(so_far) == steps and (event.digest == due or not has_digests)
        if is_next and event.text:
            so_far.append(EventRow(event.number, event.game, event.at, event.text, due))


def _read_seats(base: sqlite3.Connection, found: GamesRead, columns: str) -> None:
    """Read the invitation and the seats into `found`: of several tables of 1.0, those of the first."""
    first = "SELECT code, key FROM place ORDER BY rowid LIMIT 1"
    for row in _rows(base, first):
        code, key = map(_text, row)
        if _CODE.fullmatch(code) and _KEY.fullmatch(key):
            found.invitation = Invitation(code, key)
    younger = "proven, seen" if " proven " in columns else "0, 0.0"
    query = f"SELECT token, role, player, sheet, lucky, {younger} FROM seat"
    if " code " in columns:
        query += f" WHERE code = (SELECT code FROM ({first}))"
    for row in _rows(base, query) if found.invitation else ():
        token, role, player, sheet, lucky = map(_text, row[:5])
        if _TOKEN.fullmatch(token) and role in ("guest", "player"):
            seen = row[6] if isinstance(row[6], float) else 0.0
            found.seats.append(StoredSeat(token, role, player, sheet, lucky_pair(lucky), row[5] == 1, seen))


def _event_rows(base: sqlite3.Connection, columns: str) -> list[tuple[Any, ...]]:
    """Return the events in order; around a damaged place, those before it and those behind it."""
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
    """Return the rows of a small table; none if they can't be read."""
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
    """Return the number that a query finds, or 0."""
    return next((value for (value,) in _rows(base, query) if _is_number(value)), 0)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and 0 < value < MAX_NUMBER


def _event(number: Any, game: Any, at: Any, text: Any, digest: Any) -> EventRow | None:
    """Return the row if its numbers are valid, or None; an invalid text becomes ""."""
    if not (_is_number(number) and _is_number(game) and isinstance(at, float) and math.isfinite(at)):
        return None
    said = _text(text)
    said = said if len(said) <= MAX_EVENT_LETTERS else ""
    return EventRow(number, game, at, said, digest if isinstance(digest, bytes) else b"")
