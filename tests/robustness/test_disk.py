"""Tests full and read-only disks: errors are one sentence, no file is half written, and files are private."""

import errno
import io
import os
import shutil
import sqlite3
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli import run as qwixx
from companion.storage.database import StoreError
from companion.storage.prints import LEDGER_FILE, record_print
from companion.storage.store import Store
from companion.web.app import close, create_app
from sheets.order import PrintOrder
from sheets.pad import load_pad
from tests.robustness.hostile import ROOT

JSON = {"Accept": "application/json"}
WOOD = ROOT / "fixtures" / "rolls" / "wood.jpg"
WHOLE = ROOT / "fixtures" / "records" / "classic-whole.json"
DISKS = {
    "full": (errno.ENOSPC, "No space left on device", "make room on the disk"),
    "read-only": (errno.EROFS, "Read-only file system", "let this program write there"),
}


def no_room(number: int) -> Callable[[int], None]:
    """Return a stand-in for `os.fsync` that always fails with the error `number`."""

    def sync(_descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    return sync


def files_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("disk", DISKS)
def test_photos_and_records_get_the_sentence_of_marks(
    disk: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, build: Any
) -> None:
    number, why, remedy = DISKS[disk]
    app = build()
    client = app.test_client()
    client.post("/begin", data={"player": ["Ann", "Ben"], "first": "1"}, headers=JSON)
    before = [name for name in files_in(tmp_path) if "table.sqlite" not in name]
    monkeypatch.setattr(os, "fsync", no_room(number))
    for what, address, data in (
        ("photo", "/photo", {"photo": (io.BytesIO(WOOD.read_bytes()), "roll.jpg")}),
        ("record", "/games/open", {"record": (io.BytesIO(WHOLE.read_bytes()), "game.json")}),
    ):
        answer = client.post(address, data=data, headers=JSON)
        told = answer.get_json()["error"]["text"]
        assert answer.status_code == 422 and told.startswith(f"The {what} cannot be saved in {tmp_path}")
        assert why in told and "so nothing was changed" in told and remedy in told
    assert [name for name in files_in(tmp_path) if "table.sqlite" not in name] == before


def test_uploads_need_no_room_on_the_disk(monkeypatch: pytest.MonkeyPatch, build: Any) -> None:
    """Check that a large upload is not buffered in a temporary file."""

    def refused(*_arguments: Any, **_names: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    app = build()
    monkeypatch.setattr("werkzeug.formparser.SpooledTemporaryFile", refused)
    head = b'--x\r\nContent-Disposition: form-data; name="record"; filename="game.json"\r\n\r\n'
    body = head + WHOLE.read_bytes() + b" " * 1_000_000 + b"\r\n--x--\r\n"
    kind = "multipart/form-data; boundary=x"
    answer = app.test_client().post("/games/open", data=body, content_type=kind, headers=JSON)
    assert answer.status_code == 303


def test_anything_else_on_a_full_disk_is_one_sentence_too(
    monkeypatch: pytest.MonkeyPatch, build: Any
) -> None:
    def refused(*_arguments: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    app = build()
    monkeypatch.setattr("companion.web.pages.look_back.history.keep_record", refused)
    data = {"record": (io.BytesIO(b"{}"), "game.json")}
    answer = app.test_client().post("/games/open", data=data, headers=JSON)
    assert answer.status_code == 507 and "make room" in answer.get_json()["error"]["text"]


@pytest.mark.parametrize("disk", DISKS)
def test_a_start_names_the_true_reason(disk: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that an error on opening the store names its cause, which SQLite's own message hides."""
    number, why, remedy = DISKS[disk]

    def one_page(*arguments: Any, **settings: Any) -> sqlite3.Connection:
        connection = real(*arguments, **settings)
        connection.execute("PRAGMA max_page_count=1")  # the next page does not fit
        return connection

    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", one_page)
    monkeypatch.setattr(os, "fsync", no_room(number))
    with pytest.raises(StoreError) as caught:
        Store(tmp_path)
    told = str(caught.value)
    assert why in told and remedy in told and "--data" in told and "rollback" not in told
    assert "table.sqlite" not in files_in(tmp_path), "an empty one would look like games that were lost"
    monkeypatch.undo()
    store = Store(tmp_path)
    assert store.notices.all() == ()
    store.close()


@pytest.mark.parametrize("disk", DISKS)
def test_a_disk_that_fails_in_a_game_loses_nothing_and_is_named(
    disk: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, build: Any
) -> None:
    number, why, _ = DISKS[disk]
    app = build()
    client, server = app.test_client(), app.extensions["server"]
    roll = {"w1": 4, "w2": 1, "red": 3, "yellow": 2, "green": 6, "blue": 5}
    client.post("/begin", data={"player": ["Ann", "Ben"], "first": "1"}, headers=JSON)
    assert client.post("/roll", data=roll, headers=JSON).status_code == 200
    before = server.session.table
    monkeypatch.setattr(os, "fsync", no_room(number))
    server.store.read("PRAGMA query_only=ON")  # from here on SQLite writes nothing
    answer = client.post("/mark", data={"player": "Ann", "mark": "a5"}, headers=JSON)
    told = answer.get_json()["error"]["text"]
    assert answer.status_code == 422 and why in told and "nothing was changed" in told
    assert server.session.table is before
    for page in ("/", "/games", "/games/1", "/games/copies", "/doctor"):
        assert client.get(page).status_code == 200, page
    assert client.get("/games/copies/save", headers=JSON).status_code == 200, "it needs no room to be read"
    server.store.read("PRAGMA query_only=OFF")
    monkeypatch.undo()
    assert client.post("/mark", data={"player": "Ann", "mark": "a5"}, headers=JSON).status_code == 200
    close(app)
    store = Store(tmp_path)
    assert len(store.events(1)) == 3 and store.notices.all() == ()
    store.close()


def test_a_disk_without_locks_is_named_and_not_another_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl", reason="Windows locks in another way")

    def no_locks(*_arguments: Any) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    store = Store(tmp_path)
    with pytest.raises(StoreError, match="Another table is already using"):
        Store(tmp_path)
    monkeypatch.setattr(fcntl, "flock", no_locks)
    with pytest.raises(StoreError, match=r"cannot be opened \(No locks available\).* --data"):
        Store(tmp_path)
    store.close()


def test_files_to_write(capsys: pytest.CaptureFixture[str]) -> None:
    if Path("/dev/full").exists():
        assert qwixx(["print", "classic", "--out", "/dev/full"]) == 2
        told = capsys.readouterr().err
        assert "No space left on device" in told and "make room" in told and told.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no such modes there")
def test_files_are_for_their_user_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        app = create_app({"DATA": tmp_path / "new" / "games"})
        client = app.test_client()
        client.post("/begin", data={"player": ["Ann", "Ben"], "first": "1"}, headers=JSON)
        client.post("/photo", data={"photo": (io.BytesIO(WOOD.read_bytes()), "roll.jpg")}, headers=JSON)
        client.post("/games/open", data={"record": (io.BytesIO(WHOLE.read_bytes()), "g.json")}, headers=JSON)
        app.extensions["server"].store.write_address("http://127.0.0.1:8730/")
        record_print(tmp_path / "new" / "games", PrintOrder(load_pad("classic"), 1, 1))
        modes = {path: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "new").rglob("*")}
        close(app)
    finally:
        os.umask(before)
    names = {str(path.relative_to(tmp_path / "new" / "games")) for path in modes}
    assert {"table.sqlite", "table.sqlite-wal", "photos", "records", LEDGER_FILE, "address.txt"} <= names
    modes[tmp_path / "new"] = stat.S_IMODE((tmp_path / "new").stat().st_mode)
    for path, mode in modes.items():
        assert mode == (0o700 if path.is_dir() else 0o600), f"{path}: {mode:o}"


@pytest.mark.skipif(sys.platform == "win32", reason="no such modes there")
def test_a_folder_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o755)
    Store(folder).close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755


@pytest.mark.skipif(sys.platform == "win32", reason="no such modes there")
def test_open_files_of_an_earlier_version_are_closed(tmp_path: Path) -> None:
    """Check that files that others could read become private: the database holds a joining key."""
    shutil.copytree(ROOT / "fixtures" / "1.0" / "data", tmp_path / "games")
    for path in (tmp_path / "games").rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    other = tmp_path / "games" / "a letter.txt"
    other.write_text("not of this program")
    other.chmod(0o644)
    close(create_app({"DATA": tmp_path / "games"}))
    for path in (tmp_path / "games").iterdir():
        mode = 0o644 if path == other else 0o700 if path.is_dir() else 0o600
        assert stat.S_IMODE(path.stat().st_mode) == mode, path
