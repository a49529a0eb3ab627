"""The program can take a chair: it throws virtual dice and decides, and people can undo its steps."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.table.events import DecisionMade, EventsUndone, GameBegun, RollTaken
from companion.table.timeline import Timeline, fold
from companion.web.app import close, create_app
from companion.web.session.computer_players import computer_event, has_computer_to_act
from tests.companion.web.conftest import JSON, ROLL, Actor, Phone
from tests.waiting import until

AGAINST = {"player": ["Ann", ""], "computer": ["", "best"], "source": "pretend"}
NEVER = 1000
"""Factor for the computer player's pauses, so large that this player does nothing during a test."""


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., Actor]]:
    """Yield a function that opens the same table again. `pace`: factor for the computer's pauses."""
    apps: list[Any] = []

    def build(pace: float = 0.01) -> Actor:
        for app in apps:
            close(app)
        apps[:] = [create_app({"DATA": tmp_path / "games", "PACE": pace})]
        return Actor(apps[0])

    yield build
    for app in apps:
        close(app)


@pytest.fixture
def thrown(opened: Callable[..., Actor]) -> Actor:
    """Return a table at which Ann has thrown, and the computer has decided."""
    table = opened()
    table.ok("/begin", first="1", **AGAINST)
    table.ok("/throw")
    until(lambda: table.table.decision("Computer") is not None)
    return table


def timeline_of(*events: Any, **agreed: Any) -> Timeline:
    begun = GameBegun("classic", ("Ann", "Computer"), computers={"Computer": "best"}, **agreed)
    timeline = fold([begun, *events])
    assert timeline is not None
    return timeline


def test_it_acts_when_something_is_its_to_do() -> None:
    assert not has_computer_to_act(timeline_of(pretend=True)), "Ann throws"
    rolled = timeline_of(RollTaken(ROLL, "thrown"), pretend=True)
    assert has_computer_to_act(rolled)
    event = computer_event(rolled.present, random.Random(1))
    assert isinstance(event, DecisionMade) and event.player == "Computer"
    turn = (
        RollTaken(ROLL, "thrown"),
        DecisionMade("Ann", "-"),
        DecisionMade("Computer", "-"),
        DecisionMade("Ann", "-"),
    )
    ours = timeline_of(*turn, pretend=True)
    assert has_computer_to_act(ours) and isinstance(computer_event(ours.present), RollTaken)
    assert not has_computer_to_act(timeline_of(*turn)), "people roll the table's dice for it"


def test_after_an_undo_it_waits_while_people_have_something_to_do() -> None:
    undone = timeline_of(RollTaken(ROLL, "thrown"), DecisionMade("Computer", "a5"), EventsUndone(1))
    assert not has_computer_to_act(undone)
    alone = timeline_of(
        RollTaken(ROLL, "thrown"), DecisionMade("Ann", "a5"), DecisionMade("Computer", "b5"), EventsUndone(1)
    )
    assert has_computer_to_act(alone), "only the computer is left to go on"


def test_a_table_plays_against_it_to_the_end(opened: Callable[..., Actor]) -> None:
    table = opened()
    table.ok("/begin", player=["Ann", "", "Ben"], computer=["", "good", ""], first="1", source="pretend")
    assert table.table.game.players == ("Ann", "Computer", "Ben")
    assert table.table.computers == {"Computer": "good"}

    def over() -> bool:
        now = table.table
        if now.position.phase == "roll" and now.active in now.people:
            table.post("/throw")
        moment = f"{now.position.turn}-{now.position.phase}"
        for player in set(now.game.waiting(now.position)) & set(now.people):
            table.post("/mark", player=player, mark="-", moment=moment)
        return table.table.position.end is not None

    until(over)
    assert table.table.game.scores(table.table.position)["Computer"].total > 0


def test_it_pauses_and_goes_on_after_a_restart(opened: Callable[..., Actor]) -> None:
    table = opened(NEVER)
    table.ok("/begin", first="1", **AGAINST)
    table.ok("/throw")
    table.ok("/mark", player="Ann", mark="-")
    assert table.table.decision("Computer") is None and table.table.position.phase == "white"
    again = opened()
    until(lambda: again.table.position.phase == "colour")
    assert again.table.computers == {"Computer": "best"} and again.table.throws_virtual_dice


def test_it_sleeps_until_something_happens(opened: Callable[..., Actor]) -> None:
    table = opened()
    session = table.server.session
    waits: list[float | None] = []

    def wait_until(condition: Callable[[], bool], seconds: float | None = None) -> bool:
        waits.append(seconds)
        return type(session).wait_until(session, condition, seconds)

    session.wait_until = wait_until  # type: ignore[method-assign]
    table.begin("Ann", "Ben").roll(ROLL)
    until(lambda: len(waits) > 0)
    assert waits == [None] * len(waits), "no table without computers is looked at by the clock"
    table.ok("/begin", first="1", **AGAINST)
    table.ok("/throw")
    until(lambda: table.table.decision("Computer") is not None)


