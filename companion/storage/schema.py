"""The tables of the database, and how a file of an older version gets them."""

import sqlite3

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
ALTER TABLE game DROP COLUMN code
"""
"""Several tables become the first of them, at which every game is looked back on."""
_STEPS = (_GAMES, _TABLES_AND_SEATS, _PEOPLE, _SEATS_SEEN, _ONE_TABLE)
"""The statements that lead from each version of the schema to the next."""
SCHEMA_VERSION = len(_STEPS)
"""The version of the schema, kept in SQLite's `user_version`."""
APPLICATION = 0x51777878
"""SQLite's `application_id` of a database whose rows are noted (`companion.storage.acknowledged`)."""


def upgrade(connection: sqlite3.Connection, version: int) -> None:
    """Migrate a database from `version` to SCHEMA_VERSION, inside an open transaction."""
    for step in _STEPS[version:]:
        for statement in step.split(";"):
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
    connection.execute(f"PRAGMA application_id={APPLICATION}")


def table_columns(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    """The columns of each table, in order."""
    rows = connection.execute(
        "SELECT tables.name, columns.name "
        "FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns "
        "WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' "
        "ORDER BY tables.rowid, columns.cid"
    ).fetchall()
    found: dict[str, tuple[str, ...]] = {}
    for table, column in rows:
        names = [name.decode() if isinstance(name, bytes) else str(name) for name in (table, column)]
        found[names[0]] = (*found.get(names[0], ()), names[1])
    return found


def continue_numbers(connection: sqlite3.Connection, last: int) -> None:
    """Let the next event have a number above `last`, and above that of every existing event."""
    connection.execute("DELETE FROM sqlite_sequence WHERE name = 'event'")
    connection.execute(
        "INSERT INTO sqlite_sequence (name, seq) SELECT 'event', max(?, coalesce(max(number), 0)) FROM event",
        (last,),
    )
