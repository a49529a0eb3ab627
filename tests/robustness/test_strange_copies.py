"""Backups from strangers: no code in them runs, and no key in them gives access."""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.cli import run
from companion.storage.note import Note
from companion.storage.seat_store import SeatStore
from companion.storage.store import Store
from companion.table.events import DecisionMade, GameBegun, RollTaken
from companion.web.access.seats import hashed
from companion.web.app import close, create_app
from tests.companion.web.conftest import JSON

BEGUN = GameBegun("classic", ("Ann", "Ben"))
ROLL = RollTaken("w4 w1 r3 y2 g6 b5", "tapped")
TRIGGER = "CREATE TRIGGER t AFTER INSERT ON event BEGIN DELETE FROM event WHERE number = new.number; END"
FAR = {"REMOTE_ADDR": "192.0.2.9"}
Restore = Callable[[Path, Path], str]
"""Restores a backup (first path) into a folder (second path); returns "" or a refusal."""


def by_command(copy: Path, folder: Path) -> str:
    return "" if run(["games", "restore", str(copy), "--data", str(folder)]) == 0 else "refused"


def by_page(copy: Path, folder: Path) -> str:
    app = create_app({"DATA": folder})
    try:
        head = b'--x\r\nContent-Disposition: form-data; name="copy"; filename="evening.sqlite"\r\n\r\n'
        body = head + copy.read_bytes() + b"\r\n--x--\r\n"
        kind = "multipart/form-data; boundary=x"
        answer = app.test_client().post("/games/copies/restore", data=body, content_type=kind, headers=JSON)
        assert answer.status_code in (303, 422), answer.text
        if answer.status_code == 303:
            return ""
        told = answer.get_json()["error"]["text"]
        assert told.startswith("evening.sqlite is "), told
        return str(told)
    finally:
        close(app)


@pytest.fixture(params=[by_command, by_page])
def restore(request: pytest.FixtureRequest) -> Restore:
    restore: Restore = request.param
    return restore


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a table with a game."""
    with closing(Store(tmp_path / "own")) as store:
        store.append(store.new_game(), BEGUN)
    return tmp_path / "own"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a backup file of another table that has one game, with a roll and a decision."""
    app = create_app({"DATA": tmp_path / "other"})
    store = app.extensions["server"].store
    game = store.new_game()
    for event in (BEGUN, ROLL, DecisionMade("Ann", "a5")):
        store.append(game, event)
    path = tmp_path / "evening.sqlite"
    path.write_bytes(store.save_backup().read_bytes())
    close(app)
    return path


def change(copy: Path, *statements: str) -> None:
    with closing(sqlite3.connect(copy)) as base, base:
        for statement in statements:
            base.execute(statement)


def games(folder: Path) -> list[list[Any]]:
    with closing(Store(folder)) as store:
        assert store.notices.all() == ()
        return [[stored.event for stored in store.events(game)] for game in sorted(store.games())]


def test_a_trigger_in_a_copy_deletes_nothing(copy: Path, folder: Path, restore: Restore) -> None:
    change(copy, TRIGGER)
    assert restore(copy, folder) == ""
    with closing(Store(folder)) as store:
        for _ in range(20):
            store.append(1, DecisionMade("Ben", "-"))
    (kept,) = games(folder)
    assert len(kept) == 3 + 20


def test_a_trigger_in_the_own_file_deletes_nothing(folder: Path) -> None:
    change(folder / "table.sqlite", TRIGGER)
    with closing(Store(folder)) as store:
        store.append(1, ROLL)
        (said,) = store.notices.all()
        assert ("it contains things that this program does not write") in str(
            said
        ) and "Nothing is missing" in str(said)
        store.notices.forget()
    assert games(folder) == [[BEGUN, ROLL]]


def test_no_seat_and_no_key_comes_out_of_a_copy(copy: Path, folder: Path, restore: Restore) -> None:
    token = hashed("known")
    change(
        copy,
        f"INSERT INTO seat (token, role, player, sheet, lucky) VALUES ('{token}', 'table', '', '', '')",
        "UPDATE place SET key = 'a-key-that-is-known'",
    )
    assert restore(copy, folder) == ""
    app = create_app({"DATA": folder})
    try:
        client = app.test_client()
        client.set_cookie(f"seat-{app.extensions['server'].code}", "known")
        client.set_cookie("seat", "known")
        assert client.get("/new", environ_overrides=FAR).location == "/join"
        assert client.get("/join/a-key-that-is-known", environ_overrides=FAR).status_code == 403
        assert app.extensions["server"].seats.all() == ()
    finally:
        close(app)


