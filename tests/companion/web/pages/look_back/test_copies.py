"""Copies of the games on the page: saved, put back, and what a start found."""

import io
import sqlite3
from contextlib import closing
from typing import Any

from companion.web.app import close
from tests.companion.web.conftest import JSON, ROLL, Actor


def put_back(table: Any, data: bytes) -> Any:
    copy = (io.BytesIO(data), "evening.sqlite")
    return table.client.post("/games/copies/restore", data={"copy": copy}, headers=JSON)


def test_after_that_a_start_misses_nothing_and_looks_back_on_the_games_of_the_copy(
    table: Any, build: Any
) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    saved = table.client.get("/games/copies/save")
    assert 'filename="qwixx-games-' in saved.headers["Content-Disposition"]
    assert not list(table.server.store.folder.glob(".copy-*")), "nothing is left behind"
    table.join("Ann").marks("a5")
    assert "Ann" in table.client.get("/games/1").text
    put_back(table, saved.data)
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


def test_file_that_is_no_copy_is_refused_by_name(table: Any) -> None:
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
