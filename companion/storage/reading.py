"""Reads a file of games without changing or trusting it: rows of the known tables, each checked."""

import contextlib
import math
import re
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.storage.note import State, added
from companion.storage.schema import (
    DIGEST_VERSION,
    SCHEMA_VERSION,
    expected_objects,
    next_digest,
    objects_in,
)
from companion.storage.stored_seat import StoredSeat, StoredTable, lucky_pair
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
    """The file that SQLite calls `file` with `ending`."""
    return file.with_name(file.name + ending)


@contextmanager
def unchanged(file: Path, *, with_log: bool = True) -> Iterator[sqlite3.Connection]:
    """A database to read, none of whose files is changed; texts are bytes, which may be no UTF-8.

    A log is worked into a copy; `with_log` says whether it counts at all. Raises OSError and sqlite3.Error.
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


def open_read_only(file: Path, further: str = "") -> sqlite3.Connection:
    """A read-only connection; texts are bytes. `further`: more parameters of SQLite's address."""
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
    """The version of its schema. Raises sqlite3.Error."""
    (version,) = base.execute("PRAGMA user_version").fetchone()
    return int(version)


def fault_of(base: sqlite3.Connection, *, own: bool = False) -> Phrase | Term | None:
    """Return why a database cannot be used; None if it is sound. `own`: it is to be opened, not only read, so
    it may hold nothing else either: a trigger would be obeyed."""
    try:
        version, there = version_of(base), objects_in(base)
        expected = expected_objects(version) if 0 < version <= SCHEMA_VERSION else {}
        if any(there.get(name) != what for name, what in expected.items() if what.startswith("table")):
            return phrase("its tables are not those of this program")
        if own and there != expected:
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
    how many of each game there are, whole or not; `odd`: rows that say of no game that they are its. `most`:
    the largest number of a game that was used."""

    events: dict[int, list[EventRow]] = field(default_factory=dict)
    steps: dict[int, int] = field(default_factory=dict)
    odd: int = 0
    most: int = 0
    table: StoredTable | None = None
    seats: list[StoredSeat] = field(default_factory=list)
    people: dict[str, str] = field(default_factory=dict)

    @property
    def is_whole(self) -> bool:
        """True if each event follows from the one before."""
        return not self.odd and all(len(self.events[game]) == steps for game, steps in self.steps.items())

    def fits(self, state: State, rest: str) -> bool:
        """Return True if all that `state` says was acknowledged is here. `rest`: of the small tables."""
        events = [event for game in self.events.values() for event in game if event.number <= state.last]
        digest = added("0" * 32, *(event.digest for event in events))
        return (len(events), digest) == (state.count, state.digest) and state.rest in ("", rest)


def read_games(base: sqlite3.Connection, *, own: bool) -> GamesRead:
    """Read the games of a file. `own`: it is this folder's own, so its code, its key and who sits where are
    read too. Raises sqlite3.Error."""
    there = objects_in(base).items()
    fitting = (each for each in range(SCHEMA_VERSION, 0, -1) if expected_objects(each).items() <= there)
    version = next(fitting, version_of(base))  # its own word may be damaged
    found = GamesRead()
    _read_events(base, found, has_digests=version >= DIGEST_VERSION)
    if version > 1:
        numbers = [number for (number,) in _rows(base, "SELECT max(number) FROM game")]
        found.most = max((n for n in numbers if isinstance(n, int) and 0 < n < MAX_NUMBER), default=0)
    if version > 2:
        for row in _rows(base, f"SELECT name, same_as FROM person LIMIT {MAX_PEOPLE}"):
            name, same_as = map(_text, row)
            if 0 < len(name) <= MAX_NAME_LENGTH and 0 < len(same_as) <= MAX_NAME_LENGTH:
                found.people[name] = same_as
    if own and version > 1:
        _read_table(base, found, has_seats=version >= DIGEST_VERSION)
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


def _read_table(base: sqlite3.Connection, found: GamesRead, *, has_seats: bool) -> None:
    """Read the table and who sits at it into `found`."""
    for row in _rows(base, "SELECT code, key FROM place ORDER BY rowid LIMIT 1"):
        code, key = map(_text, row)
        if _CODE.fullmatch(code) and _KEY.fullmatch(key):
            found.table = StoredTable(code, key)
    if not has_seats or found.table is None:
        return
    for row in _rows(base, "SELECT token, role, player, sheet, lucky, proven, seen FROM seat"):
        token, role, player, sheet, lucky = map(_text, row[:5])
        if _TOKEN.fullmatch(token) and role in ("guest", "player"):
            seen = row[6] if isinstance(row[6], float) else 0.0
            found.seats.append(StoredSeat(token, role, player, sheet, lucky_pair(lucky), row[5] == 1, seen))


def _event_rows(base: sqlite3.Connection, columns: str) -> Iterator[tuple[Any, ...]]:
    """The events in order; after a damaged place, what can be read behind it."""
    query, last = f"SELECT {columns} FROM event NOT INDEXED ORDER BY number", 0
    try:
        for row in base.execute(query):
            last = row[0]
            yield row
        return
    except sqlite3.DatabaseError as problem:
        if "interrupted" in str(problem):
            raise
    behind = []
    with contextlib.suppress(sqlite3.DatabaseError):
        for row in base.execute(f"{query} DESC"):
            if row[0] <= last:
                break
            behind.append(row)
    yield from reversed(behind)


def _rows(base: sqlite3.Connection, query: str) -> list[tuple[Any, ...]]:
    """The rows of a small table; none if they cannot be read."""
    try:
        return base.execute(query).fetchall()
    except sqlite3.DatabaseError:
        return []


def _text(value: object) -> str:
    try:
        return value.decode() if isinstance(value, bytes) else ""
    except UnicodeDecodeError:
        return ""


def _event(number: Any, game: Any, at: Any, text: Any, digest: Any) -> EventRow | None:
    """The row if its numbers are such as this program writes, None if not; a text that is none becomes ""."""
    whole = isinstance(number, int) and isinstance(game, int) and isinstance(at, float)
    if not whole or not (0 < number < MAX_NUMBER and 0 < game < MAX_NUMBER and math.isfinite(at)):
        return None
    said = _text(text)
    said = said if len(said) <= MAX_EVENT_LETTERS else ""
    return EventRow(number, game, at, said, digest if isinstance(digest, bytes) else b"")
