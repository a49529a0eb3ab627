"""The table's page works without JavaScript; the downloaded record omits hidden choices."""

from typing import Any

from tests.companion.web.conftest import ROLL


def test_the_record_is_the_game_so_far_without_hidden_choices(table: Any) -> None:
    table.begin("Ann", "Ben", hidden="on").roll(ROLL)
    table.join("Ben").marks("b5")
    record = table.client.get("/record.json").get_json()
    assert record["format"] == "qwixx-record/1" and record["players"] == ["Ann", "Ben"]
    dice = {"white": [4, 1], "red": 3, "yellow": 2, "green": 6, "blue": 5}
    assert record["turns"] == [{"dice": dice, "white": {}, "open": True}]
    table.join("Ann").marks("-").marks("d9")
    turns = table.client.get("/record.json").get_json()["turns"]
    assert turns == [{"dice": dice, "white": {"Ben": "b5"}, "colour": "d9"}]


def test_the_page_works_without_a_script(table: Any) -> None:
    table.begin("Ann").roll(ROLL)
    html = {"Accept": "text/html"}
    answer = table.client.post("/mark", data={"player": "Ann", "mark": "a9"}, headers=html)
    assert answer.status_code == 409 and 'href="/rules/white-sum"' in answer.text
    answer = table.client.post("/mark", data={"player": "Ann", "mark": "a5"}, headers=html)
    assert answer.status_code == 303 and answer.location == "/"
