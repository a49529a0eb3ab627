"""Malformed and endless requests are refused at once, over HTTP and HTTPS."""

import contextlib
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from companion.lan import listen
from companion.web.app import close, create_app
from companion.web.server.certificate import tls
from companion.web.server.http_server import LimitedServer
from tests.waiting import until

MOST_SENT = 20_000_000
"""Largest number of bytes that an endless attack sends."""


@dataclass(frozen=True, slots=True)
class RawRequest:
    """The bytes sent on one connection: `sent` once, then `endless` again and again.

    `statuses`: the expected HTTP statuses of the answers, in order.
    """

    name: str
    sent: bytes
    statuses: tuple[int, ...]
    endless: bytes = b""

    @property
    def may_lose_the_answer(self) -> bool:
        """Return True if the table may close the connection while the request is still being sent."""
        return bool(self.endless) or len(self.sent) > 10_000


def _head(*lines: str, method: str = "POST", path: str = "/join", version: str = "1.1") -> bytes:
    first = f"{method} {path} HTTP/{version}"
    return "\r\n".join((first, "Host: 127.0.0.1", *lines, "", "")).encode("latin-1")


SECOND = _head(method="GET", path="/static/main.js")
"""A second request, hidden behind the body of the first."""
CHUNKED = "Transfer-Encoding: chunked"

ATTACKS = (
    RawRequest("an endless extension of a chunk", _head(CHUNKED) + b"5;", (411,), b"a" * 1000),
    RawRequest(
        "an endless trailer", _head(CHUNKED) + b"1\r\na\r\n0\r\n", (411,), b"X: " + b"a" * 1000 + b"\r\n"
    ),
    RawRequest("a trailer of one endless line", _head(CHUNKED) + b"1\r\na\r\n0\r\nX: ", (411,), b"a" * 1000),
    RawRequest("a chunk of unthinkable size", _head(CHUNKED) + b"fffffffffffffff\r\n", (411,)),
    RawRequest("a chunk whose size has no end", _head(CHUNKED), (411,), b"f" * 1000),
    RawRequest("a chunk with a negative size", _head(CHUNKED) + b"-1\r\n", (411,)),
    RawRequest("a length and chunks", _head("Content-Length: 5", CHUNKED) + b"0\r\n\r\n" + SECOND, (400,)),
    RawRequest("chunks and a length", _head(CHUNKED, "Content-Length: 5") + b"0\r\n\r\n" + SECOND, (400,)),
    RawRequest("two lengths", _head("Content-Length: 5", "Content-Length: 6") + b"12345" + SECOND, (400,)),
    RawRequest("a length below nothing", _head("Content-Length: -5") + SECOND, (400,)),
    RawRequest("a length with a sign", _head("Content-Length: +5") + b"12345" + SECOND, (400,)),
    RawRequest("a length of other digits", _head("Content-Length: 0x5") + b"12345" + SECOND, (400,)),
    RawRequest("a space before the colon", _head("Transfer-Encoding : chunked") + SECOND, (400,)),
    RawRequest("another encoding", _head("Transfer-Encoding: gzip") + SECOND, (411,)),
    RawRequest("chunks twice", _head("Transfer-Encoding: chunked, chunked") + SECOND, (400,)),
    RawRequest(
        "an unknown method whose body never comes", _head("Content-Length: 900", method="FOO"), (400,)
    ),
    RawRequest("a method in small letters", _head("Content-Length: 900", method="get"), (400,)),
    RawRequest("a method of others", _head("Content-Length: 900", method="CONNECT"), (400,)),
    RawRequest("an endless method", b"A", (400,), b"A" * 1000),
    RawRequest("an endless address", b"GET /", (400,), b"a" * 1000),
    RawRequest("an endless header", _head(method="GET")[:-2], (400,), b"X: " + b"a" * 1000 + b"\r\n"),
    RawRequest("a header of one endless line", _head(method="GET")[:-2] + b"X: ", (400,), b"a" * 1000),
    RawRequest("a header without a colon", _head("nothing", method="GET"), (400,)),
    RawRequest("a header with a zero byte", _head("X: a\0b", method="GET"), (400,)),
    RawRequest("a body that is too large", _head("Content-Length: 99000000000"), (413,)),
    RawRequest("chunks of one byte", _head(CHUNKED) + 40_000 * b"1\r\na\r\n", (411,)),
    RawRequest("chunks where no body may be", _head(CHUNKED, method="GET") + 40_000 * b"1\r\na\r\n", (411,)),
    RawRequest("a header in one piece that is too long", _head(*500 * ["X: " + "a" * 100]), (400,)),
    RawRequest("thousands of headers", _head(*8000 * ["a:"]), (400,)),
    RawRequest(
        "an address in one piece that is too long", _head(method="GET", path="/" + "a" * 33_000), (400,)
    ),
    RawRequest("thousands of requests at once", 5000 * b"GET / HTTP/1.1\r\nHost:x\r\n\r\n", (400,)),
    RawRequest("no request at all", bytes(range(128, 256)) + b"\r\n\r\n", (400,)),
    RawRequest("HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (400,)),
    RawRequest("no version", b"GET /\r\n\r\n", (400,)),
    RawRequest("no host", b"GET / HTTP/1.1\r\n\r\n", (400,)),
)


def statuses_of(said: bytes) -> tuple[int, ...]:
    """Return the statuses of the answers in a table's output."""
    parts = said.split(b"HTTP/1.")[1:]
    return tuple(int(part.split(maxsplit=2)[1]) for part in parts)


def send(sock: socket.socket, attack: RawRequest) -> tuple[bytes, int]:
    """Send `attack` until the connection closes; return the answers and the number of bytes sent."""
    sock.settimeout(0.05 if attack.endless else 60)
    sent, said = len(attack.sent), b""
    with contextlib.suppress(ConnectionError, ssl.SSLEOFError):
        sock.sendall(attack.sent)
        for part in _parts(attack):
            if part:
                with contextlib.suppress(TimeoutError):
                    sock.sendall(part)
                sent += len(part)
            with contextlib.suppress(TimeoutError):
                more = sock.recv(65536)
                if not more:
                    return said, sent
                said += more
    return said, sent


def _parts(attack: RawRequest) -> Iterator[bytes]:
    """Yield the blocks to send after `attack.sent`. They are empty unless the attack is endless."""
    block = attack.endless * (100_000 // len(attack.endless)) if attack.endless else b""
    for _ in range(MOST_SENT // 100_000):
        yield block


MOST_TAKEN = 5_000_000
"""An endless attack must be refused before it has sent this many bytes, including those in buffers."""


@pytest.fixture(scope="module", params=["http", "https"])
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Start a table's server; yield a function that connects to it, and the server's `Connections`."""
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
