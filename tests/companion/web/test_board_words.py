"""On a board of stones nothing is crossed: what the pages, the lines and the refusals of a Duel say."""

import re
from typing import Any

import pytest

from tests.companion.web.views.pages import plain

ROLL = "w2 w3 r6 y6 g6 b6"
COMPARED = "Two players share one board and lay stones where others cross."
"""The one sentence that speaks of crosses: it tells those who know other games what is new."""
GAME = "/games/1"
PAGES = [
    *("/television", "/games", GAME, f"{GAME}/moments", f"{GAME}/share", "/rules/duel-rightmost"),
    *(f"{GAME}/turns/{turn}" for turn in (1, 2, 3)),
    *(f"{GAME}/turns/{decision}" for decision in ("1/white/0", "2/white/1", "3/colour/0")),
    *(f"{GAME}/turns/{question}" for question in ("2/white/1?cell=a4", "1/colour/0?cell=a8")),
]


def crosses_in(html: str) -> list[str]:
    """Where a page speaks of crosses, also where only a screen reader or a pointer meets it."""
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", html.partition("<body")[2], flags=re.DOTALL)
    names = re.findall(r'(?:aria-label|title|alt|placeholder)="([^"]*)"', body)
    text = " | ".join([plain(body), *names]).replace(COMPARED, "")
    found = re.finditer("cross", text, re.IGNORECASE)
    return [text[max(0, each.start() - 60) : each.end() + 30] for each in found]


@pytest.fixture
def duel(table: Any) -> Any:
    """Ann laid a stone, Ben took it, Ann has a miss; it is Ben's turn. Every step is explained."""
    table.client.set_cookie("hints", "suggestions")
    table.begin("Ann", "Ben", game="duel", explain="on")
    for player, mark in (("Ann", "a5"), ("Ben", "a5"), ("Ann", "-")):
        table.roll(ROLL)
        table.join(player).marks(mark).marks("-")
    return table


def test_the_table_of_a_duel_says_stones_in_every_phase(duel: Any) -> None:
    shown = [duel.page()]
    duel.roll(ROLL)
    shown.append(duel.page())
    duel.join("Ben").marks("b5")
    shown.append(duel.page())
    assert [crosses_in(page) for page in shown] == [[], [], []]
    words = plain(shown[-1])
    assert "Ann laid a stone on red 5." in words and "Ben laid a stone on yellow 5." in words
    assert "What stones are worth" in words and "Stones in a row, with the lock" in words


@pytest.mark.parametrize("address", PAGES)
def test_what_looks_back_on_a_duel_says_stones(duel: Any, address: str) -> None:
    answer = duel.client.get(address)
    assert answer.status_code == 200 and crosses_in(answer.text) == []


def test_the_card_of_a_stone_names_the_rules_of_the_duel(duel: Any) -> None:
    page = duel.client.get(f"{GAME}/turns/2/white/1").text
    assert "2 + 3 = 5, and a stone could be laid on red 5." in plain(page)
    assert re.findall(r"/rules/([a-z-]+)", page) == ["white-sum", "duel-left-to-right", "duel-rightmost"]
    missed = duel.client.get(f"{GAME}/turns/3/colour/0").text
    assert "Ann threw the dice and laid no stone in the whole turn: that is a miss." in plain(missed)
    assert re.findall(r"/rules/([a-z-]+)", missed) == ["duel-miss"]
