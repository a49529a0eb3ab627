"""Looking back through the page's requests: history, challenges, amending, replay, records, statistics."""

import io
import json
import re
from typing import Any

from companion.web.session.session import Session
from tests.companion.web.conftest import JSON, ROLL
from tests.companion.web.pages.look_back.results.test_share import finish
from tests.companion.web.pages.pages import error, get, plain, two_turns


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


def test_missing_game_gets_one_sentence(table: Any) -> None:
    two_turns(table)
    for address in ("games/9", "games/1/turns/7", "games/1/turns/1/colour/1", "records/0123"):
        answer = table.client.get(f"/{address}", headers=JSON)
        assert answer.status_code == 404 and error(answer)


def test_a_record_from_anywhere_is_opened_judged_and_replayed(table: Any) -> None:
    dice = {"white": [4, 1], "red": 3, "yellow": 2, "green": 6, "blue": 5}
    turn = {"dice": dice, "white": {"Emma": "a5", "Max": "a7"}, "colour": "b3"}
    record = {"format": "qwixx-record/1", "game": "classic", "players": ["Emma", "Max"], "turns": [turn]}
    data = json.dumps(record).encode()
    answer = table.client.post("/games/open", data={"record": (io.BytesIO(data), "game.json")})
    assert answer.status_code == 303 and answer.location.startswith("/records/")
    page = get(table, answer.location)
    assert page.count('<span class="stamp">illegal</span>') == 1
    card = plain(get(table, f"{answer.location}/turns/1/white/1"))
    assert "so red 7 is not the white sum" in card


def test_history_keeps_hidden_choices_hidden(table: Any) -> None:
    table.ok("/begin", player=["Ann", "Ben"], first="1", game="classic", hidden="on")
    table.roll(ROLL)
    table.join("Ann").marks("a5")
    assert "red 5" not in plain(get(table, "/games/1")) + plain(get(table, "/games/1/turns/1"))
    assert "a5" not in get(table, "/games/1/record.json") + get(table, "/record.json")
    table.join("Ben").marks("-")
    assert "red 5" in plain(get(table, "/games/1"))


def test_looking_back_leads_to_before_a_turn(table: Any) -> None:
    two_turns(table)
    page = table.client.get("/history", follow_redirects=True).text
    match = re.search(r'name="steps" value="(\d+)">(?:(?!</form>).)*Back to before turn 2', page, re.S)
    assert match is not None
    answer = table.client.post("/undo", data={"steps": match[1]})
    assert answer.status_code == 303
    assert (table.table.position.turn, table.table.position.phase) == (2, "roll")


def test_an_unfinished_game_goes_on_after_another_one_and_after_a_restart(table: Any, phone: Any) -> None:
    table.begin("Ann", "Ben").roll(ROLL)
    table.join("Ann").marks("a5")
    stood = table.table.position
    assert "The game on the table is not finished (Ann, Ben, turn 1)" in table.client.get("/new").text
    table.begin("Cleo", "Dora").roll(ROLL)
    games = table.client.get("/games").text
    assert "Ann, Ben" in games and "Cleo, Dora" in games and "not finished" in games
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
    finish(table, "Ann")
    table.begin("Ben").roll(ROLL)
    assert "go-on" not in table.client.get("/games").text
    assert error(table.post("/games/1/go-on"))["code"] == "game-over"
    assert table.table.game.players == ("Ben",)


def test_a_file_that_is_no_record_leaves_the_page_there(table: Any) -> None:
    answer = table.client.post("/games/open", data={"record": (io.BytesIO(b"[1"), "bad.json")})
    assert answer.status_code == 422 and 'role="alert"' in answer.text and "Open a record" in answer.text
