"""Marks are made, taken back, refused, and hidden until all players have chosen."""

from typing import Any

from tests.companion.web.conftest import ROLL
from tests.companion.web.pages.pages import error


def test_an_illegal_mark_is_refused_with_its_rule(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    answer = table.join("Ann").mark("a9")
    assert answer.status_code == 409
    refusal = error(answer)
    assert refusal["rule"] == refusal["code"] == "white-sum" and "4 + 1 = 5" in refusal["text"]
    assert table.client.get(f"/rules/{refusal['rule']}").status_code == 200


def test_a_second_tap_takes_back_until_the_action_ends(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    ann = table.join("Ann").marks("a5").marks("a5")
    assert ann.sheet == "- / - / - / -"
    ann.marks("a5").marks("b5")
    assert ann.sheet == "- / b5 / - / -", "another legal cell takes the place of the first"
    table.join("Ben").marks("-")
    ann.marks("b5")
    assert ann.sheet == "- / - / - / -" and table.table.position.phase == "white", "and the action is open"
    ann.marks("b5").marks("c10")
    assert table.table.active == "Ben"
    ann.marks("c10")
    assert table.table.position.phase == "colour" and table.table.active == "Ann"
    ann.marks("c10")
    table.roll(ROLL)
    assert error(ann.mark("b5"))["rule"] == "left-to-right", "somebody has thrown"


def test_a_phone_takes_its_own_decision_back_and_nobody_elses(game: Any) -> None:
    table, ann, ben = game
    for player, phone_of in (("Ann", ann), ("Ben", ben)):
        assert phone_of.post("/mark", player=player, mark="a5").status_code == 200
    table.join("Cleo").marks("-")
    assert ben.refused("/take-back", player="Ann") == "not-yours"
    assert "Take it back: red 5" in ben.get("/").text
    answer = ben.post("/take-back", player="Ben", moment="1-colour")
    assert answer.status_code == 200 and "You took a choice back; choose again (Action 1)" in answer.text
    assert "Ben took a choice back and chooses again (Action 1)" in ann.get("/").text
    assert "Ben took back: red 5." in ann.get("/").text
    assert table.join("Ben").sheet == "- / - / - / -" and table.join("Ann").sheet == "a5 / - / - / -"
    assert ben.refused("/take-back", player="Ben") == "nothing-decided"


def test_after_hidden_choices_were_shown_only_the_table_takes_back(table: Any, phone: Any) -> None:
    table.begin("Ann", "Ben", hidden="on").roll(ROLL)
    ben = phone().scan(table).sit(player="Ben")
    table.join("Ann").marks("a5")
    ben.post("/mark", player="Ben", mark="b5")
    assert "Take it back" not in ben.get("/").text
    assert ben.refused("/take-back", player="Ben") == ben.refused("/mark", player="Ben", mark="b5") == "shown"
    table.ok("/take-back", player="Ben")
    assert table.join("Ben").sheet == "- / - / - / -"


def test_a_mark_tapped_in_an_action_that_is_over_is_not_made(table: Any) -> None:
    table.begin("Ann").roll("w1 w1 r1 y1 g1 b1")
    table.join("Ann").marks("a2")
    answer = table.post("/mark", player="Ann", mark="b2", moment="1-white")
    assert error(answer)["code"] == "moved-on"
    assert table.join("Ann").sheet == "a2 / - / - / -"


def test_everyone_else_passes_at_one_tap(table: Any) -> None:
    table.begin("Ann", "Ben", "Cleo").roll(ROLL).ok("/pass-others")
    assert table.table.game.waiting(table.table.position) == ("Ann",)


def test_a_phone_has_to_play_a_card(table: Any, phone: Any) -> None:
    table.begin("Ann", "Ben", game="cards").ok("/roll", turned="5")
    for name in ("Ann", "Ben"):
        table.join(name).marks("-")
    ann = phone().scan(table).sit(player="Ann")
    assert ann.refused("/mark", player="Ann", mark="-") == "cards-play"
    assert (
        phone().scan(table).sit(player="Ben").refused("/card", player="Ben", card="red 5") == "action-order"
    )


def test_a_pair_is_taken_back_by_either_of_its_places(table: Any) -> None:
    table.begin("Ann", "Ben", game="connect-15").roll("w1 w5 r2 y2 g2 b2")
    ann = table.join("Ann")
    for place in ("a3-4", "a6"):
        assert ann.marks("a3-4 a6").sheet == "a6 / - / - / - fields a3-4"
        assert ann.marks(place).sheet == "- / - / - / -"


def test_a_second_cross_is_taken_back_and_crossed_again(table: Any) -> None:
    table.begin("Ann", "Ben", game="double-a")
    for _ in range(2):
        table.roll("w2 w3 r1 y1 g1 b1")
        if "a5" in table.join("Ann").sheet:
            break
        table.join("Ann").marks("a5")
        for name in ("Ben", "Ann"):
            table.join(name).marks("-")
    ann = table.join("Ann")
    assert ann.marks("a5+").sheet == "a5 / - / - / - seconds a5"
    assert ann.marks("a5").sheet == "a5 / - / - / -", "a second tap takes back the second cross"
    assert ann.mark("a5").status_code == 409, "the first one stands"
