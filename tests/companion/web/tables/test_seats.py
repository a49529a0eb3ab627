"""Seats and their tokens, over restarts too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Flask

from companion.storage.seat_store import SeatStore
from companion.web.app import close, create_app
from companion.web.tables.seats import Seats

JSON = {"Accept": "application/json"}


FAR = {"REMOTE_ADDR": "192.0.2.77"}


def test_what_the_store_keeps_opens_no_seat(game: Any) -> None:
    """Whoever reads the file finds hashes, which are no tokens."""
    table, ann, _ = game
    kept = [seat.token for seat in SeatStore(table.server.store).seats()]
    assert ann.token not in kept
    client = table.app.test_client()
    client.set_cookie("seat", kept[0])
    assert client.post("/mark", headers=JSON, environ_overrides=FAR).status_code == 403


def test_a_token_that_was_given_back_is_not_used_again(game: Any) -> None:
    _, ann, _ = game
    token = ann.token
    assert ann.post("/leave").status_code == 303
    ann.client.set_cookie("seat", token)
    assert ann.refused("/mark", player="Ann", mark="a5") == "not-joined"


def test_a_phone_keeps_its_seat_over_a_restart(tmp_path: Path) -> None:
    app = create_app({"DATA": tmp_path})
    server = app.extensions["table_server"]
    token = server.seats.give(server.first.code, "player", "Ann", "K7Q2-03", (5, 10))
    key = server.first.key
    close(app)
    app = create_app({"DATA": tmp_path})
    server = app.extensions["table_server"]
    found = server.seats.find(token)
    assert found is not None and (found.player, found.sheet, found.lucky) == ("Ann", "K7Q2-03", (5, 10))
    assert server.first.key == key, "the square code on the wall still holds"
    close(app)


def test_seats_forget_nothing_that_is_kept(app: Flask) -> None:
    server = app.extensions["table_server"]
    token = server.seats.give(server.first.code, "guest")
    again = Seats(SeatStore(server.store))
    assert again.find(token) is not None and again.find(token + "x") is None


def test_no_script_and_no_other_site_gets_the_cookie_of_a_seat(table: Any, phone: Any) -> None:
    table.begin("Ann")
    joined = phone().get(f"/join/{table.server.first.key}")
    (cookie,) = [line for line in joined.headers.getlist("Set-Cookie") if line.startswith("seat=")]
    assert {"HttpOnly", "SameSite=Strict", "Max-Age=31536000"} <= set(cookie.split("; "))
