"""Checks by `qwixx doctor` of the folder and the database of games."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.doctor import games
from companion.storage.schema import SCHEMA_VERSION
from companion.storage.store import Store
from tests.companion.doctor.findings import states


def test_a_new_folder_is_well_and_is_not_made(tmp_path: Path) -> None:
    assert states(games.check_games(tmp_path / "a" / "b")) == {
        "games-folder": "well",
        "database": "well",
        "room": "well",
    }
    assert not (tmp_path / "a").exists()


def test_kept_games_are_whole_and_stay_as_they_are(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert states(games.check_games(tmp_path))["database"] == "well", "an open table is no fault"
    store.close()
    before = (tmp_path / "table.sqlite").read_bytes()
    assert states(games.check_games(tmp_path))["database"] == "well"
    assert (tmp_path / "table.sqlite").read_bytes() == before
    with closing(sqlite3.connect(tmp_path / "table.sqlite")) as base:
        names = {row[0] for row in base.execute("SELECT name FROM sqlite_master")}
    assert "doctor" not in names


def test_damaged_foreign_and_newer_databases_are_faults(tmp_path: Path) -> None:
    Store(tmp_path).close()
    file = tmp_path / "table.sqlite"
    with closing(sqlite3.connect(file)) as base:
        base.execute(f"PRAGMA user_version={SCHEMA_VERSION + 1}")
    (newer,) = (f for f in games.check_games(tmp_path) if f.check == "database")
    assert newer.state == "fault" and "newer version" in newer.in_language()
    data = bytearray(file.read_bytes())
    data[4096:8192] = b"\xff" * 4096
    file.write_bytes(data)
    assert states(games.check_games(tmp_path))["database"] == "fault"
    file.write_bytes(b"a shopping list, not games " * 200)
    assert states(games.check_games(tmp_path))["database"] == "fault"


def test_a_full_disk_and_a_file_for_a_folder_are_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    assert states(games.check_games(tmp_path / "file" / "games")) == {"games-folder": "fault"}
    usage = type("Usage", (), {"free": 1000})
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    assert states(games.check_games(tmp_path))["room"] == "fault"
