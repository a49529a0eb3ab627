"""A newcomer opens the page in a real browser and plays a guided game at once."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.rules import ALL_VARIANTS
from companion.web.access.seats import hashed
from companion.web.session.computer_players import CHANCE
from tests.companion.web.conftest import Actor, Phone
from tests.companion.web.new_game import begin_game, choose_game, fill_chairs, let_begin, open_more
from tests.companion.web.screens import LAPTOP, PHONE, SMALL_PHONE, box, boxes, fits, shows, tap_dice
from tests.waiting import until_seen

pytestmark = pytest.mark.browser

DECISION = '.sheet.mine button.cell.legal, .sheet.mine:not(:has(button.cell.legal)) .act button[value="-"]'
"""Selector of the cells that a player may mark or, if there are none, of the button that passes."""


@pytest.fixture
def settings(settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    # the same throws each time: after some, the newcomer could mark nothing, and the turn would go on alone
    monkeypatch.setattr(CHANCE, "randint", Random(1).randint)
    return settings | {"PACE": 0.1}


class Newcomer:
    """Somebody who reads what the page says now and taps what stands out, and nothing else."""

    def __init__(self, page: Any, session: Callable[[], Any]) -> None:
        """Watch the page of a newcomer; `session` returns the session that the page shows."""
        self.page, self.session, self.taps = page, session, 0

    def tap(self, place: Any) -> None:
        place.click()
        self.taps += 1

    def begin(self) -> None:
        """Begin a trial game; assert that instruction and explanation are visible without scrolling."""
        self.tap(self.page.get_by_role("button", name="Try a game now"))
        self.page.get_by_role("heading", name="Your turn: throw the 6 dice").wait_for()
        self.page.locator("body[data-ready]").wait_for()
        assert "the coloured ones for you alone." in self.page.inner_text("#explanation")
        for part in (".turn .ways .button", "#explanation", ".sheet.mine .rows"):
            assert box(self.page, part).bottom <= self.page.viewport_size["height"], part

    def play(self, until_turn: int) -> None:
        """Play until turn `until_turn` or the end of the game."""
        while (position := self.session().table.position).turn < until_turn and position.end is None:
            before = self.session().number  # read first: the computer may act meanwhile
            shows(self.page, before)
            # one locator: the computer may throw between two looks, and its button is gone then
            offered = self.page.get_by_role("button", name="Throw the dice").or_(self.page.locator(DECISION))
            if offered.count():
                # until the tap is answered the page still offers it, whatever the computer does meanwhile
                with self.page.expect_response(lambda answer: answer.request.method == "POST"):
                    self.tap(offered.first)
            until_seen(self.page, lambda before=before: self.session().number > before)


def test_a_newcomer_plays_a_guided_game_at_once(table: Actor, address: str, open_device: Any) -> None:
    page = open_device(LAPTOP)
    seen: list[str] = []
    page.on("framenavigated", lambda frame: seen.append(frame.url.removeprefix(address)))
    page.goto(address)
    newcomer = Newcomer(page, lambda: table.server.session)
    assert box(page, ".ways-in form .button").bottom < LAPTOP["height"], "what to tap is in sight"
    newcomer.begin()
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


def test_the_dice_tumble_once_and_lie_within_a_second(table: Actor, look: Any) -> None:
    page, calm = (look(path="/new", reduced_motion=motion) for motion in ("no-preference", "reduce"))
    page.get_by_role("button", name="Try a game now").click()
    page.locator("body[data-ready]").wait_for()
    calm.goto(page.url)
    calm.locator("body[data-ready]").wait_for()
    for each in (page, calm):
        each.evaluate(
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
    calm.get_by_role("heading", name="Your turn: one white die and one coloured die").wait_for()
    assert calm.evaluate("window.rolls") == [], "the system asks for rest"


def test_a_phone_that_joined_tries_a_game_while_nobody_plays(table: Actor, look: Any) -> None:
    page = look(PHONE, player="Lea")
    (token,) = (each["value"] for each in page.context.cookies() if each["name"].startswith("seat"))
    newcomer = Newcomer(page, lambda: table.server.session_of(hashed(token)))
    newcomer.begin()
    newcomer.play(2)
    assert newcomer.taps <= 4, "to try, to throw, and two decisions"
    assert newcomer.session().table.turns, "the first turn is finished"
    table.begin("Lea", "Max")
    assert Phone(table.app).scan(table).sit(player="Max").refused("/try") == "playing"


def test_a_first_game_explains_each_step_and_stops_when_asked(look: Any) -> None:
    page = look(SMALL_PHONE, "/new")
    choose_game(page)
    fill_chairs(page, "Ann", "Ben")
    open_more(page)
    page.get_by_label("First game with us?").check()
    let_begin(page)
    begin_game(page)
    page.locator("#explanation").get_by_text("The white dice are for everyone").wait_for()
    tap_dice(page, "w4 w1 r3 y2 g6 b5")
    page.locator("#explanation").get_by_text("Mind the gaps").wait_for()
    assert "White" in page.locator("h1").first.inner_text()
    page.get_by_role("button", name="We know now, thanks").click()
    page.locator("#explanation").wait_for(state="detached")
    page.reload()
    page.locator("body[data-ready]").wait_for()
    assert page.locator("#explanation").count() == 0


def test_every_game_is_shown_in_pictures_that_fit_a_small_phone(look: Any, address: str) -> None:
    page = look(SMALL_PHONE, "/rules")
    for game in ALL_VARIANTS:
        page.goto(f"{address}/rules/{game}")
        assert fits(page), game
        assert page.locator(".lesson .step").count() >= 7
        pictures = boxes(page, ".lesson-picture")
        assert len(pictures) == page.locator(".lesson-picture").count() > 0
        assert all(each.height > 30 and each.right <= SMALL_PHONE["width"] for each in pictures)
        assert page.locator(".games [aria-current]").count() == 1
        widths = page.locator(".lesson-row rect.place").evaluate_all("all => all.map(e => e.getBBox().width)")
        assert set(widths) == {40}, "each cell stands in its own place"
        astray = page.locator(".lesson-row .ring").evaluate_all(
            """all => all.filter(ring => {
                 const place = ring.parentNode.querySelector(".place").getBoundingClientRect();
                 const { left, top } = ring.getBoundingClientRect();
                 return Math.hypot(left - place.left, top - place.top) > 2;
               }).map(ring => ring.outerHTML)"""
        )
        assert not astray, "a ring lies around the cell that may be crossed"
    page.goto(f"{address}/rules/classic")
    assert page.locator(".lesson-row .ring").count() >= 4
