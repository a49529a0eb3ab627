"""Live streams in a real browser: all tabs share one stream, and a silent stream is opened again."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest

from companion.web.pages.table import live
from tests.companion.web.conftest import ROLL, Actor
from tests.companion.web.screens import shows
from tests.waiting import until_seen

pytestmark = pytest.mark.browser

TABS = 8
"""Number of tabs: more than the six connections that a browser has for one address."""


@pytest.fixture
def address(table: Actor, serve: Any) -> str:
    """Return the address of a table at which Ann and Ben play."""
    table.begin("Ann", "Ben")
    return str(serve(table.app))


def note_streams(page: Any, opened: list[str]) -> None:
    """Add the address of each stream that the page requests from now on to `opened`, answered or not."""
    page.on("request", lambda asked: opened.append(asked.url) if "/live?" in asked.url else None)


class Cable:
    """A network between browsers and the table at `address` that can be cut, as by a failing router.

    Connections that are open or opened while the network is cut stay dead, and neither side is told.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._table = (parts.hostname, parts.port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._is_cut, self._cuts = False, 0
        self._sockets: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Drop all data under way, and all further data until `mend`."""
        self._is_cut, self._cuts = True, self._cuts + 1

    def mend(self) -> None:
        """Carry new connections again."""
        self._is_cut = False

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # it is closed
            while True:
                device, _ = self._listener.accept()
                self._sockets.append(device)
                if self._is_cut:
                    continue
                table = socket.create_connection(self._table)
                self._sockets.append(table)
                for ends in ((device, table), (table, device)):
                    threading.Thread(target=self._carry, args=(*ends, self._cuts), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, cuts: int) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if cuts == self._cuts:
                    target.sendall(data)
            if cuts == self._cuts:
                target.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Close every connection."""
        for each in (self._listener, *self._sockets):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


@contextmanager
def cable(address: str) -> Iterator[Cable]:
    """Yield a cable to the table at `address`, and close it when the context ends."""
    cable = Cable(address)
    try:
        yield cable
    finally:
        cable.close()


def test_the_tabs_of_a_browser_follow_one_stream(address: str, table: Actor, look: Any) -> None:
    pages = [look()]
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
    table: Actor, look: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = look()
    opened: list[str] = []
    note_streams(page, opened)
    with monkeypatch.context() as patch:
        patch.setattr(live, "HEARTBEAT_SECONDS", 3600)
        page.get_by_text("The table cannot be reached").wait_for()
        until_seen(page, lambda: opened)
    page.locator("body:not([data-away])").wait_for()
    page.locator("#notice").wait_for(state="hidden")
    table.roll(ROLL)
    shows(page, 2)


def test_each_screen_is_right_after_the_network_was_away(
    address: str, table: Actor, open_device: Any
) -> None:
    """Check that screens recover although no browser is told that its connection is dead."""
    with cable(address) as between:
        pages = [open_device() for _ in range(2)]
        opened: list[str] = []
        for page in pages:
            page.goto(between.address)
            page.locator("body[data-ready]").wait_for()
            note_streams(page, opened)
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


def test_a_network_that_is_back_is_used_at_once(look: Any) -> None:
    page = look()
    opened: list[str] = []
    note_streams(page, opened)
    page.evaluate("dispatchEvent(new Event('online'))")
    until_seen(page, lambda: opened)


def test_a_device_that_left_sees_nothing_more(table: Actor, look: Any) -> None:
    page = look(cookies={"seat": table.server.seats.give("guest")})
    watching = page.get_by_text("This device only watches.")
    watching.wait_for()
    (seat,) = table.server.seats.all()
    table.server.seats.leave(seat.token)
    table.server.session.invalidate()
    watching.wait_for(state="hidden")  # loaded again, it is this computer's own screen
