"""With damaged files, the program opens the table and plays on, or refuses with one sentence."""

import os
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from companion.storage.database import StoreError
from companion.storage.prints import find_sheet
from companion.storage.store import Store
from companion.table.events import DecisionMade, GameBegun, RollTaken
from companion.web.app import close, create_app
from companion.web.camera.sources import Sources
from sheets.serial import Serial
from tests.robustness.hostile import spoilt

FULL = os.environ.get("QWIXX_COUNTS") == "full"
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)  # a file is not made smaller: that takes minutes
QUIET = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]
PAGES = (
    "/", "/new", "/print", "/games", "/history", "/statistics", "/seats", "/record.json", "/games/1",
    "/games/1/turns/1",
)  # fmt: skip


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a table with a played game."""
    folder = tmp_path_factory.mktemp("kept")
    app = create_app({"DATA": folder})
    session = app.extensions["server"].session
    session.dispatch(GameBegun("classic", ("Ann", "Ben")))
    for _turn in range(6):
        session.dispatch(RollTaken("w4 w1 r3 y2 g6 b5", "tapped"))
        while session.table.position.phase != "roll":
            session.dispatch(DecisionMade(session.table.game.waiting(session.table.position)[0], "-"))
            if session.table.position.phase == "over":
                break
        if session.table.position.phase == "over":
            break
    app.extensions["server"].seats.give("player", "Ann", "K7Q2-03", (5, 10))
    close(app)
    return folder


def opened(folder: Path) -> str:
    """Open the table in `folder`, get every page and begin a game; return "played" or the refusal to open."""
    try:
        app = create_app({"DATA": folder})
    except StoreError as problem:
        assert "--data" in str(problem), "it says what to do"
        return str(problem)
    try:
        client = app.test_client()
        for page in PAGES:
            answer = client.get(page)
            assert answer.status_code < 500, f"{page}: {answer.text[:300]}"
        begun = client.post(
            "/begin", data={"player": ["Zoe"], "first": "1"}, headers={"Accept": "application/json"}
        )
        assert begun.status_code < 500, begun.text[:300]
        if begun.status_code == 200:
            assert app.extensions["server"].session.table.game.players == ("Zoe",)
    finally:
        close(app)
    return "played"


def with_file(kept: Path, tmp_path: Path, name: str, data: bytes) -> Path:
    """Return a copy of the folder in which the file called `name` holds `data`."""
    folder = tmp_path / "games"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(kept, folder)
    (folder / name).write_bytes(data)
    return folder


@settings(max_examples=10, deadline=None, phases=PHASES, suppress_health_check=QUIET)
@given(st.data())
def test_a_spoilt_store(kept: Path, tmp_path: Path, data: st.DataObject) -> None:
    whole = (kept / "table.sqlite").read_bytes()
    opened(with_file(kept, tmp_path, "table.sqlite", data.draw(spoilt(whole))))


@pytest.mark.long
@settings(max_examples=2000 if FULL else 200, deadline=None, phases=PHASES, suppress_health_check=QUIET)
@given(st.data())
def test_a_spoilt_store_for_minutes(kept: Path, tmp_path: Path, data: st.DataObject) -> None:
    whole = (kept / "table.sqlite").read_bytes()
    opened(with_file(kept, tmp_path, "table.sqlite", data.draw(spoilt(whole))))


def change(folder: Path, statement: str, *values: Any) -> None:
    base = sqlite3.connect(folder / "table.sqlite")
    with base:
        base.execute(statement, values)
    base.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET event = '{}' WHERE number = 3",
        "UPDATE event SET event = 'not json' WHERE number = 1",
        "UPDATE event SET event = replace(event, 'w4 w1', 'w9 w1')",
        "UPDATE event SET event = replace(event, 'Ann', 'Nobody') WHERE number > 1",
        "UPDATE event SET game = 99",
        "DELETE FROM event WHERE number = 2",
        "DELETE FROM place",
        "DELETE FROM game",
        "UPDATE seat SET lucky = 'five ten'",
        "UPDATE seat SET lucky = '5 10 15'",
        "UPDATE seat SET role = 'king', token = 'ZZZZZ'",
        "UPDATE seat SET sheet = 'not a number'",
        "UPDATE place SET key = ''",
        "UPDATE place SET code = '../..'",
        "DROP TABLE seat",
        "DROP INDEX event_of_game",
        "PRAGMA user_version = 999",
        "PRAGMA user_version = 1",
        "PRAGMA user_version = -1",
    ],
)
def test_a_store_that_somebody_changed(kept: Path, tmp_path: Path, statement: str) -> None:
    folder = with_file(kept, tmp_path, "notes.txt", b"")
    change(folder, statement)
    opened(folder)


def test_a_game_that_cannot_be_read_hides_no_other(kept: Path, tmp_path: Path) -> None:
    folder = with_file(kept, tmp_path, "notes.txt", b"")
    store = Store(folder)
    store.append(store.new_game(), GameBegun("classic", ("Zoe", "Yan")))
    store.append(2, RollTaken("w4 w1 r3 y2 g6 b5", "tapped"))
    store.write_event(1, 0.0, "x")  # as a later version might
    store.close()
    app = create_app({"DATA": folder})
    assert "Zoe" in app.test_client().get("/games").text
    assert app.test_client().get("/games/1").status_code == 404
    close(app)


def junk(folder: Path, name: str, data: bytes) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


@settings(max_examples=8, deadline=None, phases=PHASES, suppress_health_check=QUIET)
@given(st.one_of(st.binary(max_size=80), st.just(b'{"batch": "K7Q2", "pads": [], "count": "x"}\n')))
def test_spoilt_notes_of_prints_and_cameras(kept: Path, tmp_path: Path, data: bytes) -> None:
    folder = with_file(kept, tmp_path, "prints.jsonl", data)
    code = next(iter(_codes(folder)))
    junk(folder, f"camera-{code}.txt", data)
    junk(folder, "records/0123456789abcdef.json", data)
    junk(folder, "photos/0123456789abcdef.jpg", data)
    assert find_sheet(folder, Serial.parse("K7Q2-03")).serial == Serial.parse("K7Q2-03")
    app = create_app({"DATA": folder, "RECALL": True})
    try:
        client = app.test_client()
        for page in ("/new", "/records/0123456789abcdef", "/photos/0123456789abcdef.jpg", "/camera/frame"):
            assert client.get(page).status_code < 500, page
        assert isinstance(app.extensions["server"].sources, Sources)
    finally:
        close(app)


def _codes(folder: Path) -> tuple[str, ...]:
    base = sqlite3.connect(folder / "table.sqlite")
    rows = base.execute("SELECT code FROM place").fetchall()
    base.close()
    return tuple(code for (code,) in rows)
