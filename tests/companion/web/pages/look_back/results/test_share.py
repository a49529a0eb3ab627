"""Sharing a game: who may see what, and the text of a result."""

import html
import json
import re
from types import SimpleNamespace
from typing import Any

import pytest

from tests.companion.web.conftest import ROLL


def finish(table: Any, *players: str) -> None:
    """Let the first of `players` lose a game by four penalties, after one cross of each other."""
    table.begin(*players)
    first = True
    while table.table.position.end is None:
        table.roll(ROLL)
        for player in players:
            table.join(player).marks("a5" if first and player != players[0] else "-")
        table.join(table.table.active).marks("-") if table.table.position.phase == "colour" else None
        first = False


def test_a_finished_game_is_text_and_picture_with_the_same_numbers(table: Any) -> None:
    finish(table, "Ann", "Zoë <b>")
    page = table.client.get("/games/1/share").text
    text = html.unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)[1])  # type: ignore[index]
    lines = text.splitlines()
    assert lines[0] == "Zoë <b> wins" and lines[1].startswith("Classic · ")
    assert lines[3] == "2. Ann: \u221220" and "<b> wins" not in page
    picture = json.loads(html.unescape(re.search(r'data-result="([^"]*)"', page)[1]))  # type: ignore[index]
    assert [player["name"] for player in picture["players"]] == ["Zoë <b>", "Ann"]
    assert f"1. Zoë <b>: {picture['players'][0]['total']}" == lines[2]
    assert [part["points"] for part in picture["players"][1]["parts"]] == ["0", "0", "0", "0", "\u221220"]


def test_players_with_the_same_points_share_a_place(table: Any) -> None:
    finish(table, "Ann", "Ben", "Cem")
    page = table.client.get("/games/1/share").text
    assert "1. Ben: \u221214" in page and "1. Cem: \u221214" in page and "3. Ann: \u221220" in page


def test_a_game_that_goes_on_shares_its_address_only(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    page = table.client.get("/games/1/share").text
    assert "when the game is over" in page and "<canvas" not in page
    assert table.client.get("/games/9/share").status_code == 404


def test_the_game_is_a_link_where_phones_reach_the_table(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    assert "No phone can reach this table now" in table.client.get("/games/1/share").text
    there = SimpleNamespace(addresses=("http://192.0.2.1:8000",), hosts=frozenset({"192.0.2.1"}))
    monkeypatch.setattr(table.server, "listeners", there)
    page = table.client.get("/games/1/share").text
    assert 'value="http://192.0.2.1:8000/games/1"' in page and '<svg class="square"' in page
