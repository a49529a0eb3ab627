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
"""The version of the schema, in SQLite's `user_version`. A start rewrites a database of an older version."""


def next_digest(before: bytes, game: int, at: float, text: str) -> bytes:
    """Return a game's running digest (16 bytes) after one more event. `before`: the digest so far, b"" at
    first."""
    return blake2b(before + f"{game} {at!r} {text}".encode(), digest_size=16).digest()


@cache
def expected_objects() -> dict[str, str]:
    """Return the objects of a database with today's schema, as `objects_in` describes them."""
    with closing(sqlite3.connect(":memory:")) as base:
        base.executescript(SCHEMA)
        return objects_in(base)


def objects_in(base: sqlite3.Connection) -> dict[str, str]:
    """Return a description of each table and index by name: its kind, and the columns of a table.

    The SQL text isn't compared, because versions of SQLite write it differently. Raise sqlite3.Error.
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
