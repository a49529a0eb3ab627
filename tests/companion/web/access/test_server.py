"""Tests the server's cookies and clock."""

import time
from pathlib import Path
from typing import Any

import pytest

from companion.web.app import close
from tests.companion.web.conftest import ROLL, Actor, Phone


def test_two_tables_on_two_ports_do_not_take_each_others_phones(build: Any, tmp_path: Path) -> None:
    """Check that a browser keeps its seats at two tables of one computer, though each gets both cookies."""
    phones = [Phone(build(DATA=tmp_path / name)) for name in ("one", "two")]
    for phone, other in zip(phones, reversed(phones), strict=True):
        server = phone.client.application.extensions["server"]
        phone.get(f"/join/{server.key}")
        other.client.set_cookie(f"seat-{server.code}", phone.token)
    for phone in phones:
        assert phone.get("/").status_code == 200


@pytest.mark.parametrize("jump", [-3600, 3600])
def test_a_clock_that_jumps_an_hour_in_a_game_changes_nothing_in_it(
    table: Any, build: Any, jump: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    true_time = time.time
    monkeypatch.setattr(time, "time", lambda: true_time() + jump)
    table.join("Ann").marks("a5")
    table.join("Ben").marks("-")
    table.join("Ann").marks("-")
    table.roll("w2 w2 r3 y2 g6 b5")
    position = str(table.table.position)
    table.begin("Cleo", "Dan").roll(ROLL)
    page = table.client.get("/games").text
    assert 0 < page.index("Cleo, Dan") < page.index("Ann, Ben"), "the newest game comes first"
    assert [table.client.get(address).status_code for address in ("/games/1", "/statistics")] == [200, 200]
    close(table.app)
    again = Actor(build(DATA=table.server.store.folder))
    assert again.table.game.players == ("Cleo", "Dan") and again.server.store.notices.all() == ()
    again.send("/games/1/go-on")
    assert str(again.table.position) == position
