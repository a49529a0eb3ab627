"""The results of a game: as text, picture, link, and as a printed sheet."""

import html
import json
import re
from datetime import date
from types import SimpleNamespace
from typing import Any

import pypdfium2
import pytest

from companion.rules import Game, Sheet
from companion.web.pages.look_back.results.share import crossed_besides, written_date
from sheets.language import translator
from tests.companion.web.conftest import ROLL


def finish(table: Any, *players: str) -> None:
    """Play a game in which only the first of `players` makes no cross; it ends by four penalties."""
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


def test_a_game_that_goes_on_is_a_link_where_phones_reach_the_table(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    page = table.client.get("/games/1/share").text
    assert "when the game is over" in page and "<canvas" not in page
    assert "No phone can reach this table now" in page
    there = SimpleNamespace(addresses=("http://192.0.2.1:8000",), hosts=frozenset({"192.0.2.1"}))
    monkeypatch.setattr(table.server, "listeners", there)
    page = table.client.get("/games/1/share").text
    assert 'value="http://192.0.2.1:8000/games/1"' in page and '<svg class="square"' in page


def test_the_results_sheet_is_a_pdf(table: Any) -> None:
    finish(table, "Ann")
    answer = table.client.get("/games/1/results.pdf")
    assert answer.status_code == 200 and answer.mimetype == "application/pdf"
    text = pypdfium2.PdfDocument(answer.data)[0].get_textpage().get_text_bounded()
    assert "Ann" in text and "20" in text
    for page in (table.page(), table.client.get("/games/1").text):  # four misses: a minus sign, no hyphen
        assert "\u221220" in page and ">-20" not in page
    assert table.client.get("/games/1/results.pdf").data == answer.data, "the same bytes again"


@pytest.mark.parametrize(
    ("game", "text", "language", "named"),
    [
        ("classic", "a5 / - / - / -", "en", ""),
        ("double-a", "a5 / - / - / -", "en", ""),
        ("double-a", "a5 / b7 / - / - seconds a5 b7", "en", "red twice 5; yellow twice 7"),
        ("double-a", "a5 / b7 / - / - seconds a5 b7", "de", "Rot doppelt 5; Gelb doppelt 7"),
        ("big-points", "- / - / - / - cells ab5 ab7 cd9", "de", "Rot/Gelb 5 7; Grün/Blau 9"),
        ("connect-15", "- / - / - / - fields a3-4 d5-4", "en", "red 3-4; blue 5-4"),
        ("x-change", "- / - / - / - exchanged 1 6", "en", "exchanged 8/5 8/6"),
        ("lucky-15", "- / - / - / - track 2", "en", "fifteen 5 11"),
    ],
)
def test_crosses_outside_cells_are_named(game: str, text: str, language: str, named: str) -> None:
    sheet = Sheet.parse(text, Game(game, game, ("Ann",)).pad)
    assert crossed_besides(sheet, translator(language)) == named


def test_a_date_is_written_as_the_language_does() -> None:
    written = {
        language: written_date(date(2026, 3, 3), translator(language)) for language in ("en", "de", "es")
    }
    assert written == {"en": "3 March 2026", "de": "3. März 2026", "es": "3 de marzo de 2026"}
