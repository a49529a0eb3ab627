"""Looking back through the page's requests: history, challenges, amending, replay, records, statistics."""

import io
import json
import re
from typing import Any

import pytest

from companion.web.session.session import Session
from tests.companion.web.pages.pages import ROLL, get, plain, two_turns


def test_the_history_lists_every_turn_with_its_decisions(table: Any) -> None:
    two_turns(table)
    assert table.client.get("/history").location == "/games/1"
    page = get(table, "/games/1")
    assert page.index("Turn 2 · Ben throws") < page.index("Turn 1 · Ann throws")
    assert 'href="/games/1/turns/1/white/0"' in page
    assert "Ben takes a miss." in plain(page)


def test_a_game_that_cannot_be_read_is_listed_with_the_reason(table: Any, phone: Any) -> None:
    """On the table's screen: phones need not know the folder."""
    two_turns(table)
    store = table.server.store
    begun = '{"kind":"game-begun","game":"duel","players":["Ann","Ben"],"characters":{}}'
    game = store.new_game()
    store.write("INSERT INTO event (game, at, event) VALUES (?, ?, ?)", (game, 0.0, begun))
    page = plain(get(table, "/games"))
    assert f"Game {game} in" in page and "cannot be read (the Duel, On Board and Characters are not" in page
    assert 'href="/games/1"' in get(table, "/games")
    guest = phone().scan(table).get("/games").text
    assert 'href="/games/1"' in guest and "cannot be read" not in guest


@pytest.mark.parametrize("address", ["/games/1", "/rules/classic", "/rules/bonus-a"])
def test_no_points_are_written_as_minus_nothing(table: Any, address: str) -> None:
    two_turns(table)
    assert not re.search(r"\u2212\s*0\b", plain(get(table, address)))


def test_a_challenge_has_roll_sheet_rule_source_and_what_was_legal(table: Any) -> None:
    two_turns(table)
    page = plain(get(table, "/games/1/turns/1/white/0"))
    assert "The white dice show 4 + 1 = 5, and red 5 stands right of every cross in its row." in page
    assert "The white sum, for everyone" in page and "Source: Qwixx (NSV)" in page
    assert all(cell in page for cell in ("yellow 5", "green 5", "blue 5"))
    miss = plain(get(table, "/games/1/turns/2/colour/1"))
    assert "Ben threw the dice and marked nothing in the whole turn: that is a miss." in miss


def test_another_cell_is_asked_about_and_its_rule_is_said_in_the_readers_language(table: Any) -> None:
    two_turns(table)
    page = plain(get(table, "/games/1/turns/1/white/0?cell=a9"))
    assert "illegal" in page and "so red 9 is not the white sum" in page
    assert "legal" in plain(get(table, "/games/1/turns/1/white/0?cell=c5"))
    table.client.set_cookie("language", "de")
    german = get(table, "/games/1/turns/1/white/0?cell=a9")
    assert "so red 9 is not" not in german and "/rules/white-sum" in german
    get(table, "/games/1/turns/1/white/0?cell=zz", 422)


@pytest.mark.parametrize(
    "address", ["/games/9", "/games/1/turns/7", "/games/1/turns/1/colour/1", "/records/0123"]
)
def test_what_is_not_there_is_said_in_one_sentence(table: Any, address: str) -> None:
    two_turns(table)
    answer = table.client.get(address, headers={"Accept": "application/json"})
    assert answer.status_code == 404 and answer.get_json()["error"]["text"].endswith(".")


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


def test_what_is_hidden_until_all_have_chosen_is_hidden_here_too(table: Any) -> None:
    table.ok("/begin", player=["Ann", "Ben"], first="1", game="classic", hidden="on")
    table.roll(ROLL)
    table.join("Ann").marks("a5")
    assert "red 5" not in plain(get(table, "/games/1")) + plain(get(table, "/games/1/turns/1"))
    assert "a5" not in get(table, "/games/1/record.json") + get(table, "/record.json")
    table.join("Ben").marks("-")
    assert "red 5" in plain(get(table, "/games/1"))


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


def test_an_unfinished_game_goes_on_after_another_one_and_after_a_restart(table: Any, phone: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    table.join("Ann").marks("a5")
    stood = table.table.position
    assert "The game on the table is not finished (Ann, Ben, turn 1)" in table.client.get("/new").text
    table.begin("Cleo", "Dora").roll(ROLL)
    games = table.client.get("/games").text
    assert games.count('action="/games/1/go-on"') == 1 and "/games/2/go-on" not in games
    guest = phone().scan(table)
    assert "go-on" not in guest.get("/games").text
    assert guest.refused("/games/1/go-on") == "guest"
    assert 'form="go-on"' in table.client.get("/games/1").text
    assert table.client.post("/games/1/go-on").status_code == 303
    assert table.table.position == stood and "The game went on." in table.page()
    again = table.client.get("/games").text
    assert 'action="/games/2/go-on"' in again and "/games/1/go-on" not in again
    restarted = Session(table.server.store)
    assert restarted.game == 1 and restarted.table is not None and restarted.table.position == stood


def test_a_game_that_is_over_is_not_gone_on_with(table: Any) -> None:
    table.begin("Ann")
    for _ in range(4):
        table.roll(ROLL)
        table.join("Ann").marks("-").marks("-")
    table.begin("Ben").roll(ROLL)
    assert "go-on" not in table.client.get("/games").text
    answer = table.post("/games/1/go-on")
    assert answer.get_json()["error"]["code"] == "game-over" and table.table.game.players == ("Ben",)


def test_a_file_that_is_no_record_leaves_the_page_there(table: Any) -> None:
    answer = table.client.post("/games/open", data={"record": (io.BytesIO(b"[1"), "bad.json")})
    assert answer.status_code == 422 and 'role="alert"' in answer.text and "Open a record" in answer.text
