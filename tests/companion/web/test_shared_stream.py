"""Live streams in a real browser: its tabs share one, and it is opened again when it falls silent."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.web.pages.table import live
from tests.companion.web.cable import cable
from tests.companion.web.conftest import ROLL, Actor
from tests.waiting import until_seen

pytestmark = pytest.mark.browser

TABS = 8
"""More than the six connections that a browser has for one address."""


@pytest.fixture
def address(app: Flask, table: Actor, serve: Callable[[Flask], str]) -> str:
    """Return the address of a table at which Ann and Ben play."""
    table.begin("Ann", "Ben")
    return serve(app)


def shows(page: Any, number: int) -> None:
    page.locator(f'body[data-shown="{number}"]').wait_for(state="attached")


def test_the_tabs_of_a_browser_follow_one_stream(
    address: str, table: Actor, visit_as: Callable[..., Any]
) -> None:
    pages = [visit_as(f"{address}/")]
    for number in range(TABS - 1):
        pages.append(pages[0].context.new_page())
        pages[-1].goto(f"{address}/television" if number == 2 else f"{address}/", timeout=10_000)
    until_seen(pages[0], lambda: table.server.streams.count() == 1, "each has one of its own")
    table.roll(ROLL)
    for page in pages:
        shows(page, 2)
    assert pages[3].locator("body.television #main").count() == 1, "it keeps its own view"
    for page in reversed(pages[4:]):
        page.close()  # and who followed the stream hands it on
    table.ok("/mark", player="Ben", mark="b5")
    for page in pages[:4]:
        shows(page, 3)


def test_a_stream_that_falls_silent_is_opened_again_and_the_page_says_so(
    address: str, table: Actor, visit_as: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = visit_as(f"{address}/")
    page.locator("body[data-ready]").wait_for()
    opened: list[str] = []
    page.on("request", lambda request: opened.append(request.url) if "/live?" in request.url else None)
    with monkeypatch.context() as patch:
        patch.setattr(live, "HEARTBEAT_SECONDS", 3600)
        page.get_by_text("The table cannot be reached").wait_for()
        until_seen(page, lambda: opened)
    page.locator("body:not([data-away])").wait_for()
    page.locator("#notice").wait_for(state="hidden")
    table.roll(ROLL)
    shows(page, 2)


def test_each_screen_is_right_after_the_network_was_away(
    address: str, table: Actor, visit_as: Callable[..., Any]
) -> None:
    """Nothing tells the browsers that their connections are dead, nor when the network is back."""
    with cable(address) as between:
        pages = [visit_as(f"{between.address}/") for _ in range(2)]
        opened: list[str] = []
        for page in pages:
            page.locator("body[data-ready]").wait_for()
            page.on(
                "request", lambda request: opened.append(request.url) if "/live?" in request.url else None
            )
        for number in (2, 3):
            between.cut()
            _ = table.roll(ROLL) if number == 2 else table.ok("/mark", player="Ben", mark="b5")
            for page in pages:
                page.get_by_text("The table cannot be reached").wait_for()
            opened.clear()
            between.mend()
            for page in pages:
                shows(page, number)
                page.locator("body:not([data-away])").wait_for()
            assert len(opened) == len(pages), "a stream was opened on a dead connection, and waited there"


def test_a_network_that_is_back_is_used_at_once(address: str, visit_as: Callable[..., Any]) -> None:
    page = visit_as(address)
    page.locator("body[data-ready]").wait_for()
    opened: list[int] = []
    page.on("response", lambda answer: opened.append(answer.status) if "/live?" in answer.url else None)
    page.evaluate("dispatchEvent(new Event('online'))")
    until_seen(page, lambda: opened == [200])


def test_a_device_that_left_sees_nothing_more(
    address: str, table: Actor, visit_as: Callable[..., Any]
) -> None:
    page = visit_as("about:blank")
    token = table.server.seats.give("guest")
    page.context.add_cookies([{"name": "seat", "value": token, "url": address}])
    page.goto(f"{address}/")
    page.locator("body[data-ready]").wait_for()
    watching = page.get_by_text("This device only watches.")
    watching.wait_for()
    (seat,) = table.server.seats.all()
    table.server.seats.leave(seat.token)
    table.server.session.invalidate()
    watching.wait_for(state="hidden")  # loaded again, it is this computer's own screen
