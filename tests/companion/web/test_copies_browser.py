"""In a real browser: the games are saved, the table plays on, and the copy and a backup go back."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.web.app import close, create_app
from tests.companion.web.conftest import Actor

pytestmark = pytest.mark.browser


def fits(page: Any) -> bool:
    page.wait_for_load_state()  # its styles, too
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_copy_is_saved_and_put_back(
    table: Actor,
    serve: Callable[[Any], str],
    visit_as: Callable[..., Any],
    tmp_path: Path,
) -> None:
    table.begin("Ann", "Ben").roll("w4 w1 r3 y2 g6 b5")
    page = visit_as(f"{serve(table.app)}/games", 360, 780)
    page.get_by_role("link", name="Copies of the games").click()
    page.get_by_text("Nothing is missing").wait_for()
    assert fits(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save a copy").click()
    copy = tmp_path / "evening.sqlite"
    download.value.save_as(copy)
    table.begin("Cleo", "Dan")
    page.get_by_label("Choose a file").set_input_files(copy)
    page.get_by_role("button", name="Restore", exact=True).click()
    page.wait_for_url(lambda url: url.endswith("/games"))
    assert table.table.game.players == ("Ann", "Ben")
    page.goto(page.url + "/copies")
    assert fits(page)
    page.get_by_role("button", name="Restore this backup").first.click()
    page.wait_for_url(lambda url: url.endswith("/games"))
    assert table.table.game.players == ("Cleo", "Dan")


def test_report_of_a_start_is_read_once(
    serve: Callable[[Any], str],
    visit_as: Callable[..., Any],
    tmp_path: Path,
    build: Any,
) -> None:
    first = Actor(create_app({"DATA": tmp_path / "games"}))
    first.begin("Ann", "Ben").roll("w4 w1 r3 y2 g6 b5")
    close(first.app)
    (tmp_path / "games" / "table.sqlite").write_bytes(b"")
    app = build(DATA=tmp_path / "games")
    page = visit_as(f"{serve(app)}/", 360, 780)
    page.get_by_role("link", name="read what happened").click()
    page.get_by_text("is missing with all its steps (2)").wait_for()
    assert fits(page)
    page.get_by_role("button", name="I have read it").click()
    page.get_by_text("Nothing is missing").wait_for()
