"""Copies of the games on the page: what is shown after one is restored, and which files are refused."""

import io
from typing import Any

from tests.companion.web.conftest import JSON, ROLL
from tests.companion.web.pages.pages import plain


def put_back(table: Any, data: bytes) -> Any:
    copy = (io.BytesIO(data), "evening.sqlite")
    return table.client.post("/games/copies/restore", data={"copy": copy}, headers=JSON)


def test_games_of_a_restored_copy_are_looked_back_on(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    saved = table.client.get("/games/copies/save").data
    assert not list(table.server.store.folder.glob(".copy-*")), "nothing is left behind"
    table.join("Ann").marks("a5")
    assert "red 5" in plain(table.client.get("/games/1").text)
    put_back(table, saved)
    assert "red 5" not in plain(table.client.get("/games/1").text)


def test_file_that_is_no_copy_is_refused_by_name(table: Any) -> None:
    table.begin("Ann", "Ben")
    before = table.table
    page = table.client.post("/games/copies/restore", data={"copy": (io.BytesIO(b""), "x.sqlite")})
    assert page.status_code == 422 and "x.sqlite is not a copy" in page.text
    assert table.post("/games/copies/restore", backup="000001-20260101-0000.sqlite").status_code == 404
    assert table.post("/games/copies/restore").status_code == 422
    assert table.table is before and not table.server.store.backups.files()
