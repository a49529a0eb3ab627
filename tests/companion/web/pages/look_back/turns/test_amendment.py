"""Amending an earlier turn."""

from typing import Any

from tests.companion.web.pages.pages import get, plain, two_turns


def test_an_amendment_says_what_becomes_illegal_before_it_is_taken(table: Any) -> None:
    two_turns(table)
    query = {"turn": 1, "action": "white", "player": "Ann", "mark": "b5"}
    answer = table.client.get("/amend", query_string=query)
    page = plain(answer.text)
    assert "What becomes illegal" in page and "Turn 2 · Ann: yellow 2" in page and "Only to the right" in page
    assert table.join("Ann").sheet == "a5 / b2 / - / -", "nothing is changed yet"
    assert table.client.post("/amend", data=query).status_code == 303
    assert table.join("Ann").sheet == "- / b5 / - / -"
    page = plain(get(table, "/games/1"))
    assert "yellow 2" not in page and "Ann" in page
    table.ok("/undo")
    assert table.join("Ann").sheet == "a5 / b2 / - / -"


def test_dice_are_amended_too(table: Any) -> None:
    two_turns(table)
    dice = {"turn": 1, "action": "roll", "w1": 4, "w2": 2, "red": 3, "yellow": 2, "green": 6, "blue": 5}
    page = plain(table.client.get("/amend", query_string=dice).text)
    assert "Turn 1 · Ann: red 5" in page
    assert table.client.post("/amend", data={**dice, "mark": "w4 w2 r3 y2 g6 b5"}).status_code == 303
    assert table.join("Ann").sheet == "- / b2 / - / - misses 1", "without her cross turn 1 is a miss"


def test_an_amendment_that_the_rules_forbid_names_the_rule(table: Any) -> None:
    two_turns(table)
    answer = table.post("/amend", turn=1, action="white", player="Ann", mark="a9")
    assert answer.status_code == 409 and answer.get_json()["error"]["rule"] == "white-sum"
    for wrong in (
        {"turn": "x"},
        {"turn": 1, "action": "dance"},
        {"turn": 1, "action": "white", "player": "Ann", "mark": "??"},
    ):
        assert table.post("/amend", **wrong).status_code == 422


def test_only_the_table_amends(table: Any, app: Any) -> None:
    two_turns(table)
    guest = app.test_client()
    key = table.server.key
    guest.get(f"/join/{key}", environ_base={"REMOTE_ADDR": "192.168.1.7"})
    for address in ("/amend", "/redo", "/lock", "/games/open"):
        answer = guest.post(address, data={}, environ_base={"REMOTE_ADDR": "192.168.1.7"})
        assert answer.status_code == 403, address
