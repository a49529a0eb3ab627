"""The database's schema, the digest of a game's events, and the types of stored devices and invitations."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

SCHEMA = """
CREATE TABLE event (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL,
    at REAL NOT NULL,
    event TEXT NOT NULL,
    digest BLOB NOT NULL DEFAULT x''
) STRICT;
CREATE INDEX event_of_game ON event (game, number);
CREATE TABLE place (code TEXT PRIMARY KEY, key TEXT NOT NULL, opened REAL NOT NULL) STRICT;
CREATE TABLE game (number INTEGER PRIMARY KEY) STRICT;
CREATE TABLE seat (
    token TEXT PRIMARY KEY,
    role TEXT NOT NULL,
    player TEXT NOT NULL,
    sheet TEXT NOT NULL,
    lucky TEXT NOT NULL,
    proven INTEGER NOT NULL DEFAULT 0,
    seen REAL NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE person (name TEXT PRIMARY KEY, same_as TEXT NOT NULL) STRICT;
"""
SCHEMA_VERSION = 5
"""Version of SCHEMA (SQLite's `user_version`). At its start, the program upgrades an older database."""


def next_digest(before: bytes, game: int, at: float, text: str) -> bytes:
    """Return the 16-byte digest of a game's events up to and including the event with JSON `text`.

    `before`: the digest up to the event before, or b"" if there is none. `at`: Unix time.
    """
    return blake2b(before + f"{game} {at!r} {text}".encode(), digest_size=16).digest()


@cache
def expected_objects() -> dict[str, str]:
    """Return what `objects_in` returns for a new database with SCHEMA."""
    with closing(sqlite3.connect(":memory:")) as base:
        base.executescript(SCHEMA)
        return objects_in(base)


def objects_in(base: sqlite3.Connection) -> dict[str, str]:
    """Return a description of each object by its name: its type (such as "table") and a table's columns.

    Raise sqlite3.Error on failure.
    """
    objects = {}
    for row in base.execute(
        "SELECT name, CASE WHEN sql LIKE 'CREATE VIRTUAL%' THEN 'virtual' ELSE type END FROM sqlite_master "
        "WHERE name NOT LIKE 'sqlite_%'"
    ).fetchall():
        name, kind = map(_plain, row)
        query = 'SELECT name, type, "notnull", pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid'
        columns = base.execute(query, (name,)).fetchall() if kind == "table" else ()
        objects[name] = " ".join([kind, *(_plain(value) for column in columns for value in column)])
    return objects


def _plain(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


@dataclass(frozen=True, slots=True)
class Invitation:
    """The code that people type, and the secret key in the QR code. Either lets a phone join the table."""

    code: str
    key: str


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A device that has joined the table, with its rights."""

    token: str
    """Hash of the token in the device's cookie."""
    role: str
    """"player" or "guest" on disk; in memory also "table" or "stranger"."""
    player: str = ""
    sheet: str = ""
    """The serial number of the player's printed sheet, or ""."""
    lucky: tuple[int, int] | None = None
    proven: bool = False
    """True if the device presented the sheet's secret (its second QR code), not only its number."""
    seen: float = 0.0
    """Unix time of the device's last request; 0 if an older version did not record it."""

    def values(self) -> tuple[str | int | float, ...]:
        """Return the values of the seat's database row, in the order of the fields."""
        lucky = " ".join(map(str, self.lucky or ()))
        return (self.token, self.role, self.player, self.sheet, lucky, int(self.proven), self.seen)


def lucky_pair(text: str) -> tuple[int, int] | None:
    """Return the two lucky numbers (of the game Longo) in a text like "3 11", or None if there aren't two."""
    numbers = [int(word) for word in text.split() if word.isascii() and word.isdigit() and len(word) < 3]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None
