"""Copies of the games on the page: saved, put back, and what a start found."""

import io
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.storage.backups import read_copy
from companion.web.app import close, create_app
from tests.companion.web.conftest import JSON, ROLL, Actor


def saved(table: Any) -> bytes:
    answer = table.client.get("/games/copies/save")
    assert answer.status_code == 200 and 'filename="qwixx-games-' in answer.headers["Content-Disposition"]
    assert not list(table.server.store.folder.glob(".copy-*")), "nothing is left behind"
    data: bytes = answer.data
    return data


def put_back(table: Any, data: bytes) -> Any:
    copy = (io.BytesIO(data), "evening.sqlite")
    return table.client.post("/games/copies/restore", data={"copy": copy}, headers=JSON)


def test_a_saved_copy_goes_back_while_the_table_is_open(table: Any, phone: Any, tmp_path: Path) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    early, key = phone().scan(table), table.server.key
    data = saved(table)
    table.join("Ann").marks("a5")
    table.begin("Cleo", "Dan")
    late = phone("192.0.2.78").scan(table)
    number = table.server.store.last_event_number()
    assert put_back(table, data).status_code == 303
    assert table.table.game.players == ("Ann", "Ben") and table.join("Ann").sheet.startswith("-")
    assert early.get("/").status_code == late.get("/").status_code == 303, "they have to join again"
    assert table.server.key == key
    table.join("Ann").marks("b5")
    assert table.server.store.last_event_number() > number, "no number is used twice"
    (backup, *_) = table.server.store.backups.all()
    assert backup.games == 2, "what was there before is a backup"
    answer = table.client.post("/games/copies/restore", data={"backup": backup.file.name})
    assert answer.status_code == 303 and table.table.game.players == ("Cleo", "Dan")


def test_after_that_a_start_misses_nothing_and_looks_back_on_the_games_of_the_copy(
    table: Any, build: Any
) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    data = saved(table)
    table.join("Ann").marks("a5")
    assert "Ann" in table.client.get("/games/1").text
    put_back(table, data)
    page = table.client.get("/games/copies").text
    assert "Nothing is missing" in page and "Restore this backup" in page
    folder = table.server.store.folder
    table.server.store.checkpoint()
    with closing(sqlite3.connect(folder / "table.sqlite")) as base:
        assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    close(table.app)
    again = Actor(build(DATA=folder))
    assert again.server.store.notices.all() == ()
    assert again.table.game.players == ("Ann", "Ben")


def test_what_is_no_copy_is_refused_by_the_name_it_came_with(table: Any) -> None:
    table.begin("Ann", "Ben")
    before = table.table
    answer = put_back(table, b"a shopping list")
    assert answer.status_code == 422
    assert answer.get_json()["error"]["text"].startswith("evening.sqlite is not a copy of the games")
    page = table.client.post("/games/copies/restore", data={"copy": (io.BytesIO(b""), "x.sqlite")})
    assert page.status_code == 422 and "x.sqlite is not a copy" in page.text
    assert table.post("/games/copies/restore", backup="000001-20260101-0000.sqlite").status_code == 404
    assert table.post("/games/copies/restore").status_code == 422
    assert table.table is before and not table.server.store.backups.files()


def test_only_the_table_saves_and_puts_back(table: Any, phone: Any) -> None:
    table.begin("Ann", "Ben")
    guest = phone().scan(table)
    assert guest.get("/games/copies").status_code == guest.get("/games/copies/save").status_code == 403
    assert guest.refused("/games/copies/restore", backup="x") == "guest"
    assert "/games/copies" not in guest.get("/games").text


def test_what_a_start_found_stands_on_the_page_until_somebody_has_read_it(tmp_path: Path, build: Any) -> None:
    first = Actor(create_app({"DATA": tmp_path}))
    first.begin("Ann", "Ben").roll(ROLL)
    first.server.store.save_backup()
    first.join("Ann").marks("a5")
    close(first.app)
    (tmp_path / "table.sqlite").write_bytes(b"spoilt" * 1000)
    table = Actor(build())
    for page in ("/", "/games"):
        assert 'class="start-notices' in table.client.get(page).text
    page = table.client.get("/games/copies").text
    assert "Game 1, begun " in page and "lacks its last 1 of 3 steps" in page
    assert table.client.post("/games/copies/seen").status_code == 303
    assert "Nothing is missing" in table.client.get("/games/copies").text
    assert 'class="start-notices' not in table.client.get("/").text
    assert read_copy(next(tmp_path.glob("backups/*")))[0].games == 1
