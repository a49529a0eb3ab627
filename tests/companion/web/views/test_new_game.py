"""Beginning a game: who plays, who begins, what was agreed."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient


def test_without_a_game_the_page_asks_who_plays(client: FlaskClient) -> None:
    answer = client.get("/")
    assert answer.status_code == 303 and answer.location == "/new"
    assert "Who sits at the table?" in client.get("/new").text


@pytest.mark.parametrize(
    ("names", "first", "seats"),
    [
        (("Ann", "Ben", "Cleo"), "2", ("Ben", "Cleo", "Ann")),
        (("Ann", "", "Cleo"), "3", ("Cleo", "Ann")),
        ((" Ann  Marie ", "Zoë"), "1", ("Ann Marie", "Zoë")),
    ],
)
def test_who_begins_sits_first(table: Any, names: Any, first: Any, seats: Any) -> None:
    assert table.begin(*names, first=first).table.game.players == seats


def test_the_lot_decides_among_those_who_play(table: Any) -> None:
    begun = {table.begin("Ann", "Ben", first="lot").table.active for _ in range(40)}
    assert begun == {"Ann", "Ben"}


def error(answer: Any) -> dict[str, str]:
    found = answer.get_json()["error"]
    assert found["text"].endswith((".", "!", "?")), found
    return found


@pytest.mark.parametrize(
    ("names", "first"),
    [
        ((), "1"),
        (("", "  "), "1"),
        (("Ann", "ann"), "1"),
        (tuple("ABCDEFGHIJK"), "1"),
        (("x" * 25,), "1"),
        (("A\x00b",), "1"),
        (("Ann",), "2"),
        (("Ann",), "nobody"),
    ],
)
def test_who_cannot_play_is_said(table: Any, names: Any, first: Any) -> None:
    answer = table.post("/begin", player=list(names), first=first)
    assert answer.status_code == 422
    assert error(answer)["code"] == "players"
    assert table.server.first.room.table is None


def test_more_players_than_the_book_foresees_is_said(table: Any) -> None:
    table.begin(*"ABCDEF")
    assert "is for 2 to 5 players; you are 6" in table.page()
    table.begin("Ann", game="mixx-a")
    assert "is for 2 to 4 players; you are 1" in table.page()
    table.begin("Ann", "Ben")
    assert "players; you are" not in table.page()


def test_rulings_are_agreed_by_name(table: Any) -> None:
    table.ok("/begin", player=["Ann"], first="1", game="bonus-a", **{"ruling-bonus-blocked": "kept"})
    assert table.table.game.rulings.differing == {"bonus-blocked": "kept"}
    answer = table.post("/begin", player=["Ann"], **{"ruling-bonus-blocked": "maybe"})
    assert answer.status_code == 422 and answer.get_json()["error"]["code"] == "ruling"
    page = table.client.get("/new").text
    assert "A bonus box names a row in which no cell can be marked." in page


@pytest.mark.parametrize("pair", [["5", "5"], ["1", "9"], ["x", "9"], ["17", "3"], ["5", ""]])
def test_lucky_numbers_that_are_none(table: Any, pair: list[str]) -> None:
    answer = table.post("/begin", player=["Ann"], first="1", game="longo", lucky=pair)
    assert answer.status_code == 422 and answer.get_json()["error"]["code"] == "lucky"
