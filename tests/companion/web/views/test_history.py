"""Looking back through the page's requests: history, challenges, amending, replay, records, statistics."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest

from companion.table.events import RollTaken

ROLL = "w4 w1 r3 y2 g6 b5"


def two_turns(table: Any) -> Any:
    table.begin("Ann", "Ben").roll(ROLL)
    table.join("Ann").marks("a5")
    table.join("Ben").marks("-")
    table.join("Ann").marks("-")
    table.roll("w1 w1 r3 y2 g6 b5")
    table.join("Ann").marks("b2")
    table.join("Ben").marks("-")
    table.join("Ben").marks("-")
    return table


def get(table: Any, address: str, status: int = 200) -> str:
    answer = table.client.get(address)
    assert answer.status_code == status, answer.text
    return str(answer.text)


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def test_the_history_lists_every_turn_with_its_decisions(table: Any) -> None:
    two_turns(table)
    assert table.client.get("/history").location == "/games/1"
    page = get(table, "/games/1")
    assert page.index("Turn 2 · Ben throws") < page.index("Turn 1 · Ann throws")
    assert 'href="/games/1/turns/1/white/0"' in page
    assert "Ben takes a miss." in plain(page)


def test_a_challenge_has_roll_sheet_rule_source_and_what_was_legal(table: Any) -> None:
    two_turns(table)
    page = plain(get(table, "/games/1/turns/1/white/0"))
    assert "The white dice show 4 + 1 = 5, and red 5 stands right of every cross in its row." in page
    assert "white-sum" in page and "Source: Qwixx (NSV)" in page
    assert all(cell in page for cell in ("yellow 5", "green 5", "blue 5"))
    miss = plain(get(table, "/games/1/turns/2/colour/1"))
    assert "Ben threw the dice and marked nothing in the whole turn: that is a miss." in miss


def test_another_cell_is_asked_about_and_its_rule_is_said_in_the_readers_language(table: Any) -> None:
    two_turns(table)
    page = plain(get(table, "/games/1/turns/1/white/0?cell=a9"))
    assert "illegal" in page and "so red 9 is not the white sum" in page
    assert "legal" in plain(get(table, "/games/1/turns/1/white/0?cell=c5"))
    table.client.set_cookie("language", "de")
    german = plain(get(table, "/games/1/turns/1/white/0?cell=a9"))
    assert "so red 9 is not" not in german and "white-sum" in german
    get(table, "/games/1/turns/1/white/0?cell=zz", 422)


@pytest.mark.parametrize(
    "address", ["/games/9", "/games/1/turns/7", "/games/1/turns/1/colour/1", "/records/0123"]
)
def test_what_is_not_there_is_said_in_one_sentence(table: Any, address: str) -> None:
    two_turns(table)
    answer = table.client.get(address, headers={"Accept": "application/json"})
    assert answer.status_code == 404 and answer.get_json()["error"]["text"].endswith(".")


def test_an_amendment_says_what_becomes_illegal_before_it_is_taken(table: Any) -> None:
    two_turns(table)
    query = {"turn": 1, "action": "white", "player": "Ann", "mark": "b5"}
    answer = table.client.get("/amend", query_string=query)
    page = plain(answer.text)
    assert "What becomes illegal" in page and "Turn 2 · Ann: yellow 2" in page and "left-to-right" in page
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


def test_a_replay_shows_everyones_sheet_after_each_turn(table: Any) -> None:
    two_turns(table)
    first, second = get(table, "/games/1/turns/1"), get(table, "/games/1/turns/2")
    assert first.count('class="sheet paper"') == 2
    assert 'aria-label="red 5, new"' in first and 'aria-label="red 5, crossed"' in second
    assert 'rel="next" href="/games/1/turns/2"' in first and 'rel="prev" href="/games/1/turns/1"' in second


def test_replaced_games_stay_in_the_list(table: Any) -> None:
    two_turns(table)
    table.begin("Cleo", "Dora").roll(ROLL)
    page = get(table, "/games")
    assert "Ann, Ben" in page and "Cleo, Dora" in page and "not finished" in page
    assert "Turn 2" in get(table, "/games/1")
    assert json.loads(get(table, "/games/1/record.json"))["players"] == ["Ann", "Ben"]


def test_a_record_from_anywhere_is_opened_judged_and_replayed(table: Any) -> None:
    record = {
        "format": "qwixx-record/1",
        "game": "classic",
        "players": ["Emma", "Max"],
        "turns": [
            {
                "dice": {"white": [4, 1], "red": 3, "yellow": 2, "green": 6, "blue": 5},
                "white": {"Emma": "a5", "Max": "a7"},
                "colour": "b3",
            }
        ],
    }
    data = json.dumps(record).encode()
    answer = table.client.post("/games/open", data={"record": (io.BytesIO(data), "game.json")})
    assert answer.status_code == 303 and answer.location.startswith("/records/")
    page = get(table, answer.location)
    assert page.count('<span class="stamp">illegal</span>') == 1
    card = plain(get(table, f"{answer.location}/turns/1/white/1"))
    assert "so red 7 is not the white sum" in card
    bad = table.client.post("/games/open", data={"record": (io.BytesIO(b"[1"), "bad.json")})
    assert bad.status_code == 422


def test_only_the_table_amends(table: Any, app: Any) -> None:
    two_turns(table)
    guest = app.test_client()
    key = table.server.first.key
    guest.get(f"/join/{key}", environ_base={"REMOTE_ADDR": "192.168.1.7"})
    for address in ("/amend", "/redo", "/lock", "/games/open"):
        answer = guest.post(address, data={}, environ_base={"REMOTE_ADDR": "192.168.1.7"})
        assert answer.status_code == 403, address


def finish(table: Any) -> None:
    """End the game by four misses of a player alone."""
    for _ in range(4):
        table.roll(ROLL)
        table.join("Ann").marks("-")
        table.join("Ann").marks("-")


def test_statistics_count_finished_games_and_say_how_few_throws_there_are(table: Any) -> None:
    assert "No game has been finished" in plain(get(table, "/statistics"))
    table.begin("Ann")
    finish(table)
    page = plain(get(table, "/statistics"))
    assert "Ann" in page and "\u221220" in page
    assert "too few" in page


def test_the_results_sheet_is_a_pdf(table: Any) -> None:
    import pypdfium2

    table.begin("Ann")
    finish(table)
    answer = table.client.get("/games/1/results.pdf")
    assert answer.status_code == 200 and answer.mimetype == "application/pdf"
    document = pypdfium2.PdfDocument(answer.data)
    text = document[0].get_textpage().get_text_bounded()
    assert "Ann" in text and "20" in text
    for page in (table.page(), get(table, "/games/1")):  # four misses: a minus sign, no hyphen
        assert "\u221220" in page and ">-20" not in page
    again = table.client.get("/games/1/results.pdf")
    assert again.data == answer.data, "the same game gives the same bytes"


def test_what_is_hidden_until_all_have_chosen_is_hidden_here_too(table: Any) -> None:
    table.ok("/begin", player=["Ann", "Ben"], first="1", game="classic", hidden="on")
    table.roll(ROLL)
    table.join("Ann").marks("a5")
    assert "red 5" not in plain(get(table, "/games/1")) + plain(get(table, "/games/1/turns/1"))
    assert "a5" not in get(table, "/games/1/record.json") + get(table, "/record.json")
    table.join("Ben").marks("-")
    assert "red 5" in plain(get(table, "/games/1"))


def test_undo_goes_back_to_a_line_of_the_story_and_redo_brings_all_again(table: Any) -> None:
    table.begin("Ann", "Ben").roll("w4 w1 r3 y2 g6 b5")
    table.join("Ann").marks("a5")
    table.join("Ben").marks("b5")
    before = table.table
    steps = [int(n) for n in re.findall(r'class="back-to" name="steps" value="(\d+)"', table.page())]
    assert steps == [1, 2, 3], "every line but the newest, which is where the table stands"
    table.ok("/undo", steps="2", number=str(table.server.first.room.number))
    assert isinstance(table.table.last_event, RollTaken)
    assert "Redo all 2 steps" in table.page()
    table.ok("/redo", steps="2", number=str(table.server.first.room.number))
    assert table.table == before


def test_looking_back_leads_to_before_a_turn(table: Any) -> None:
    table.begin("Ann", "Ben")
    for _turn in range(3):
        table.roll("w4 w1 r3 y2 g6 b5")
        while table.table.position.phase != "roll":
            table.join(table.table.game.waiting(table.table.position)[0]).marks("-")
    page = table.client.get("/history", follow_redirects=True).text
    found = re.search(r'name="steps" value="(\d+)">(?:(?!</form>).)*Back to before turn 2', page, re.S)
    assert found is not None
    answer = table.client.post("/undo", data={"steps": found[1]})
    assert answer.status_code == 303
    assert (table.table.position.turn, table.table.position.phase) == (2, "roll")
    assert table.table.current_roll is None or table.table.position.roll is None


@pytest.mark.parametrize("steps", ["0", "-1", "x", "", "999999", "²"])
def test_steps_that_are_no_number_are_refused(table: Any, steps: str) -> None:
    table.begin("Ann").roll("w4 w1 r3 y2 g6 b5")
    assert table.post("/undo", steps=steps).status_code == 422
    assert table.post("/undo", steps="5").get_json()["error"]["code"] == "nothing-to-undo"
    assert table.table.position.phase == "white"
