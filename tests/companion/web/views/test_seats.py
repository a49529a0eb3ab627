"""The table looks after its devices and players."""

from __future__ import annotations

from typing import Any


def test_one_phone_a_player_until_the_table_frees_the_seat(game: Any, phone: Any) -> None:
    table, ann, _ = game
    other = phone().scan(table)
    taken = other.post("/sit", player="Ann")
    assert taken.status_code == 422 and "Ann plays on another phone" in taken.text
    table.post("/seats/free", player="Ann")
    other.sit(player="Ann")
    assert other.post("/mark", player="Ann", mark="a5").status_code == 200
    assert ann.refused("/mark", player="Ann", mark="a5") in ("guest", "not-yours")


def test_players_join_and_leave_between_turns(game: Any) -> None:
    table, _, _ = game
    assert table.post("/seats/add", name="Dora").get_json()["error"]["code"] == "in-a-turn"
    table.ok("/undo")
    assert table.post("/seats/add", name="Dora").status_code == 303
    assert table.post("/seats/gone", player="Ann").status_code == 303
    assert table.table.game.players == ("Ben", "Cleo", "Dora")
    assert "Ann left with 0 points." in table.page()


def test_who_cannot_be_added_is_still_in_the_form(table: Any) -> None:
    table.ok("/begin", player=["Ann"], first="1", game="longo", lucky=["5", "10"])
    answer = table.client.post("/seats/add", data={"name": "Dora", "lucky": ["7", "7"]})
    assert answer.status_code == 422 and "two different numbers" in answer.text
    assert 'value="Dora"' in answer.text and answer.text.count('value="7"') == 2
    assert table.table.game.players == ("Ann",)
