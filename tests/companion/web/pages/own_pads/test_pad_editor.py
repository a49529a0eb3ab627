"""The pad editor: edits are checked and kept, and the pad is saved as a pad file."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

from sheets.pad import pad_of_file, parse_pad


class Board:
    """The page as somebody without scripts uses it: each tap sends the form that the page holds."""

    def __init__(self, table: Any, begin_with: str = "") -> None:
        self.client = table.client
        self.page: str = self.client.get("/pads/draw", query_string={"from": begin_with}).text

    def found(self, pattern: str) -> str:
        match = re.search(pattern, self.page, re.S)
        return html.unescape(match[1]) if match else ""

    @property
    def data(self) -> dict[str, Any]:
        return dict(json.loads(self.found(r'name="pad" value="([^"]*)"')))

    @property
    def fields(self) -> dict[str, str]:
        held = self.found(r'name="held" value="([^"]*)"')
        fields = {"pad": json.dumps(self.data), "held": held, "title": self.data["title"]}
        return fields | ({"lucky": "on"} if self.data["lucky"] else {})

    @property
    def problem(self) -> str:
        return self.found(r'<p class="problems">(.*?)</p>')

    def do(self, deed: str = "", **more: str) -> Board:
        answer = self.client.post("/pads/draw", data=self.fields | {"deed": deed} | more)
        assert answer.status_code == 200, answer.text
        self.page = answer.text
        return self


@pytest.fixture
def board(table: Any) -> Board:
    return Board(table)


def test_refused_edit_says_why_and_changes_nothing(board: Board) -> None:
    before = board.data
    board.do("tap a3", tool="chains").do("tap b9", tool="chains")
    assert "cannot be drawn" in board.problem and board.data == before
    for _ in range(5):
        board.do("shorter a")
    assert not board.problem and len(parse_pad(board.data).rows[0]) == 6
    board.do("shorter a")
    assert "could never be locked" in board.problem and len(parse_pad(board.data).rows[0]) == 6
    board.do("", **{"text track fields": "five"})
    assert "/track/fields" in board.problem and "track" not in board.data


def test_the_pad_is_kept_and_offered(table: Any, board: Board) -> None:
    board.do("tap a5", tool="double-cells", title="Übergroße Ärmel")
    kept = table.client.post("/pads/draw/keep", data=board.fields)
    assert kept.status_code == 303 and kept.location == "/new?game=own%3Aubergrosse-armel"
    assert "Übergroße Ärmel" in table.client.get(kept.location).text
    assert parse_pad(Board(table, "own:ubergrosse-armel").data).title == "Übergroße Ärmel"
    table.begin("Ann", "Ben", game="own:ubergrosse-armel")
    assert table.table.game.pad.title == "Übergroße Ärmel"


def test_its_file_is_a_pad_file(table: Any, board: Board) -> None:
    board.do("tap a5", tool="double-cells").do("shuffle b")
    answer = table.client.post("/pads/draw/file", data=board.fields)
    assert "our-own-pad.toml" in answer.headers["Content-Disposition"]
    assert pad_of_file(answer.data, "x.toml") == parse_pad(board.data)


def test_a_draft_that_leaves_out_what_may_be_left_out_is_drawn_too(table: Any, board: Board) -> None:
    least = {key: board.data[key] for key in ("format", "name", "rows")}
    answer = table.client.post("/pads/draw", data={"pad": json.dumps(least), "deed": "turn a", "sides": "8"})
    assert answer.status_code == 200 and "our-own-pad" in answer.text


@pytest.mark.parametrize("sent", ["", "{", "[]", '{"format": "qwixx-pad/1"}', "null", "9" * 5000])
def test_a_draft_that_is_none_is_refused(table: Any, sent: str) -> None:
    for address in ("/pads/draw", "/pads/draw/file", "/pads/draw/keep"):
        answer = table.post(address, pad=sent)
        assert answer.status_code == 422 and "open the page again" in answer.get_json()["error"]["text"]
