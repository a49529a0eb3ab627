"""The tables of the database, how a file of an older version gets them, and the running digest of a game."""

import sqlite3
from functools import cache
from hashlib import blake2b

_GAMES = """
CREATE TABLE event (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL,
    at REAL NOT NULL,
    event TEXT NOT NULL
) STRICT;
CREATE INDEX event_of_game ON event (game, number);
"""
_TABLES_AND_SEATS = """
CREATE TABLE place (code TEXT PRIMARY KEY, key TEXT NOT NULL, opened REAL NOT NULL) STRICT;
CREATE TABLE game (number INTEGER PRIMARY KEY, code TEXT NOT NULL) STRICT;
CREATE TABLE seat (
    token TEXT PRIMARY KEY,
    code TEXT NOT NULL,
    role TEXT NOT NULL,
    player TEXT NOT NULL,
    sheet TEXT NOT NULL,
    lucky TEXT NOT NULL
) STRICT;
"""
_PEOPLE = "CREATE TABLE person (name TEXT PRIMARY KEY, same_as TEXT NOT NULL) STRICT"
_SEATS_SEEN = """
ALTER TABLE seat ADD COLUMN proven INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat ADD COLUMN seen REAL NOT NULL DEFAULT 0
"""
_ONE_TABLE = """
DELETE FROM seat WHERE role = 'table' OR code <> (SELECT code FROM place ORDER BY rowid LIMIT 1);
DELETE FROM place WHERE rowid > (SELECT min(rowid) FROM place);
ALTER TABLE seat DROP COLUMN code;
ALTER TABLE game DROP COLUMN code;
ALTER TABLE event ADD COLUMN digest BLOB NOT NULL DEFAULT x''
"""
"""Several tables become the first of them, at which every game is looked back on; events get digests."""
_STEPS = (_GAMES, _TABLES_AND_SEATS, _PEOPLE, _SEATS_SEEN, _ONE_TABLE)
"""The statements that lead from each version of the schema to the next."""
SCHEMA_VERSION = len(_STEPS)
"""The version of the schema, kept in SQLite's `user_version`."""
DIGEST_VERSION = 5
"""The version from which on each event has its digest."""


def next_digest(before: bytes, game: int, at: float, text: str) -> bytes:
    """Return the running digest (16 bytes) of a game after one more event; `before`: b"" before its first."""
    return blake2b(before + f"{game} {at!r} {text}".encode(), digest_size=16).digest()


def upgrade(connection: sqlite3.Connection, version: int) -> None:
    """Migrate a database from `version` to SCHEMA_VERSION, inside an open transaction."""
    for step in _STEPS[version:]:
        for statement in step.split(";"):
            connection.execute(statement)
    if version < DIGEST_VERSION:
        last: dict[int, bytes] = {}
        rows = connection.execute("SELECT number, game, at, event FROM event ORDER BY number").fetchall()
        for number, game, at, text in rows:
            last[game] = next_digest(last.get(game, b""), game, at, text)
            connection.execute("UPDATE event SET digest = ? WHERE number = ?", (last[game], number))
    connection.execute(f"PRAGMA user_version={SCHEMA_VERSION}")


@cache
def expected_objects(version: int) -> dict[str, str]:
    """Return what a database of a version holds, as `objects_in` describes it."""
    base = sqlite3.connect(":memory:", isolation_level=None)
    for step in _STEPS[:version]:
        base.executescript(step)
    found = objects_in(base)
    base.close()
    return found


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


def continue_numbers(connection: sqlite3.Connection, last: int) -> None:
    """Let the next event have a number above `last`, and above that of every existing event."""
    connection.execute("DELETE FROM sqlite_sequence WHERE name = 'event'")
    connection.execute(
        "INSERT INTO sqlite_sequence (name, seq) SELECT 'event', max(?, coalesce(max(number), 0)) FROM event",
        (last,),
    )
