"""Rights: what strangers, guests and players may ask for and change."""

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.web.access.rights import GUESTS, PLAYERS, STRANGERS, TABLE_PAGES
from companion.web.app import close, create_app
from tests.companion.web.conftest import FAR, JSON, ROLL


def test_a_stranger_sees_the_door_and_nothing_else(table: Any, phone: Any) -> None:
    table.begin("Ann").roll(ROLL)
    stranger = phone()
    for page in ("/", "/record.json", "/seats", "/new", "/live", "/device", "/camera/frame"):
        answer = stranger.get(page, Accept="text/html")
        assert answer.status_code == 303 and answer.location == "/join", page
        assert stranger.get(page, Accept="application/json").status_code == 403, page
    assert "Join the table" in stranger.get("/join").text
    assert stranger.get("/rules").status_code == 200
    assert stranger.refused("/mark", player="Ann", mark="a5") == "not-joined"
    assert table.join("Ann").sheet == "- / - / - / -"


def test_a_stranger_changes_nothing_at_all(table: Any, phone: Any) -> None:
    table.begin("Ann").roll(ROLL)
    before = table.server.session.number
    open_to_all = {"/language", "/join", "/join/photo"}
    rules = [r.rule for r in table.app.url_map.iter_rules() if "POST" in (r.methods or ())]
    for number, rule in enumerate(rules):
        if rule not in open_to_all:
            stranger = phone(f"192.0.2.{number}")
            assert stranger.post(rule.replace("<name>", "x")).status_code in (403, 404), rule
    assert table.server.session.number == before


def test_who_watches_changes_nothing_at_the_table(table: Any, phone: Any) -> None:
    table.begin("Ann").roll(ROLL)
    guest, before = phone().scan(table), table.server.session.number
    assert 'class="cell legal"' in guest.get("/").text
    assert '<button class="cell' not in guest.get("/").text
    own = {
        "/language",
        "/join",
        "/join/photo",
        "/sit",
        "/sit/photo",
        "/device",
        "/leave",
        "/seats/stop-asking",
    }
    for rule in [r for r in table.app.url_map.iter_rules() if "POST" in (r.methods or ())]:
        if rule.rule not in own:
            assert guest.refused(rule.rule.replace("<name>", "x")), rule.rule
    assert table.server.session.number == before and table.join("Ann").sheet == "- / - / - / -"


@pytest.mark.parametrize("token", ["", "x", "A" * 32, "../../etc", "🎲", "x" * 4000])
def test_a_forged_token_opens_nothing_afar(table: Any, token: str) -> None:
    table.begin("Ann").roll(ROLL)
    client = table.app.test_client()
    client.set_cookie("seat", token)
    answer = client.post("/mark", data={"player": "Ann", "mark": "a5"}, headers=JSON, environ_overrides=FAR)
    assert answer.status_code in (400, 403)
    assert table.join("Ann").sheet == "- / - / - / -"


def test_the_tables_own_computer_gets_in_with_a_cookie_of_other_games(table: Any, tmp_path: Path) -> None:
    """A phone's page was opened here; then the games were deleted, or the program began with others."""
    left = table.server.seats.give("guest")
    app = create_app({"DATA": tmp_path / "other games"})
    client = app.test_client()
    for name in ("seat", f"seat-{app.extensions['server'].code}"):
        client.set_cookie(name, left)
    assert client.get("/").location == "/welcome"
    begun = client.post("/begin", data={"player": ["Ann"], "first": "1"}, headers=JSON)
    assert begun.status_code == 200 and "Sheet of Ann" in client.get("/").text
    afar = client.get("/", environ_overrides=FAR)
    assert afar.location == "/join", "elsewhere it opens nothing"
    close(app)


@pytest.mark.parametrize(
    "address",
    ["/undo", "/pass-others", "/begin", "/again", "/seats/free", "/seats/add", "/seats/gone", "/seats/renew"],
)
def test_what_is_the_tables_alone(game: Any, address: str) -> None:
    table, ann, _ = game
    before = table.server.session.number
    assert ann.refused(address, player="Ben") == "players"
    assert table.server.session.number == before


def test_the_tables_own_pages_open_on_no_phone(game: Any) -> None:
    table, ann, _ = game
    for rule in table.app.url_map.iter_rules():
        if rule.endpoint in TABLE_PAGES and "GET" in (rule.methods or ()):
            answer = ann.get(re.sub("<.*?>", "1", rule.rule), Accept="application/json")
            assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "players"), rule.rule
    assert table.client.get("/new").status_code == 200


def test_tapping_too_fast_is_refused_afar_but_not_at_the_table(game: Any) -> None:
    table, ann, _ = game
    codes = {ann.post("/mark", player="Ann", mark="a9").status_code for _ in range(100)}
    assert codes == {409, 429}
    assert {table.join("Ann").mark("a9").status_code for _ in range(100)} == {409}


def test_every_right_is_for_something_that_there_is(app: Flask) -> None:
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert endpoints >= STRANGERS | GUESTS | PLAYERS | TABLE_PAGES
