"""In a real browser: what a turn tells by voice, buzz, sound and clock, each where somebody wants it."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.table.events import Decided, GameBegun, RollTaken
from tests.companion.web.conftest import ROLL, Actor, sit_down
from tests.companion.web.new_game import begin_game, choose_game, fill_chairs, open_more
from tests.companion.web.screens import at

pytestmark = pytest.mark.browser

LISTEN = """
window.said = []; window.buzzed = [];
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
speechSynthesis.getVoices = () => [];
speechSynthesis.speak = (words) => window.said.push(words.text);
Object.defineProperty(navigator, "vibrate", { value: (length) => window.buzzed.push(length) });
"""


def test_locks_misses_and_turns_are_told(served: Any, visit_as: Callable[..., Any]) -> None:
    app, address = served
    session = app.extensions["server"].session
    session.dispatch(GameBegun("classic", ("Ann", "Ben")))
    table, ben = visit_as(address), visit_as(address, 390, 780, has_touch=True)
    table.add_init_script(LISTEN)
    table.reload()
    table.locator("body[data-ready]").wait_for()
    ben.add_init_script(LISTEN)
    sit_down(app, ben, address, "Ben")
    ben.get_by_role("button", name="Voice").click()
    for number, sum_ in enumerate((2, 3, 4, 5, 6)):  # Ann needs no cross: Ben has five, then the lock
        session.dispatch(RollTaken(f"w{sum_ - 1} w1 r6 y1 g1 b1", "tapped"))
        session.dispatch(Decided("Ann", f"b{sum_}"))
        session.dispatch(Decided("Ben", f"a{sum_}"))
        session.dispatch(Decided(("Ann", "Ben")[number % 2], "-"))
    session.dispatch(RollTaken("w6 w6 r6 y1 g1 b1", "tapped"))
    session.dispatch(Decided("Ann", "-"))
    session.dispatch(Decided("Ben", "a12"))
    table.get_by_text("Red is closed: take the red die away.").first.wait_for()
    session.dispatch(Decided("Ben", "-"))
    ben.get_by_text("Ann, throw the 5 dice").first.wait_for()
    session.dispatch(RollTaken("w1 w2 y1 g1 b1", "tapped"))
    for player in ("Ann", "Ben", "Ann"):
        session.dispatch(Decided(player, "-"))
    ben.get_by_role("heading", name="Your turn: throw the 5 dice").wait_for()
    at(table, Actor(app))
    said = table.evaluate("window.said")
    assert "Ben locked the red row. Red is closed: take the red die away." in said
    assert "Ann takes a penalty." in said
    assert sum("take the red die away" in each for each in said) == 1, "once is enough"
    assert any("Your turn." in each for each in ben.evaluate("window.said"))
    assert set(ben.evaluate("window.buzzed")) == {120} and table.evaluate("window.buzzed") == []
    table.get_by_text("What happened so far").click()
    history = table.locator("#log").inner_text()
    assert "Ben locked the red row." in history and "Ann takes a penalty." in history


def test_sounds_and_the_clock_are_off_until_somebody_wants_them(
    served: Any, visit_as: Callable[..., Any]
) -> None:
    app, address = served
    session = app.extensions["server"].session
    session.dispatch(GameBegun("classic", ("Ann", "Ben")))
    page = visit_as(address)
    page.locator("body[data-ready]").wait_for()
    session.dispatch(RollTaken(ROLL, "tapped"))
    page.get_by_role("heading", name="White dice make 5").wait_for()
    assert page.locator("#clock").count() == 0 and page.locator("body[data-sounded]").count() == 0
    page.goto(f"{address}/device")
    sound = page.get_by_role("button", name="Short sounds")
    assert sound.get_attribute("aria-pressed") == "false"
    sound.click()
    assert sound.get_attribute("aria-pressed") == "true"
    session.dispatch(GameBegun("classic", ("Ann", "Ben"), clock=1))
    page.goto(address)
    page.locator("body[data-ready]").wait_for()
    session.dispatch(RollTaken(ROLL, "tapped"))
    page.locator("#clock.over").wait_for()
    assert page.locator("#clock [data-left]").inner_text() == "0"
    page.locator('body[data-sounded="over"]').wait_for()
    assert session.table.position.phase == "white", "the clock forces nobody"


def test_teams_and_house_rules_stand_on_the_page(served: Any, visit_as: Callable[..., Any]) -> None:
    _, address = served
    page = visit_as(f"{address}/new", 390, 780)
    choose_game(page)
    fill_chairs(page, "Ann", "Ben", "Cleo")
    open_more(page, "House rules, teams, turn clock")
    page.locator('[data-row="0"] .tick').click()
    for row, sign in enumerate("ABB"):
        page.locator(f'[data-row="{row}"] select[name="team"]').select_option(sign)
    assert page.locator("[data-row]:visible").count() == 3
    page.select_option('select[name="team-score"]', "mean")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    begin_game(page)
    teams = ["".join(text.split()) for text in page.locator("#teams li").all_inner_texts()]
    assert teams == ["Ann0", "Ben&Cleo0"]
    assert page.locator("#house-rules").inner_text() == "House rule: no penalties for Ann."


def test_the_door_keeps_what_was_typed_and_lets_the_own_computer_in(
    served: Any, visit_as: Callable[..., Any]
) -> None:
    app, address = served
    server = app.extensions["server"]
    page = visit_as("about:blank", 320, 700)
    left = {"name": "seat", "value": "of-games-that-were-deleted", "url": address}
    page.context.add_cookies([left])
    page.goto(address)
    page.get_by_role("button", name="Try a game now").wait_for()
    stranger = {"name": "seat", "value": server.seats.give("stranger"), "url": address}
    page.context.add_cookies([stranger])
    page.goto(f"{address}/join")
    page.get_by_label("The table's code").fill("zzzzz")
    page.get_by_role("button", name="Join").click()
    page.get_by_role("alert").filter(has_text="No table here has that code").wait_for()
    assert page.get_by_label("The table's code").input_value() == "zzzzz"
    page.get_by_label("The table's code").fill(server.code.lower())
    page.get_by_role("button", name="Join").click()
    page.get_by_role("heading", name="Who are you?").wait_for()
