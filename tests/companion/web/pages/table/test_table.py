"""The table's page, what it says aloud, and the record of the game."""

import re
from typing import Any

from tests.companion.web.conftest import ROLL


def test_the_record_is_the_game_so_far(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    table.join("Ben").marks("b5")
    record = table.client.get("/record.json").get_json()
    assert record == {
        "format": "qwixx-record/1",
        "game": "classic",
        "players": ["Ann", "Ben"],
        "turns": [
            {
                "dice": {"white": [4, 1], "red": 3, "yellow": 2, "green": 6, "blue": 5},
                "white": {"Ben": "b5"},
                "open": True,
            }
        ],
    }
    table.join("Ann").marks("-").marks("d9")
    turn = table.client.get("/record.json").get_json()["turns"][0]
    assert turn == {
        "dice": {"white": [4, 1], "red": 3, "yellow": 2, "green": 6, "blue": 5},
        "white": {"Ben": "b5"},
        "colour": "d9",
    }


def test_the_page_works_without_a_script(table: Any) -> None:
    table.begin("Ann").roll(ROLL)
    answer = table.client.post("/mark", data={"player": "Ann", "mark": "a9"}, headers={"Accept": "text/html"})
    assert answer.status_code == 409 and 'href="/rules/white-sum"' in answer.text
    answer = table.client.post("/mark", data={"player": "Ann", "mark": "a5"}, headers={"Accept": "text/html"})
    assert answer.status_code == 303 and answer.location == "/"


def said(page: str) -> str:
    found = re.search(r'id="say"[^>]*>(.*?)</p>', page, re.S)
    assert found is not None
    return " ".join(re.sub(r"<[^>]*>", "", found[1]).split())


def on_paper(table: Any, *names: str) -> Any:
    table.ok("/begin", player=list(names), first="1", game="classic", paper="on")
    return table


def test_the_white_sum_is_said_and_on_paper_the_combinations_too(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    assert said(table.page()) == "5."
    on_paper(table, "Ann", "Ben").roll(ROLL)
    assert said(table.page()) == "White 5. red 4 or 7. yellow 3 or 6. green 7 or 10. blue 6 or 9."
    table.client.set_cookie("language", "es")
    assert "5" in said(table.page())


def test_what_is_said_has_a_new_key_for_each_roll_only(table: Any) -> None:
    def key() -> str:
        found = re.search(r'id="say" data-turn="([^"]*)"', table.page())
        assert found is not None
        return found[1]

    table.begin("Ann", "Ben").roll(ROLL)
    first = key()
    table.join("Ann").marks("a5")
    assert key() == first, "a mark says nothing anew"
    table.ok("/correct", die="w1", value="6")
    assert key() != first


def test_on_paper_nobody_is_waited_for(table: Any) -> None:
    on_paper(table, "Ann", "Ben").roll(ROLL)
    page = table.page()
    assert "Next: Ben throws 6 dice" in page and "Still to choose" not in page
    table.ok("/lock", row="a")
    assert "Next: Ben throws 5 dice" in table.page()
    table.roll("w1 w1 y2 g6 b5")
    assert table.table.active == "Ben" and table.table.position.turn == 2
    assert [s.misses for s in table.table.position.sheets] == [0, 0]


def test_a_lucky_number_is_told_to_screen_readers(table: Any) -> None:
    table.begin("Ann", "Ben", game="longo")
    lucky = table.table.game.lucky
    total = lucky["Ann"][0]
    first = min(8, total - 1)
    dice = {"w1": first, "w2": total - first, "red": 1, "yellow": 1, "green": 1, "blue": 1}
    table.ok("/roll", **dice)
    announced = re.search(r'id="announce"[^>]*>(.*?)</p>', table.page(), re.S)
    assert announced is not None
    assert f"Ann: {total} is your lucky number: your weakest rows are red, yellow" in announced[1]


def test_special_cells_say_what_they_do(table: Any) -> None:
    table.begin("Ann", "Ben", game="bonus-b").roll(ROLL)
    labels = re.findall(r'id="c0a8"[^>]*aria-label="([^"]*)"', table.page())
    assert labels == ["red 8, not now, bonus: weakest row twice"]
    table.begin("Ann", "Ben", game="bonus-a").roll(ROLL)
    assert "red 3, not now, bonus cell" in table.page()
