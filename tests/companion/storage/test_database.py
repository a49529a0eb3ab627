"""Tests the database of a folder: durable writes, one table at a time, and refusal of unusable files."""

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.storage.database import ADDRESS_FILE, Database, StoreError
from companion.storage.note import Note
from companion.storage.private_files import make_folder
from companion.storage.schema import SCHEMA_VERSION


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path)
    yield database
    database.close()


def test_written_rows_are_durable(database: Database) -> None:
    assert database.read("PRAGMA journal_mode") == [("wal",)]
    assert database.read("PRAGMA synchronous") == [(2,)]


def test_one_table_at_a_time(database: Database) -> None:
    with pytest.raises(StoreError, match=r"Another table is already using .*; use that one"):
        Database(database.folder)


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:8731/", "http://[::1]:8730/", "http://192.168.1.5:80/"]
)
def test_a_second_table_is_told_where_the_first_one_is(tmp_path: Path, address: str) -> None:
    database = Database(tmp_path)
    database.write_address(address)
    with pytest.raises(StoreError, match=re.escape(f"open {address} in a browser, end it first")):
        Database(tmp_path)
    database.close()
    assert not (tmp_path / ADDRESS_FILE).exists()
    Database(tmp_path).close()


@pytest.mark.parametrize(
    "said", [b"", b"\xff", b"http://127.0.0.1:8730/\x1b[2J", b"http://a b/", b"javascript:/"]
)
def test_an_address_that_is_none_is_not_repeated(database: Database, said: bytes) -> None:
    (database.folder / ADDRESS_FILE).write_bytes(said)
    with pytest.raises(StoreError, match="; use that one, end it first"):
        Database(database.folder)


@pytest.mark.parametrize(
    "held",
    [b"", b"\xff", b"{}", b'{"states":[],"sum":0}', b'{"sta\xe2es":[],"sum":0}', b'{"states":["\xe2"]}'],
)
def test_a_damaged_note_says_nothing(tmp_path: Path, held: bytes) -> None:
    note = Note(tmp_path)
    note.file.write_bytes(held)
    assert note.states() == ()


def test_a_newer_schema_is_left_alone(tmp_path: Path) -> None:
    Database(tmp_path).close()
    with sqlite3.connect(tmp_path / "table.sqlite") as base:
        base.execute(f"PRAGMA user_version={SCHEMA_VERSION + 1}")
    base.close()
    with pytest.raises(StoreError, match="newer version"):
        Database(tmp_path)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "table.sqlite").write_text("Dear diary, " * 500)
    with pytest.raises(StoreError, match=r"cannot be used .*qwixx games restore"):
        Database(tmp_path)


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    with pytest.raises(StoreError, match="--data"):
        Database(tmp_path / "x")


def test_a_damaged_table_is_refused_in_a_sentence(database: Database) -> None:
    with pytest.raises(StoreError, match="damaged"):
        database.read("SELECT nothing FROM nowhere")
    with pytest.raises(StoreError, match="cannot be saved"):
        database.write("DELETE FROM nowhere WHERE x = ?", (1,))


def test_a_folder_called_locked_is_not_another_table(tmp_path: Path) -> None:
    folder = tmp_path / "unlocked"
    (folder / "table.lock").mkdir(parents=True)
    with pytest.raises(StoreError, match="cannot be opened"):
        Database(folder)


def test_a_drive_that_is_not_there_is_an_error_of_the_disk() -> None:
    class Drive(type(Path())):  # type: ignore[misc]
        """The root of a drive without a disk: it does not exist and is its own parent."""

        @property
        def parent(self) -> "Drive":
            return self

        def exists(self, *, follow_symlinks: bool = True) -> bool:
            return False

    with pytest.raises(NotADirectoryError):
        make_folder(Drive("/dev/null/drive"))
