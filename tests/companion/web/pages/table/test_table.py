"""The table's page, what it says aloud, and the record of the game."""

from typing import Any

from tests.companion.web.conftest import ROLL


def test_the_record_is_the_game_so_far(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    table.join("Ben").marks("b5")
    turn = {
        "dice": {"white": [4, 1], "red": 3, "yellow": 2, "green": 6, "blue": 5},
        "white": {"Ben": "b5"},
    }
    record = {"format": "qwixx-record/1", "game": "classic", "players": ["Ann", "Ben"]}
    assert table.client.get("/record.json").get_json() == record | {"turns": [turn | {"open": True}]}
    table.join("Ann").marks("-").marks("d9")
    assert table.client.get("/record.json").get_json()["turns"] == [turn | {"colour": "d9"}]


def test_the_page_works_without_a_script(table: Any) -> None:
    table.begin("Ann").roll(ROLL)
    answer = table.client.post("/mark", data={"player": "Ann", "mark": "a9"}, headers={"Accept": "text/html"})
    assert answer.status_code == 409 and 'href="/rules/white-sum"' in answer.text
    answer = table.client.post("/mark", data={"player": "Ann", "mark": "a5"}, headers={"Accept": "text/html"})
    assert answer.status_code == 303 and answer.location == "/"


def test_on_paper_nobody_is_waited_for(table: Any) -> None:
    table.begin("Ann", "Ben", paper="on").roll(ROLL)
    page = table.page()
    assert "Next: Ben throws 6 dice" in page and "Still to choose" not in page
    table.ok("/lock", row="a")
    assert "Next: Ben throws 5 dice" in table.page()
    table.roll("w1 w1 y2 g6 b5")
    assert table.table.active == "Ben" and table.table.position.turn == 2
    assert [s.misses for s in table.table.position.sheets] == [0, 0]
