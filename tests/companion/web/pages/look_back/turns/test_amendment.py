"""Amending an earlier turn."""

from typing import Any

from tests.companion.web.pages.pages import two_turns


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
