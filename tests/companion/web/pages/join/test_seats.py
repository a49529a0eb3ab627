"""The players of a table: they join and leave between turns, get new names and change seats."""

from typing import Any

from companion.table.now import current_situation
from companion.web.pages.join.seats import pass_labels
from tests.companion.web.pages.tables import ROLL, play


def test_players_join_and_leave_between_turns(game: Any) -> None:
    table, _, _ = game
    assert table.post("/seats/add", name="Dora").get_json()["error"]["code"] == "in-a-turn"
    table.ok("/undo")
    assert table.post("/seats/add", name="Dora").status_code == 303
    assert table.post("/seats/gone", player="Ann").status_code == 303
    assert table.table.game.players == ("Ben", "Cleo", "Dora")
    assert "Ann left with 0 points." in table.page()


def test_refused_name_stays_in_the_form(table: Any) -> None:
    table.ok("/begin", player=["Ann"], first="1", game="longo", lucky=["5", "10"])
    answer = table.client.post("/seats/add", data={"name": "Dora", "lucky": ["7", "7"]})
    assert answer.status_code == 422 and "two different numbers" in answer.text
    assert 'value="Dora"' in answer.text and answer.text.count('value="7"') == 2
    assert table.table.game.players == ("Ann",)


def test_a_player_gets_a_new_name_and_keeps_the_phone(game: Any) -> None:
    table, ann, _ = game
    assert ann.post("/mark", player="Ann", mark="a5").status_code == 200
    assert table.client.post("/seats/rename", data={"player": "Ann", "name": "Anna"}).status_code == 303
    assert (
        table.table.game.players == ("Anna", "Ben", "Cleo") and table.join("Anna").sheet == "a5 / - / - / -"
    )
    assert ann.post("/mark", player="Anna", mark="b5").status_code == 200, "the phone goes with the name"
    twice = table.client.post("/seats/rename", data={"player": "Anna", "name": "ben"})
    assert twice.status_code == 409 and "a name of their own" in twice.text and "Who plays" in twice.text
    assert ann.refused("/seats/rename", player="Ben", name="X") == "players"


def test_seats_are_changed_between_turns_and_the_page_says_what_ends(table: Any) -> None:
    table.begin("Ann", "Ben", "Cleo")
    page = table.client.get("/seats").text
    assert "One seat earlier" in page and 'id="ends-record"' not in page
    table.client.post("/seats/order", data={"player": "Cleo"})
    assert table.table.game.players == ("Ann", "Cleo", "Ben")
    table.roll("w4 w1 r3 y2 g6 b5")
    assert "One seat earlier" not in table.client.get("/seats").text
    for player in ("Ann", "Ben", "Cleo", "Ann"):
        table.join(player).marks("-")
    assert 'id="ends-record"' in table.client.get("/seats").text
    table.client.post("/seats/order", data={"player": "Ben"})
    assert table.table.game.players == ("Ann", "Ben", "Cleo") and table.table.active == "Cleo"
    assert 'id="ends-record"' not in table.client.get("/seats").text


def test_latecomer_gets_or_selects_a_letter(table: Any) -> None:
    table.ok("/begin", player=["Ann", "Ben"], letter=["A", "C"], first="1", game="connected-b")
    page = table.client.get("/seats").text
    assert '<option value="B" selected>' in page
    assert table.post("/seats/add", name="Cleo").status_code == 303
    assert table.post("/seats/add", name="Dora", sheet="E").status_code == 303
    assert table.table.game.sheets == {"Ann": "A", "Ben": "C", "Cleo": "B", "Dora": "E"}
    refused = table.post("/seats/add", name="Emil", sheet="F")
    assert refused.status_code == 422 and "A, B, C, D or E" in refused.get_json()["error"]["text"]


def test_table_passes_for_those_who_have_to_decide() -> None:
    def passes(*events: str) -> list[str]:
        return list(map(str, pass_labels(current_situation(play(*events).present), ()).values()))

    assert passes() == []
    assert passes(ROLL) == ["Pass for Ann", "Pass for Ben"]
    assert passes(ROLL, "Ben -") == ["Pass for Ann"]
    assert passes(ROLL, "Ann -", "Ben -") == ["Ann: Take a penalty (\N{MINUS SIGN}5)"]
    assert passes(ROLL, "Ann a5", "Ben -") == ["Pass for Ann"]


def test_last_person_does_not_leave_nor_anybody_in_a_turn(table: Any) -> None:
    for names, roll, leaving in ((("Ann",), "", 0), (("Ann", "Ben"), "", 2), (("Ann", "Ben"), ROLL, 0)):
        table.begin(*names)
        if roll:
            table.roll(roll)
        assert table.client.get("/seats").text.count("Let them leave") == leaving
