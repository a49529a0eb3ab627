"""Past games on their pages: turns, challenges, amendments, records."""

import io
import json
import re
from typing import Any

from companion.analysis.replay import ReplayedTurn, replay_game
from companion.table.events import Event, RowClosed, SheetTakenOver
from companion.web.pages.look_back.history import (
    decision_colour,
    decision_text,
    sheets_after,
    turn_notes,
    turn_title,
)
from companion.web.session.session import Session
from tests.companion.web.conftest import JSON, ROLL
from tests.companion.web.pages.look_back.results.test_share import finish
from tests.companion.web.pages.pages import error, get, plain, two_turns
from tests.companion.web.pages.tables import pass_turn, play


def test_a_game_that_cannot_be_read_is_listed_with_the_reason(table: Any, phone: Any) -> None:
    """Only the table's screen shows the reason: it names a folder that phones needn't know."""
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

    def open_record(text: str) -> Any:
        return table.client.post("/games/open", data={"record": (io.BytesIO(text.encode()), "game.json")})

    answer = open_record(json.dumps(record))
    assert answer.status_code == 303 and answer.location.startswith("/records/")
    page = get(table, answer.location)
    assert page.count('<span class="stamp">illegal</span>') == 1
    card = plain(get(table, f"{answer.location}/turns/1/white/1"))
    assert "so red 7 is not the white sum" in card
    answer = open_record("[1")
    assert answer.status_code == 422 and 'role="alert"' in answer.text and "Open a record" in answer.text


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


def turns(*events: str | Event, **agreed: object) -> tuple[ReplayedTurn, ...]:
    return replay_game(play(*events, **agreed))  # type: ignore[arg-type]


def decided(turn: ReplayedTurn) -> list[tuple[str, str]]:
    """Return (words, colour of the crossed cell) for each decision of a turn."""
    return [(str(decision_text(each, turn)), decision_colour(each, turn)) for each in turn.decisions]


def notes(*events: str | Event, **agreed: object) -> list[str]:
    return list(map(str, turn_notes(turns(*events, **agreed)[0])))


def highlighted(turn: ReplayedTurn) -> list[str]:
    """Return the new crosses of the first player."""
    return [cell.name for row in sheets_after(turn)[0].rows for cell in row.cells if cell.state == "added"]


def test_decisions_and_dice_or_cards_are_named() -> None:
    (turn,) = turns(ROLL, "Ann a5", "Ben -", "Ann d9")
    assert decided(turn) == [("red 5", "red"), ("passes", ""), ("blue 9", "blue")]
    assert str(turn_title(turn)) == "Turn 1 · Ann throws"
    assert str(turn_title(turns("5", "Ann -", game="cards")[0])) == "Turn 1 · Ann plays cards"


def test_results_of_a_turn_are_told() -> None:
    assert notes(*pass_turn()) == ["Ann takes a penalty."]
    assert decided(turns(*pass_turn())[0])[-1] == ("takes a penalty", "")
    assert notes(*pass_turn(), SheetTakenOver("Ben", "a5 / - / - / -"), RowClosed("c")) == [
        "Ann takes a penalty.",
        "Green is closed: take the green die away.",
        "Ben's sheet was taken over from paper.",
    ]
    assert notes(*pass_turn(), RowClosed("a"), RowClosed("b"))[-1] == "The game ended."


def test_new_crosses_stand_out() -> None:
    _, second = turns(ROLL, "Ann a5", "Ben -", "Ann -", ROLL, "Ann b5", "Ben -", "Ben -")
    assert highlighted(second) == ["b5"]


def test_special_marks_have_the_colour_of_their_row() -> None:
    (turn,) = turns("w1 w5 r2 y2 g2 b2", "Ann b5-6 b6", "Ben a3-4", game="connect-15")
    assert decided(turn) == [("yellow 5-6, then yellow 6", "yellow"), ("red 3-4", "red")]
    (fifteen,) = turns("w5 w6 r4 y1 g1 b1", "Ann 15", "Ben -", game="lucky-15")
    assert decided(fifteen)[0] == ("fifteen on the track", "")


def test_crosses_that_chains_bring_are_told_and_stand_out() -> None:
    chains = {"game": "connected-b", "sheets": {"Ann": "A", "Ben": "B"}}
    (turn,) = turns("w3 w3 r1 y1 g1 b1", "Ann a6", "Ben -", **chains)
    assert list(map(str, turn_notes(turn))) == ["Ann: red 6 brings yellow 6."]
    assert highlighted(turn) == ["a6", "b6"]
