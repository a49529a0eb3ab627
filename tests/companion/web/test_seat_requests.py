"""In a real browser: another device asks for a chair, and the right ones answer, live on each screen."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.companion.web.conftest import Actor

pytestmark = pytest.mark.browser

ASKS = "Another device is asking"


@pytest.fixture
def served(served: tuple[Any, str]) -> tuple[Actor, str]:
    app, address = served
    return Actor(app), address


def phone_of(visit_as: Callable[..., Any], served: tuple[Actor, str], player: str = "") -> Any:
    """Return the page of a phone that has scanned the table's QR code and sat down as `player`."""
    actor, address = served
    page = visit_as(f"{address}/join/{actor.server.key}", 390, 780, has_touch=True)
    page.get_by_role("heading", name="Who are you?").wait_for()
    if player:
        page.get_by_role("button", name=player, exact=True).click()
        page.locator("body[data-ready]").wait_for()
    return page


def test_a_chair_changes_hands_when_its_device_says_yes(
    served: tuple[Actor, str], visit_as: Callable[..., Any]
) -> None:
    actor, _address = served
    actor.begin("Ann", "Ben").roll("w4 w1 r3 y2 g6 b5")
    ann, other = phone_of(visit_as, served, "Ann"), phone_of(visit_as, served)
    other.get_by_role("button", name="Ann on another device: ask for the seat").click()
    other.get_by_text("You asked for Ann's seat.").wait_for()
    request = ann.locator("section.access", has_text="Another device is asking to play for you, Ann.")
    assert other.locator("button.cell").count() == 0
    request.get_by_role("button", name="Yes, hand the seat over").click()
    other.locator("button.cell.legal").first.wait_for()
    other.get_by_text("You asked for Ann's seat.").wait_for(state="detached")
    ann.locator("button.cell").first.wait_for(state="detached")
    assert [seat.player for seat in actor.server.seats.all()] == ["", "Ann"]


def test_the_tables_screen_answers_too_and_no_means_no(
    served: tuple[Actor, str], visit_as: Callable[..., Any]
) -> None:
    actor, address = served
    actor.begin("Ann", "Ben").roll("w4 w1 r3 y2 g6 b5")
    screen = visit_as(address)
    screen.locator("body[data-ready]").wait_for()
    ann, other = phone_of(visit_as, served, "Ann"), phone_of(visit_as, served)
    other.get_by_role("button", name="Ann on another device: ask for the seat").click()
    ann.locator("section.access", has_text=ASKS).get_by_role("button", name="No", exact=True).click()
    for page in (screen, ann):
        page.locator("section.access").wait_for(state="detached")
    other.get_by_text("You asked for").wait_for(state="detached")
    other.get_by_role("link", name="Take a seat").click()
    other.get_by_role("button", name="Ann on another device: ask for the seat").click()
    other.get_by_text("nobody can ask for that seat now").wait_for()
    ben, third = phone_of(visit_as, served, "Ben"), phone_of(visit_as, served)
    third.get_by_role("button", name="Ben on another device: ask for the seat").click()
    asked = screen.locator("section.access", has_text="Another device is asking for Ben's seat.")
    asked.get_by_role("button", name="Yes, hand the seat over").click()
    third.locator("button.cell").first.wait_for()
    ben.locator("button.cell").first.wait_for(state="detached")


def test_before_a_game_the_form_for_one_shows_who_asks(
    served: tuple[Actor, str], visit_as: Callable[..., Any]
) -> None:
    actor, address = served
    screen = visit_as(f"{address}/new")
    pages = []
    for name in ("Ann", "ANN"):
        page = phone_of(visit_as, served)
        page.get_by_role("textbox", name="Your name").fill(name)
        page.get_by_role("button", name="Join", exact=True).click()
        pages.append(page)
    screen.locator("section.access", has_text="Another device is asking for Ann's seat.").wait_for()
    screen.get_by_role("button", name="Yes, hand the seat over").click()
    pages[1].get_by_text("You are in, Ann").wait_for()
    pages[0].get_by_text("You are watching.").wait_for()
    assert actor.server.guests == ("Ann",)
