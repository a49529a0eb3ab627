"""The server: its cookies and its clock."""

import time
from pathlib import Path
from typing import Any

import pytest

from companion.web.app import close, create_app
from tests.companion.web.conftest import Actor


def test_two_tables_on_two_ports_do_not_take_each_others_phones(tmp_path: Path) -> None:
    """Cookies ignore ports: one browser keeps a seat at each of two tables of a computer."""
    apps = [create_app({"DATA": tmp_path / name}) for name in ("one", "two")]
    far, jar = {"REMOTE_ADDR": "192.0.2.7"}, {}
    for app in apps:
        client = app.test_client()
        client.get(f"/join/{app.extensions['server'].key}", environ_overrides=far)
        cookie = client.get_cookie(f"seat-{app.extensions['server'].code}")
        assert cookie is not None
        jar[cookie.key] = cookie.value
    for app in apps:
        client = app.test_client()
        for name, value in jar.items():
            client.set_cookie(name, value)
        assert client.get("/", environ_overrides=far).status_code == 200
    for app in apps:
        close(app)


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
        assert again.table.game.players == ("Cleo", "Dan") and again.server.store.notices.all() == ()
        assert again.client.post("/games/1/go-on").status_code == 303
        assert str(again.table.position) == position
    finally:
        close(again.app)
