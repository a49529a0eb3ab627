"""Asking the referee: who may, and what is no question."""

from tests.companion.web.conftest import Actor


def test_an_answer_stays_until_it_is_put_away_or_something_happens(table: Actor) -> None:
    table.begin("Ann", "Max").roll("w4 w1 r3 y2 g6 b5")
    assert "Max, Ann" not in table.page()
    table.ok("/referee", question="who")
    assert "Ann, Max may still mark." in table.page() and 'id="referee-answer"' in table.page()
    table.ok("/referee", question="")
    assert 'id="referee-answer"' not in table.page()
    table.ok("/referee", question="cross", player="Max", cell="a9")
    assert "Max: why may I not cross red 9?" in table.page()
    table.join("Max").marks("-")
    assert 'id="referee-answer"' not in table.page()


def test_bad_question_is_refused(table: Actor) -> None:
    assert table.post("/referee", question="who").get_json()["error"]["code"] == "no-game"
    table.begin("Ann", "Max")
    for asked in ({"question": "cross", "player": "Zoe", "cell": "a5"}, {"question": "why"}):
        assert table.post("/referee", **asked).get_json()["error"]["code"] == "question"
    assert table.post("/referee", question="cross", player="Ann", cell="z9").status_code == 422