def test_an_endless_view_ends(copy: Path, folder: Path, restore: Restore) -> None:
    change(
        copy,
        "DROP TABLE event",
        "CREATE VIEW event AS WITH RECURSIVE endless(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM "
        "endless) SELECT number, 1 AS game, 0.0 AS at, '{}' AS event, x'' AS digest FROM endless",
    )
    assert restore(copy, folder) != ""
    assert games(folder) == [[BEGUN]], "nothing was changed"


def test_two_thousand_tables_are_one(copy: Path, folder: Path, restore: Restore) -> None:
    change(
        copy,
        "WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 2000) "
        "INSERT INTO place SELECT 'T' || n, 'key-' || n, 0 FROM many",
    )
    before = threading.active_count()
    assert restore(copy, folder) == ""
    app = create_app({"DATA": folder})
    try:
        assert threading.active_count() < before + 20
        assert app.extensions["server"].store.read("SELECT count(*) FROM place") == [(1,)]
    finally:
        close(app)


@pytest.mark.parametrize("own", [False, True])
def test_a_code_leads_nowhere(copy: Path, folder: Path, restore: Restore, own: bool) -> None:
    """Check that an invalid table code is replaced, whether in the table's own file or in a backup."""
    create_and_close(folder)
    change(folder / "table.sqlite" if own else copy, "UPDATE place SET code = '/../../../X'")
    if not own:
        assert restore(copy, folder) == ""
    app = create_app({"DATA": folder})
    try:
        server = app.extensions["server"]
        assert len(server.code) == 5 and server.code.isalnum()
        lessons = server.watcher.reader.lessons._store.folder.resolve()
        assert lessons.is_relative_to(folder.resolve())
    finally:
        close(app)


def create_and_close(folder: Path) -> None:
    close(create_app({"DATA": folder}))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET event = replace(event, 'a5', 'a4')",
        "DELETE FROM event WHERE number = 2",
        "UPDATE event SET event = 'no event'",
        "UPDATE event SET at = 9e999",
        "UPDATE event SET event = hex(zeroblob(1000000))",
        "DROP TABLE person",
    ],
)
def test_a_copy_that_was_changed_is_refused(
    copy: Path, folder: Path, restore: Restore, statement: str
) -> None:
    change(copy, statement)
    assert restore(copy, folder) != ""
    assert games(folder) == [[BEGUN]]


def test_names_that_are_none_stay_out(copy: Path, folder: Path, restore: Restore) -> None:
    change(
        copy,
        "INSERT INTO person VALUES ('Anna', 'Ann')",
        "INSERT INTO person VALUES (hex(zeroblob(99)), 'Ann')",
    )
    assert restore(copy, folder) == ""
    with closing(Store(folder)) as store:
        assert store.read("SELECT * FROM person") == [("Anna", "Ann")]


def test_a_saved_copy_holds_nothing_by_which_anybody_gets_in(tmp_path: Path, folder: Path) -> None:
    app = create_app({"DATA": folder})
    try:
        server = app.extensions["server"]
        token = server.seats.give("player", "Ann")
        saved = app.test_client().get("/games/copies/save").data
    finally:
        close(app)
    assert server.key.encode() not in saved and hashed(token).encode() not in saved


def test_a_restored_copy_keeps_the_table(copy: Path, folder: Path, restore: Restore) -> None:
    create_and_close(folder)
    with closing(Store(folder)) as store:
        before = SeatStore(store).invitation()
    assert before is not None and restore(copy, folder) == ""
    with closing(Store(folder)) as store:
        assert SeatStore(store).invitation() == before


def test_games_that_a_copy_replaced_do_not_come_back_with_a_recovery(
    copy: Path, folder: Path, restore: Restore
) -> None:
    with closing(Store(folder)) as store:
        for game in (1, 2):
            store.append(game, BEGUN)
            for _ in range(9):
                store.append(game, ROLL)
        store.save_backup()
    assert restore(copy, folder) == ""
    with closing(Store(folder)) as store:
        store.checkpoint()
    (folder / "table.sqlite").write_bytes(b"")
    with closing(Store(folder)) as store:
        assert store.games() == ()
        assert "Game 1, begun" in " ".join(map(str, store.notices.all()))


def test_a_note_of_a_deletion_that_was_cut_short_misses_nothing(folder: Path) -> None:
    """Check that an interrupted deletion is not reported as a loss of data."""
    with closing(Store(folder)) as store:
        store.append(store.new_game(), BEGUN)
        before = store._state
        store.delete_game(1)
        after = store._state
    for states in ((before, after), (after,)):
        with closing(Note(folder)) as note:
            note.write(*states)
        assert games(folder) == [[BEGUN]]
