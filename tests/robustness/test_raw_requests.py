"""Requests that would take a core, a place or a stranger's answer are refused at once, by HTTP and HTTPS."""

import socket
import ssl
from collections.abc import Iterator
from typing import Any

import pytest

from companion.lan import listen
from companion.web.app import close, create_app
from companion.web.server.certificate import tls
from companion.web.server.http_server import LimitedServer
from tests.robustness.raw_requests import ATTACKS, SECOND, RawRequest, send, statuses_of
from tests.waiting import until

MOST_TAKEN = 5_000_000
"""Bytes of an endless attack that may be on their way when it is refused: what the system itself keeps."""


@pytest.fixture(scope="module", params=["http", "https"])
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Return a table's server, its connections, and a function that opens one."""
    folder = tmp_path_factory.mktemp("table")
    app = create_app({"DATA": folder / "games"})
    places = app.extensions["server"].connections
    context, authority = tls(folder, "127.0.0.1") if request.param == "https" else (None, b"")
    server = LimitedServer(app, listen("127.0.0.1", 0), 4, places, context)
    server.start()

    def opened() -> socket.socket:
        plain = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        if context is None:
            return plain
        return ssl.create_default_context(cadata=authority).wrap_socket(plain, server_hostname="127.0.0.1")

    yield opened, places
    server.close()
    server.join()
    close(app)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_it_is_refused_at_once_and_the_connection_closed(
    table: Any, attack: RawRequest, caplog: pytest.LogCaptureFixture
) -> None:
    opened, places = table
    with opened() as sock:
        said, sent = send(sock, attack)
    lost_or_cut_short = ((), (400,)) if attack.may_lose_the_answer else ()
    assert statuses_of(said) in (attack.statuses, *lost_or_cut_short), said[:500]
    assert not [each for each in caplog.records if each.levelname == "ERROR"]
    assert sent < MOST_TAKEN
    until(lambda: not places._open, "it keeps its place")


def test_browser_requests_are_answered(table: Any) -> None:
    opened, _ = table
    with opened() as sock:
        closing = SECOND.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        said, _ = send(sock, RawRequest("two at once", SECOND + closing, (200, 200)))
    assert statuses_of(said) == (200, 200)
    assert said.count(b"\r\n\r\n") >= 2
