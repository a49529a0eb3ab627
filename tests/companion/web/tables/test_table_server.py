"""The server of tables: how long nothing has happened at any of them."""

import time
from typing import Any

import pytest

from companion.web.app import close, create_app
from tests.companion.web.conftest import Actor


@pytest.mark.parametrize("change", ["roll", "invalidate", "show_activity"])
def test_a_change_at_any_table_is_the_last_one(table: Any, change: str) -> None:
    table.begin("Ann")
    other = table.server.open_table()
    assert other is not None
    sessions = [table.server.first.session, other.session]
    for session in sessions:
        session.changed_at = time.monotonic() - 1000
    assert table.server.seconds_since_change() >= 1000
    if change == "roll":
        table.roll("w4 w1 r3 y2 g6 b5")
    elif change == "invalidate":
        other.session.invalidate()
    else:
        other.session.show_activity("rolling")
    assert table.server.seconds_since_change() < 900


@pytest.mark.parametrize("jump", [-3600, 3600])
def test_a_clock_that_jumps_an_hour_in_a_game_changes_nothing_in_it(
    table: Any, jump: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin("Ann", "Ben").roll("w4 w1 r3 y2 g6 b5")
    true_time = time.time
    monkeypatch.setattr(time, "time", lambda: true_time() + jump)
    table.join("Ann").marks("a5")
    table.join("Ben").marks("-")
    table.join("Ann").marks("-")
    table.roll("w2 w2 r3 y2 g6 b5")
    position = str(table.table.position)
    table.begin("Cleo", "Dan").roll("w4 w1 r3 y2 g6 b5")
    page = table.client.get("/games").text
    assert 0 < page.index("Cleo, Dan") < page.index("Ann, Ben"), "the newest game comes first"
    assert [table.client.get(address).status_code for address in ("/games/1", "/statistics")] == [200, 200]
    folder = table.server.store.folder
    close(table.app)
    again = Actor(create_app({"DATA": folder}))
    try:
        assert again.table.game.players == ("Cleo", "Dan") and again.server.store.acknowledged.notices() == ()
        assert again.client.post("/games/1/go-on").status_code == 303
        assert str(again.table.position) == position
    finally:
        close(again.app)
