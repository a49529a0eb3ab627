"""The tables of the database, and the running digest of a game."""

import sqlite3
from contextlib import closing
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
"""The version of the schema, kept in SQLite's `user_version`; a file of an older one is written anew."""


def next_digest(before: bytes, game: int, at: float, text: str) -> bytes:
    """Return the running digest (16 bytes) of a game after one more event; `before`: b"" before its first."""
    return blake2b(before + f"{game} {at!r} {text}".encode(), digest_size=16).digest()


@cache
def expected_objects() -> dict[str, str]:
    """Return what a database with today's schema holds, as `objects_in` describes it."""
    with closing(sqlite3.connect(":memory:")) as base:
        base.executescript(SCHEMA)
        return objects_in(base)


def objects_in(base: sqlite3.Connection) -> dict[str, str]:
    """Return what a database holds, by name: its kind, and of a table its columns. The statements that made
    it may be spelled otherwise by each version of SQLite. Raises sqlite3.Error."""
    found = {}
    for row in base.execute(
        "SELECT name, CASE WHEN sql LIKE 'CREATE VIRTUAL%' THEN 'virtual' ELSE type END FROM sqlite_master "
        "WHERE name NOT LIKE 'sqlite_%'"
    ).fetchall():
        name, kind = map(_plain, row)
        query = 'SELECT name, type, "notnull", pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid'
        columns = base.execute(query, (name,)).fetchall() if kind == "table" else ()
        found[name] = " ".join([kind, *(_plain(value) for column in columns for value in column)])
    return found


def _plain(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)
