"""What people do at the table, through the page's requests."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

ROLL = "w4 w1 r3 y2 g6 b5"


def error(answer: Any) -> dict[str, str]:
    found = answer.get_json()["error"]
    assert found["text"].endswith((".", "!", "?")), found
    return found


def test_without_a_game_the_page_asks_who_plays(client: FlaskClient) -> None:
    answer = client.get("/")
    assert answer.status_code == 303 and answer.location == "/new"
    assert "Who sits at the table?" in client.get("/new").text


def test_a_whole_turn(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    ann, ben = table.join("Ann"), table.join("Ben")
    ben.marks("b5")
    ann.marks("a5")
    assert table.table.position.phase == "colour"
    ann.marks("d9")
    assert ann.sheet == "a5 / - / - / d9" and ben.sheet == "- / b5 / - / -"
    assert table.table.position.phase == "roll" and table.table.active == "Ben"


def test_the_page_shows_which_cells_are_legal(table: Any) -> None:
    page = table.begin("Ann").roll(ROLL).page()
    legal = re.findall(r'class="cell legal" id="c0(\w+)"', page)
    assert legal == ["a5", "b5", "c5", "d5"]
    assert 'aria-label="red 5, legal now"' in page
    assert "White sum: 5." in page


def test_an_illegal_mark_is_refused_with_its_rule(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    answer = table.join("Ann").mark("a9")
    assert answer.status_code == 409
    found = error(answer)
    assert found["rule"] == found["code"] == "white-sum" and "4 + 1 = 5" in found["text"]
    assert table.join("Ann").sheet == "- / - / - / -"
    page = table.client.get(f"/rules/{found['rule']}")
    assert page.status_code == 200 and "white" in page.text


def test_a_second_tap_takes_back_until_the_action_ends(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    ann = table.join("Ann").marks("a5").marks("a5")
    assert ann.sheet == "- / - / - / -"
    ann.marks("a5").marks("b5")
    assert ann.sheet == "- / b5 / - / -", "another legal cell takes the place of the first"
    table.join("Ben").marks("-")
    assert error(ann.mark("b5"))["rule"] == "colour-sum", "the action is over"


def test_undo_goes_back_any_number_of_steps(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    table.join("Ann").marks("a5")
    table.join("Ben").marks("-")
    table.join("Ann").marks("-")
    assert table.table.position.turn == 2
    for _ in range(4):
        table.ok("/undo")
    assert table.table.position.phase == "roll" and table.table.position.turn == 1
    assert error(table.post("/undo"))["code"] == "nothing-to-undo"
    assert table.table.game.players == ("Ann", "Ben")


def test_an_undo_tapped_on_an_old_page_is_not_carried_out(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    seen = table.server.first.room.number
    table.join("Ann").marks("a5")
    assert error(table.post("/undo", number=seen))["code"] == "moved-on"
    assert table.join("Ann").sheet == "a5 / - / - / -"
    table.ok("/undo", number=table.server.first.room.number)
    assert table.join("Ann").sheet == "- / - / - / -"


def test_a_mark_tapped_in_an_action_that_is_over_is_not_made(table: Any) -> None:
    table.begin("Ann").roll("w1 w1 r1 y1 g1 b1")
    moment = "1-white"
    table.join("Ann").marks("a2")
    answer = table.post("/mark", player="Ann", mark="b2", moment=moment)
    assert error(answer)["code"] == "moved-on"
    assert table.join("Ann").sheet == "a2 / - / - / -"


def test_everyone_else_passes_at_one_tap(table: Any) -> None:
    table.begin("Ann", "Ben", "Cleo").roll(ROLL)
    assert "Everyone else passes (2)" in table.page()
    table.ok("/pass-others")
    assert table.table.game.waiting(table.table.position) == ("Ann",)


def test_a_miss_is_for_the_active_player_alone(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL).ok("/pass-others")
    table.join("Ann").marks("-")
    assert "Take a miss (\u22125)" in table.page()
    table.join("Ann").marks("-")
    assert table.join("Ann").sheet.endswith("misses 1")
    assert "misses" not in table.join("Ben").sheet


@pytest.mark.parametrize(
    ("names", "first", "seats"),
    [
        (("Ann", "Ben", "Cleo"), "2", ("Ben", "Cleo", "Ann")),
        (("Ann", "", "Cleo"), "3", ("Cleo", "Ann")),
        ((" Ann  Marie ", "Zoë"), "1", ("Ann Marie", "Zoë")),
    ],
)
def test_who_begins_sits_first(table: Any, names: Any, first: Any, seats: Any) -> None:
    assert table.begin(*names, first=first).table.game.players == seats


def test_the_lot_decides_among_those_who_play(table: Any) -> None:
    begun = {table.begin("Ann", "Ben", first="lot").table.active for _ in range(40)}
    assert begun == {"Ann", "Ben"}


@pytest.mark.parametrize(
    ("names", "first"),
    [
        ((), "1"),
        (("", "  "), "1"),
        (("Ann", "ann"), "1"),
        (tuple("ABCDEFGHIJK"), "1"),
        (("x" * 25,), "1"),
        (("A\x00b",), "1"),
        (("Ann",), "2"),
        (("Ann",), "nobody"),
    ],
)
def test_who_cannot_play_is_said(table: Any, names: Any, first: Any) -> None:
    answer = table.post("/begin", player=list(names), first=first)
    assert answer.status_code == 422
    assert error(answer)["code"] == "players"
    assert table.server.first.room.table is None


def test_dice_must_all_be_tapped(table: Any) -> None:
    table.begin("Ann")
    answer = table.post("/roll", w1="4", w2="1", red="3", yellow="2", green="7", blue="5")
    assert answer.status_code == 422 and error(answer)["code"] == "roll"
    assert table.table.position.phase == "roll"


def test_a_corrected_die_takes_back_only_what_no_longer_fits(table: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    table.join("Ben").marks("b5")
    table.ok("/correct", die="red", value="6")
    assert table.join("Ben").sheet == "- / b5 / - / -"
    table.ok("/correct", die="w1", value="6")
    assert table.join("Ben").sheet == "- / - / - / -"
    assert "Taken back because it no longer fits: Ben: yellow 5." in table.page()
    assert str(table.table.position.roll) == "w6 w1 r6 y2 g6 b5"


def test_two_dice_taken_for_each_other_change_places(table: Any) -> None:
    table.begin("Ann").roll(ROLL)
    table.ok("/correct", die="red", colour="green")
    assert str(table.table.position.roll) == "w4 w1 r6 y2 g3 b5"


@pytest.mark.parametrize(
    "data", [{"die": "pink", "value": "3"}, {"die": "red", "value": "x"}, {"die": "red"}, {}]
)
def test_a_correction_that_makes_no_sense_is_refused(table: Any, data: Any) -> None:
    table.begin("Ann").roll(ROLL)
    assert table.post("/correct", **data).status_code == 422
    assert str(table.table.position.roll) == ROLL


def test_a_locked_row_closes_for_all_and_its_die_leaves(table: Any) -> None:
    table.begin("Ann", "Ben")
    for sums in ("w1 w1", "w1 w2", "w2 w2", "w2 w3", "w3 w3"):
        table.roll(f"{sums} r1 y1 g1 b1")
        number = sum(int(word[1]) for word in sums.split())
        for player in ("Ann", "Ben"):
            table.join(player).mark(f"a{number}" if player == "Ann" else "-")
        table.join(table.table.active).marks("-")
    table.roll("w6 w6 r1 y1 g1 b1")
    table.join("Ann").marks("a12")
    table.post("/mark", player="Ben", mark="-")
    assert table.table.position.closed == ("a",) and table.table.position.removed == ("red",)
    table.join(table.table.active).marks("-")
    assert "red" not in table.table.dice_to_roll
    assert 'name="red"' not in table.page()
    table.roll("w1 w1 y1 g1 b1")
    assert error(table.join("Ben").mark("a2"))["rule"] == "row-closed"


def test_the_end_names_the_winner_and_the_scores(table: Any) -> None:
    table.begin("Ann", "Ben")
    for turn in range(7):
        table.roll("w1 w1 r1 y1 g1 b1")
        for player in table.table.game.waiting(table.table.position):
            table.join(player).marks("a2" if (player, turn) == ("Ben", 1) else "-")
        table.join(table.table.active).marks("-")
    assert table.table.position.end is not None and table.table.position.end.reason == "end-misses"
    page = table.page()
    assert "Ben wins" in page and "A fourth miss ended the game in turn 7." in page
    assert error(table.post("/roll", w1="1", w2="1", red="1", yellow="1", green="1", blue="1"))["code"]
    table.ok("/again")
    assert table.table.game.players == ("Ben", "Ann") and table.table.position.phase == "roll"


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


@pytest.mark.parametrize(
    ("language", "sentence"), [("es", 'lang="es"'), ("de", 'lang="de"'), ("en", 'lang="en"')]
)
def test_each_device_has_its_language(table: Any, language: Any, sentence: Any) -> None:
    table.begin("Ann")
    table.client.post("/language", data={"language": language})
    assert f"<html {sentence}" in table.page()


@pytest.mark.parametrize(
    ("back", "place"),
    [
        ("/rules/lock", "/rules/lock"),
        ("/games/3/turns/2/white/1", "/games/3/turns/2/white/1"),
        ("/records/0123456789abcdef", "/records/0123456789abcdef"),
        ("/sheets/0123456789abcdef", "/sheets/0123456789abcdef"),
        *((page, page) for page in ("/new", "/join", "/seats", "/device", "/lens", "/doctor", "/calibrate")),
        ("/sit", "/join"),
        ("//evil.example", "/"),
        ("http://evil.example/new", "/"),
    ],
)
def test_a_language_is_chosen_without_leaving_the_page(table: Any, back: str, place: str) -> None:
    answer = table.client.post("/language", data={"language": "de", "back": back})
    assert answer.status_code == 303 and answer.location == place


def test_a_language_that_is_not_there_is_refused(table: Any) -> None:
    assert error(table.post("/language", language="xx"))["code"] == "language"


def test_the_page_works_without_a_script(table: Any) -> None:
    table.begin("Ann").roll(ROLL)
    answer = table.client.post("/mark", data={"player": "Ann", "mark": "a9"}, headers={"Accept": "text/html"})
    assert answer.status_code == 409 and 'href="/rules/white-sum"' in answer.text
    answer = table.client.post("/mark", data={"player": "Ann", "mark": "a5"}, headers={"Accept": "text/html"})
    assert answer.status_code == 303 and answer.location == "/"


def test_what_was_agreed_where_the_books_are_silent_stands_with_the_rules(table: Any) -> None:
    question, spent, kept = "Is the box used up?", "Yes: the box is crossed", "No: the box stays free"
    table.begin("Ann", "Ben", game="bonus-a")
    page = table.client.get("/rules").text
    assert question in page and spent in page and kept not in page and "agreed at this table" not in page
    table.ok("/begin", player=["Ann"], first="1", game="bonus-a", **{"ruling-bonus-blocked": "kept"})
    page = table.client.get("/rules").text
    assert kept in page and spent not in page and page.count("agreed at this table") == 1
    table.begin("Ann", "Ben", game="classic")
    assert question not in table.client.get("/rules").text
