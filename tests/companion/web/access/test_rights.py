"""Rights: what strangers, guests and players may ask for and change."""

import re
from typing import Any

import pytest
from flask import Flask

from companion.web.access.rates import DOOR_PHOTOS, GUESSES, PICTURES
from tests.companion.web.conftest import FAR, JSON, ROLL

ROUTES = {
    ("stranger", "GET"): """
        /ask /join /join/<key> /manifest.webmanifest /offline /questions /rules /rules/<name>
        /service-worker.js /static/HASH/<path:filename> /static/<path:filename> /trust
        /trust/authority.crt
    """,
    ("stranger", "POST"): """
        /join /join/photo /language
    """,
    ("guest", "GET"): """
        / /amend /api/live /api/plays.bgsplay /api/results.csv /api/state /camera/frame /device /games
        /games/<int:number> /games/<int:number>/moments /games/<int:number>/record.json
        /games/<int:number>/results.pdf /games/<int:number>/share /games/<int:number>/turns/<int:turn>
        /games/<int:number>/turns/<int:turn>/<action>/<int:seat> /history /lens /live
        /pads/picture/<path:value>.svg /photos/<name>.jpg /photos/<name>/<int:index>.jpg /record.json
        /records/<name> /records/<name>/turns/<int:turn>
        /records/<name>/turns/<int:turn>/<action>/<int:seat> /sheets/<name> /statistics /television
    """,
    ("guest", "POST"): """
        /device /explain /leave /seats/stop-asking /sit /sit/photo
    """,
    ("player", "POST"): """
        /card /correct /lens /lessons/undo /look /mark /people/picture /photo /play /referee /roll
        /seats/answer /second-view /share /sheets /sheets/<name> /take-back /throw /try /try/end /turned
    """,
    ("table", "GET"): """
        /demo /dice-lessons /dice-lessons/<name>.jpg /dice-lessons/<name>.png
        /dice-lessons/<name>/<int:index>.jpg /doctor /games/copies /games/copies/save /new /pads/draw
        /people/signs /print /seats
    """,
    ("table", "POST"): """
        /again /amend /begin /demo /dice-lessons/again /dice-lessons/confirm /dice-lessons/forget
        /dice-lessons/photo /games/<int:number>/delete /games/<int:number>/go-on /games/copies/restore
        /games/copies/seen /games/open /lens/watch /lock /pads /pads/draw /pads/draw/file
        /pads/draw/keep /pads/forget /pass-others /print /print/deal /redo /seats/add /seats/free
        /seats/gone /seats/open /seats/order /seats/rename /seats/renew /seats/shut /statistics/merge
        /statistics/separate /take-over /undo /unlock /without
    """,
}
"""Addresses by the lowest role whose devices may ask for them, and by method."""


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


def test_strangers_and_guests_change_nothing_at_the_table(table: Any, phone: Any) -> None:
    table.begin("Ann").roll(ROLL)
    guest, before = phone().scan(table), table.server.session.number
    assert 'class="cell legal"' in guest.get("/").text and '<button class="cell' not in guest.get("/").text
    for number, rule in enumerate(
        " ".join(ROUTES[role, "POST"] for role in ("guest", "player", "table")).split()
    ):
        address = rule.replace("<name>", "x")
        assert phone(f"192.0.2.{number}").post(address).status_code in (403, 404), rule
        assert rule in ROUTES["guest", "POST"].split() or guest.refused(address), rule
    assert table.server.session.number == before and table.join("Ann").sheet == "- / - / - / -"


@pytest.mark.parametrize("token", ["", "x", "A" * 32, "../../etc", "🎲", "x" * 4000])
def test_a_forged_token_opens_nothing_afar(table: Any, token: str) -> None:
    table.begin("Ann").roll(ROLL)
    client = table.app.test_client()
    client.set_cookie("seat", token)
    answer = client.post("/mark", data={"player": "Ann", "mark": "a5"}, headers=JSON, environ_overrides=FAR)
    assert answer.status_code in (400, 403)
    assert table.join("Ann").sheet == "- / - / - / -"


def test_the_tables_own_computer_gets_in_with_a_cookie_of_other_games(table: Any) -> None:
    """Check that a seat cookie of deleted or other games does not lock out the table's own computer."""
    for name in ("seat", f"seat-{table.server.code}"):
        table.client.set_cookie(name, "of-other-games")
    assert table.client.get("/").location == "/new"
    assert "Sheet of Ann" in table.begin("Ann").page()
    assert table.client.get("/", environ_overrides=FAR).location == "/join", "elsewhere it opens nothing"


def test_the_tables_own_addresses_refuse_phones(game: Any) -> None:
    table, ann, _ = game
    before = table.server.session.number
    for rule in ROUTES["table", "GET"].split():
        answer = ann.get(re.sub("<.*?>", "1", rule), Accept="application/json")
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (403, "players"), rule
    for rule in ROUTES["table", "POST"].split():
        assert ann.refused(re.sub("<.*?>", "1", rule)) == "players", rule
    assert table.server.session.number == before and table.client.get("/new").status_code == 200


LIMITS = {
    "/join": GUESSES,
    "/join/<key>": GUESSES,
    "/join/photo": DOOR_PHOTOS,
    "/lens": PICTURES,
}
"""Rate limits of the addresses that have their own, by address."""


def test_every_route_has_the_rights_and_limits_that_stand_here(app: Flask) -> None:
    roles: dict[tuple[str, str], set[str]] = {}
    limits = {}
    for rule in app.url_map.iter_rules():
        view, address = app.view_functions[rule.endpoint], re.sub("/[0-9a-f]{12}/", "/HASH/", rule.rule)
        for method in (rule.methods or set()) & {"GET", "POST"}:
            role = getattr(view, "role", "guest" if method == "GET" else "table")
            roles.setdefault((role, method), set()).add(address)
        if hasattr(view, "rate"):
            limits[address] = view.rate
    assert roles == {key: set(addresses.split()) for key, addresses in ROUTES.items()}
    assert limits == LIMITS
