"""Live streams in a real browser: the next one is opened before the last one ends."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.web.http.streams import KEPT_STREAMS, MAX_STREAMS, Streams
from companion.web.views.play import live
from tests.companion.web.conftest import ROLL, Actor
from tests.companion.web.screens import lose_the_table
from tests.waiting import until_seen

pytestmark = pytest.mark.browser

STREAMS = 4
COUNT_ERRORS = """
window.errors = 0;
window.EventSource = class extends EventSource {
  constructor(...all) { super(...all); this.addEventListener("error", () => { window.errors += 1; }); }
};
"""
"""Counts in the page how often a stream of its own has failed."""


@pytest.fixture
def address(app: Flask, table: Actor, serve: Callable[[Flask], str], monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a table whose streams ask for the next one after a moment, and wait for it long."""
    monkeypatch.setattr(live, "LIFE_SECONDS", 0.6)
    monkeypatch.setattr(live, "RENEWAL_SECONDS", 600)
    table.begin("Ann", "Ben")
    return serve(app)


def answers(page: Any) -> list[int]:
    """The statuses of the live streams that the page has opened since; more come."""
    found: list[int] = []
    page.on("response", lambda answer: found.append(answer.status) if "/live?" in answer.url else None)
    return found


def shows(page: Any, number: int) -> None:
    page.locator(f'body[data-shown="{number}"]').wait_for()


def is_calm(page: Any) -> bool:
    """Tell whether the page neither rests nor takes the table for lost."""
    return bool(page.evaluate("!document.body.dataset.rests && !document.body.dataset.away"))


def test_the_next_stream_is_open_before_the_last_one_ends(
    address: str, table: Actor, visit_as: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[int] = []
    end = Streams.end

    def counted(streams: Streams, device: str, ticket: int) -> None:
        end(streams, device, ticket)
        left.append(streams.count())

    page = visit_as(f"{address}/")
    opened = answers(page)
    with monkeypatch.context() as patch:
        patch.setattr(Streams, "end", counted)
        until_seen(page, lambda: len(opened) >= STREAMS and len(left) >= STREAMS)
    assert set(left) == {1}, "the page always has a stream"
    assert set(opened) == {200} and is_calm(page)
    table.roll(ROLL)
    shows(page, 2)


def test_a_stream_goes_on_while_the_next_one_is_refused(
    address: str, table: Actor, visit_as: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "RENEWAL_SECONDS", 3.5)
    page = visit_as("about:blank")
    page.clock.install()
    page.add_init_script(COUNT_ERRORS)
    page.goto(f"{address}/")
    opened = answers(page)
    until_seen(
        page, lambda: table.server.streams.count() == 1
    )  # the first one is in: only the next is refused
    table.server.streams.cap = -KEPT_STREAMS
    until_seen(page, lambda: page.evaluate("window.errors"))
    assert 503 in opened
    page.clock.run_for(3500)  # after which a page that hears nothing would say so
    assert is_calm(page)
    table.roll(ROLL)
    shows(page, 2)
    table.server.streams.cap = MAX_STREAMS
    count = len(opened)
    until_seen(page, lambda: len(opened) > count)  # it has ended, and is back
    table.ok("/mark", player="Ben", mark="b5")
    shows(page, 3)
    assert is_calm(page)


def test_a_tab_that_rests_is_left_alone_by_the_streams_of_another(
    address: str, table: Actor, visit_as: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    short = live.LIFE_SECONDS
    monkeypatch.setattr(live, "LIFE_SECONDS", 600)  # the tab that is to rest opens no next stream meanwhile
    resting = visit_as(f"{address}/")
    token = table.server.seats.give("player", "Ann")
    resting.context.add_cookies([{"name": "seat", "value": token, "url": address}])
    first = answers(resting)
    resting.goto(f"{address}/")
    until_seen(resting, lambda: 200 in first)  # its stream is in before the other tab's comes
    monkeypatch.setattr(live, "LIFE_SECONDS", short)
    tab = resting.context.new_page()
    opened = answers(tab)
    tab.goto(f"{address}/")
    resting.locator('body[data-rests="1"]').wait_for(state="attached")
    until_seen(tab, lambda: len(opened) >= STREAMS)
    assert is_calm(tab), "its own next streams are no other tab"
    assert resting.evaluate("document.body.dataset.rests") == "1"
    table.roll(ROLL)
    shows(tab, 2)


def test_a_network_that_is_back_is_used_at_once(
    table: Actor, app: Flask, serve: Callable[[Flask], str], visit_as: Callable[..., Any]
) -> None:
    table.begin("Ann", "Ben")
    page = visit_as(serve(app))
    page.locator("body[data-ready]").wait_for()
    page.evaluate("document.body.dataset.away = '1'")  # as after three seconds without the table
    opened = answers(page)
    page.evaluate("dispatchEvent(new Event('online'))")
    until_seen(page, lambda: opened == [200] and is_calm(page))
    assert page.locator("#notice").is_hidden()


def test_a_page_that_was_cut_off_comes_back_with_one_stream(
    address: str, table: Actor, visit_as: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "RENEWAL_SECONDS", 0)  # the stream that was open when the network went ends
    monkeypatch.setattr(live, "RETRY_MILLISECONDS", 20)  # a second stream would come before the next roll
    page = visit_as(address)
    page.locator("body[data-ready]").wait_for()
    lose_the_table(page)
    monkeypatch.setattr(live, "LIFE_SECONDS", 600)
    opened = answers(page)
    page.context.set_offline(False)  # the browser says `online`, and the stream that was lost tries too
    until_seen(page, lambda: 200 in opened and is_calm(page))
    table.roll(ROLL)
    shows(page, 2)
    for number in range(3, 9):
        table.ok("/mark", player="Ben", mark="b5")  # and taken back, and marked again
        shows(page, number)
    assert opened == [200]
    assert is_calm(page)
