"""In a real browser, a family's evening: three games, five people, one who comes late and one who leaves."""

import os
import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.table.events import DecisionMade, RollTaken
from tests.companion.web.conftest import Actor
from tests.companion.web.new_game import begin_game, choose_game, let_begin, open_more
from tests.companion.web.screens import PHONE, SMALL_PHONE, at, changed, fits

pytestmark = pytest.mark.browser

FULL = os.environ.get("QWIXX_COUNTS") == "full"


class Evening:
    """An evening of games: the laptop, the phones, and what people do on them."""

    def __init__(self, actor: Actor, address: str, look: Callable[..., Any]) -> None:
        self.actor, self.address, self.open = actor, address, look
        self.laptop = look(path="/new")
        self.phones: dict[str, Any] = {}

    @property
    def table(self) -> Any:
        return self.actor.table

    def phone(self, player: str, size: dict[str, int] = PHONE, late: bool = False) -> None:
        """Open the join page on `player`'s phone, and join. `late`: True if a game is already running."""
        page = self.open(size, f"/join/{self.actor.server.key}", has_touch=True)
        if late:
            page.get_by_text("I am new here").click()
            assert fits(page)
        page.get_by_label("Your name").fill(player)
        page.get_by_role("button", name="Join this game" if late else "Join", exact=True).click()
        page.wait_for_url(f"{self.address}/")
        self.phones[player] = page

    def ready(self) -> None:
        for page in (self.laptop, *self.phones.values()):
            page.locator("body[data-ready]").wait_for()

    def begin(self, game: str, *names: str, rounds: int = 0) -> None:
        page = self.laptop
        page.goto(f"{self.address}/new")
        choose_game(page, game)
        fields = page.locator('input[name="player"]').all()
        for field, name in zip(fields, (*names, *[""] * (len(fields) - len(names))), strict=True):
            field.fill(name, force=True)
        let_begin(page)
        if rounds:
            open_more(page, "House rules, teams, turn clock")
            page.locator('input[name="rounds"]').fill(str(rounds))
        assert fits(page)
        begin_game(page)
        assert self.table.game.name == game and self.table.game.players == names

    def type_roll(self, digits: str) -> None:
        self.laptop.locator("#main [data-typed]").wait_for(state="attached")
        self.laptop.locator("body").click(position={"x": 5, "y": 5})
        self.laptop.keyboard.type(digits)
        self.laptop.get_by_role("heading", name=re.compile("White dice make")).wait_for()

    def tap(self, player: str, name: str | re.Pattern[str]) -> None:
        """Tap on the player's phone, or on the table's screen if the player has no phone."""
        page = self.phones.get(player, self.laptop)
        at(page, self.actor)
        sheet = page.locator(f'form.sheet[aria-label="Sheet of {player}"]')
        with changed(page, self.actor):
            sheet.get_by_role("button", name=name).first.click()

    def passes(self, *players: str) -> None:
        for player in players:
            self.tap(player, re.compile(r"^(Pass|Skip to|Done|Take a penalty)"))

    def turn_without_a_cross(self, roll: str) -> None:
        """Play a turn without a cross: by taps in a full test run, otherwise by dispatching events."""
        if FULL:
            digits = "".join(each for each in roll if each.isdigit())
            self.type_roll(digits)
            self.passes(*self.table.game.players, self.table.active)
            return
        session = self.actor.server.session
        session.dispatch(RollTaken(roll, "tapped"))
        for player in (*self.table.game.players, self.table.active):
            session.dispatch(DecisionMade(player, "-"))

    def shows(self, player: str, text: str) -> None:
        self.phones[player].get_by_text(text).first.wait_for()


@pytest.fixture
def evening(table: Actor, address: str, look: Callable[..., Any]) -> Evening:
    """Return an `Evening` at which Ann, Ben and Cleo have joined with phones."""
    evening = Evening(table, address, look)
    for player, size in (("Ann", PHONE), ("Ben", SMALL_PHONE), ("Cleo", PHONE)):
        evening.phone(player, size)
    return evening


def test_a_late_comer_plays_from_the_next_turn_to_the_last_round(evening: Evening) -> None:
    assert fits(evening.phones["Ann"])
    evening.begin("classic", "Ann", "Ben", "Cleo", "Emil", rounds=1)
    evening.ready()
    evening.phones["Ann"].get_by_role("heading", name="Your turn: throw the 6 dice").wait_for()
    assert fits(evening.phones["Ann"])
    evening.type_roll("413265")
    evening.phone("Dora", late=True)  # in the middle of the turn
    evening.shows("Ann", "After this turn: Dora")
    evening.tap("Ann", "red 5, legal now")
    evening.tap("Ben", "yellow 5, legal now")
    evening.tap("Emil", "blue 5, legal now")
    assert fits(evening.phones["Ben"])
    evening.tap("Cleo", "green 5, legal now")
    evening.tap("Ann", "Done")
    evening.phones["Dora"].locator('form.mine[aria-label="Sheet of Dora"]').wait_for()
    assert evening.table.game.players == ("Ann", "Ben", "Cleo", "Emil", "Dora")
    assert fits(evening.phones["Dora"])
    for active in ("Ben", "Cleo", "Emil", "Dora"):
        assert evening.table.active == active
        evening.turn_without_a_cross("w1 w2 r1 y2 g3 b4")
    evening.laptop.get_by_text(
        "The game ended in turn 5 with the last round of this table's house rule."
    ).first.wait_for()
    assert evening.table.position.end.reason == "house-rounds" and evening.table.position.end.turn == 5
    assert fits(evening.laptop)
    assert fits(evening.phones["Ben"])


def test_longo_is_left_by_one_and_waits_while_cards_are_tried(evening: Evening) -> None:
    evening.begin("longo", "Ann", "Ben", "Cleo", "Emil", "Dora")
    evening.phones["Ann"].get_by_role("heading", name="Your turn: throw the 6 dice").wait_for()
    assert fits(evening.phones["Ben"])
    evening.turn_without_a_cross("w8 w7 r1 y2 g3 b4")
    evening.laptop.goto(f"{evening.address}/seats")
    assert fits(evening.laptop)
    cleo = evening.laptop.locator(".people-list li", has_text="Cleo")
    cleo.locator("summary").click()
    with evening.laptop.expect_navigation():
        cleo.get_by_role("button", name="Let them leave").click()
    assert evening.table.game.players == ("Ann", "Ben", "Emil", "Dora")
    assert evening.table.departed[0][0] == "Cleo"
    longo = evening.table.position

    evening.begin("cards", "Ann", "Ben", "Emil", "Dora")
    evening.laptop.get_by_role("button", name="The number for everyone is 7").click()
    for player in ("Ann", "Ben", "Emil", "Dora"):
        evening.passes(player)
    evening.shows("Ann", "Your turn: play one to three cards of one colour")
    evening.phones["Ann"].locator(".sheet.mine #c0c9").click()
    assert fits(evening.phones["Ann"])
    evening.laptop.goto(f"{evening.address}/games")
    assert fits(evening.laptop)
    evening.laptop.get_by_role("button", name="Go on").last.click()
    evening.laptop.get_by_role("heading", name=re.compile("Ben, throw the 6 dice")).wait_for()
    assert evening.table.position == longo
    evening.phones["Ben"].get_by_role("heading", name="Your turn: throw the 6 dice").wait_for()
    assert fits(evening.laptop)
    evening.laptop.goto(f"{evening.address}/games")
    assert evening.laptop.locator(".game-list > li").count() == 2
