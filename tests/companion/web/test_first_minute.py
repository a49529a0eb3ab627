"""In a real browser: somebody who never heard of the game opens the page and plays, guided, at once."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.web.access.seats import hashed
from companion.web.app import close, create_app
from companion.web.session.computer_players import CHANCE
from tests.companion.web.conftest import Actor, Phone
from tests.companion.web.screens import LAPTOP, PHONE, box
from tests.waiting import until_seen

pytestmark = pytest.mark.browser

DECISION = '.sheet.mine button.cell.legal, .sheet.mine:not(:has(button.cell.legal)) .act button[value="-"]'
"""The places that a player may mark; if there are none, the button that marks nothing."""


@pytest.fixture
def opened(
    tmp_path: Path, serve: Callable[[Any], str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Actor, str]]:
    # the same throws each time: after some, the newcomer could mark nothing, and the turn would go on alone
    monkeypatch.setattr(CHANCE, "randint", Random(1).randint)
    app = create_app({"DATA": tmp_path / "games", "PACE": 0.1})
    yield Actor(app), serve(app)
    close(app)


class Newcomer:
    """Somebody who reads what the page says now and taps what stands out, and nothing else."""

    def __init__(self, page: Any, session: Callable[[], Any]) -> None:
        """Watch the page of a newcomer; `session` returns the session that the page shows."""
        self.page, self.session, self.taps = page, session, 0

    def tap(self, place: Any) -> None:
        place.click()
        self.taps += 1

    def shows(self, number: int) -> bool:
        """Return True if the page shows the table after that event."""
        shown = self.page.evaluate("Number(document.body.dataset.shown ?? document.body.dataset.number)")
        return bool(shown >= number)

    def play(self, until_turn: int) -> None:
        """Go on with the game until that turn, or its end."""
        while (position := self.session().table.position).turn < until_turn and position.end is None:
            before = self.session().number  # read first: the computer may act meanwhile
            until_seen(self.page, lambda before=before: self.shows(before))
            # one locator: the computer may throw between two looks, and its button is gone then
            offered = self.page.get_by_role("button", name="Throw the dice").or_(self.page.locator(DECISION))
            if offered.count():
                # until the tap is answered the page still offers it, whatever the computer does meanwhile
                with self.page.expect_response(lambda answer: answer.request.method == "POST"):
                    self.tap(offered.first)
            until_seen(self.page, lambda before=before: self.session().number > before)


def test_a_newcomer_plays_a_guided_game_at_once(
    opened: tuple[Actor, str], open_device: Callable[..., Any]
) -> None:
    table, address = opened
    page = open_device(LAPTOP)
    seen: list[str] = []
    page.on("framenavigated", lambda frame: seen.append(frame.url.removeprefix(address)))
    page.goto(address)
    newcomer = Newcomer(page, lambda: table.server.session)
    offered = page.get_by_role("button", name="Try a game now")
    assert box(page, ".ways-in form .button").bottom < LAPTOP["height"], "what to tap is in sight"
    newcomer.tap(offered)
    page.get_by_role("heading", name="Your turn: throw the 6 dice").wait_for()
    page.locator("body[data-ready]").wait_for()
    assert "the coloured ones for you alone." in page.inner_text("#explanation")
    for part in (".turn .ways .button", "#explanation", ".sheet.mine .rows"):
        assert box(page, part).bottom <= LAPTOP["height"], f"{part} is in sight without scrolling"
    newcomer.tap(page.get_by_role("button", name="Throw the dice"))
    page.get_by_role("heading", name=re.compile("White dice make")).wait_for()
    assert "that stands out on your sheet" in page.inner_text("#explanation")
    newcomer.tap(page.locator(".sheet.mine button.cell.legal").first)
    page.get_by_role("heading", name="Your turn: one white die and one coloured die").wait_for()
    assert "Add one white die to one coloured die" in page.inner_text("#explanation")
    newcomer.play(2)
    assert newcomer.taps <= 4, "the first turn is finished: to try, to throw, and two decisions"
    page.get_by_role("heading", name=re.compile("White dice make")).wait_for()
    page.get_by_role("button", name="Why?").wait_for()
    page.get_by_role("button", name="Why?").click()
    page.get_by_role("heading", name="Why Computer did that").wait_for()
    page.get_by_role("button", name="Close").last.click()
    newcomer.play(4)
    assert newcomer.taps <= 12, "two taps a decision at most"
    assert [path for path in seen if path not in ("/", "/new")] == [], "no document, no form"
    assert table.table.game.scores(table.table.position)["Guest"].total != 0


def begun(page: Any) -> Any:
    """Return the page of a guided game that has just begun."""
    page.get_by_role("button", name="Try a game now").click()
    page.locator("body[data-ready]").wait_for()
    return page


def test_the_dice_tumble_and_lie_within_a_second(
    opened: tuple[Actor, str], visit_as: Callable[..., Any]
) -> None:
    table, address = opened
    page = begun(visit_as(address, reduced_motion="no-preference"))
    page.evaluate(
        """() => { const animate = Element.prototype.animate; window.rolls = [];
        Element.prototype.animate = function (frames, timing) {
          if (this.matches(".dice .die")) window.rolls.push(timing.duration);
          return animate.call(this, frames, timing); } }"""
    )
    page.get_by_role("button", name="Throw the dice").click()
    until_seen(page, lambda: page.evaluate("window.rolls.length") == 6)
    assert max(page.evaluate("window.rolls")) <= 1000
    page.locator(".sheet.mine button.cell.legal").first.click()
    page.get_by_role("heading", name="Your turn: one white die and one coloured die").wait_for()
    assert page.evaluate("window.rolls.length") == 6, "dice that lie do not roll again"
    assert table.table.current_roll is not None


def test_nothing_tumbles_where_the_system_asks_for_rest(
    opened: tuple[Actor, str], visit_as: Callable[..., Any]
) -> None:
    page = begun(visit_as(opened[1], reduced_motion="reduce"))
    page.get_by_role("button", name="Throw the dice").click()
    page.get_by_role("heading", name=re.compile("White dice make")).wait_for()
    assert (
        page.evaluate("document.getAnimations().filter(each => each.effect.target.matches('.dice *')).length")
        == 0
    )


def test_a_phone_that_joined_tries_a_game_while_nobody_plays(
    opened: tuple[Actor, str], open_device: Callable[..., Any]
) -> None:
    table, address = opened
    token = table.server.seats.give("player", "Lea")
    page = open_device(PHONE)
    page.context.add_cookies([{"name": "seat", "value": token, "url": address}])
    page.goto(address)
    newcomer = Newcomer(page, lambda: table.server.session_of(hashed(token)))
    newcomer.tap(page.get_by_role("button", name="Try a game now"))
    page.get_by_role("heading", name="Your turn: throw the 6 dice").wait_for()
    page.locator("body[data-ready]").wait_for()
    assert "the coloured ones for you alone." in page.inner_text("#explanation")
    for part in (".turn .ways .button", "#explanation", ".sheet.mine .rows"):
        assert box(page, part).bottom <= PHONE["height"], f"{part} is in sight without scrolling"
    newcomer.play(2)
    assert newcomer.taps <= 4, "to try, to throw, and two decisions"
    assert newcomer.session().table.turns, "the first turn is finished"
    table.begin("Lea", "Max")
    assert Phone(table.app).scan(table).sit(player="Max").refused("/try") == "playing"