def test_undo_goes_back_to_what_a_person_did(thrown: Actor) -> None:
    thrown.ok("/mark", player="Ann", mark="-")
    until(lambda: thrown.table.position.phase == "colour")
    thrown.ok("/mark", player="Ann", mark="-")
    until(lambda: thrown.table.position.phase == "white" and thrown.table.decision("Computer") is not None)
    assert "Undo: Ann&#39;s penalty" in thrown.page()
    thrown.ok("/undo")
    assert thrown.table.position.phase == "colour" and thrown.table.position.turn == 1
    assert "Redo" in thrown.page(), "the computer waits, so what was undone can be redone"
    thrown.ok("/redo")
    assert thrown.table.position.turn == 2 and thrown.table.position.sheet("Ann").misses == 1


def test_its_reason_is_there_unless_choices_are_hidden_and_its_sheet_takes_no_taps(thrown: Actor) -> None:
    page = thrown.page()
    assert "Why Computer did that" in page and "plays its best" in page
    assert 'name="mark"' not in page[page.index('id="sheet-1"') : page.index('id="why-1"')]
    thrown.ok("/begin", first="1", hidden="on", **AGAINST)
    thrown.ok("/throw")
    until(lambda: thrown.table.decision("Computer") is not None)
    assert "Why?" not in thrown.page()


def test_nobody_sits_on_its_chair_and_no_phone_throws_or_marks_for_it(opened: Callable[..., Actor]) -> None:
    table = opened(NEVER)
    table.ok("/begin", first="2", **AGAINST)
    phone = Phone(table.app).scan(table)
    assert "Computer" not in phone.get("/join").text
    assert phone.post("/sit", player="Computer").status_code == 422
    phone.sit(player="Ann")
    assert phone.refused("/throw") == "not-yours"
    table.ok("/throw")  # the table's screen may, if the computer's pause is too long for it
    assert phone.refused("/mark", player="Computer", mark="-") == "not-yours"


def test_games_against_it_count_only_for_who_asks(opened: Callable[..., Actor]) -> None:
    table = opened()
    table.ok("/begin", first="1", rounds="1", **AGAINST)
    table.ok("/throw")

    def over() -> bool:
        now = table.table
        if "Ann" in now.game.waiting(now.position):
            table.post("/mark", player="Ann", mark="-")
        return now.position.end is not None

    until(over)
    assert "No game has been finished here yet" in table.client.get("/statistics").text
    assert "Computer" in table.client.get("/statistics?computers=1").text
    page = table.client.get("/new").text
    assert '<option value="Ann"></option>' in page and '<option value="Computer"></option>' not in page
    table.ok("/again")
    assert table.table.computers == {"Computer": "best"} and table.table.active == "Computer"


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"computer": ["", "best"], "game": "cards"}, "holds no cards"),
        ({"computer": ["", "best"], "paper": "on"}, "no paper"),
        ({"computer": ["good", "best"]}, "Only computers are at the table"),
        ({"computer": ["", "cheating"]}, "choose one of the three"),
    ],
)
def test_impossible_computer_players_are_refused(table: Actor, sent: dict[str, Any], why: str) -> None:
    answer = table.client.post("/begin", data={"player": ["Ann", ""], "first": "1", **sent})
    assert answer.status_code == 422 and why in answer.text


def test_it_never_takes_the_name_of_a_person(opened: Callable[..., Actor]) -> None:
    table = opened(NEVER)
    table.ok("/begin", player=["Computer", "", ""], computer=["", "best", "good"], first="1")
    assert table.table.game.players == ("Computer", "Computer 2", "Computer 3")
    assert table.table.people == ("Computer",)
    spanish = table.client.post("/begin", data=AGAINST, headers={**JSON, "Accept-Language": "es"})
    assert spanish.status_code == 200 and "Ordenador" in table.table.game.players


def test_the_first_page_begins_a_guided_game_with_one_tap(opened: Callable[..., Actor]) -> None:
    table = opened(NEVER)
    page = table.client.get("/", follow_redirects=True).text
    for way in ("Try a game now", "Play with our dice and paper", "Print sheets", "Learn the rules"):
        assert way in page
    table.ok("/try")
    assert table.table.people == ("Guest",) and table.table.active == "Guest"
    page = table.page()
    assert "Your turn: throw the 6 dice" in page and "The white dice are for everyone" in page
    assert "Photograph" not in page and "Tap the dice in" not in page
    table.ok("/throw")
    again = opened(NEVER)
    assert "that stands out on your sheet" in again.page(), "it is explained after a restart too"
    assert "Guest" not in again.client.get("/new").text, "nobody is called so"
