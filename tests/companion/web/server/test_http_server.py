"""Time limits of requests: a slow device holds no thread, and a closed connection no longer counts."""

import contextlib
import gc
import http.client
import itertools
import select
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.lan import listen
from companion.web.server import connections, http_protocol, http_server
from companion.web.server.certificate import tls
from companion.web.server.connections import Connections
from companion.web.server.http_protocol import Application
from companion.web.server.http_server import LimitedServer
from tests.waiting import until, until_still

Serve = Callable[..., LimitedServer]


POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nfive"


def answer(environ: dict[str, Any], start: Any) -> list[bytes]:
    body = environ["wsgi.input"].read()
    start("200 OK", [("Content-Length", "2")])
    return [b"ok" if not body or body == b"five" else b"no"]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Serve an application until the end of the test."""
    monkeypatch.setattr(http_server, "CHECK_SECONDS", 0.05)
    running: list[LimitedServer] = []

    def begin(
        application: Application,
        threads: int = 4,
        places: Connections | None = None,
        context: ssl.SSLContext | None = None,
    ) -> LimitedServer:
        server = LimitedServer(application, listen("127.0.0.1", 0), threads, places or Connections(), context)
        server.start()
        running.append(server)
        return server

    yield begin
    for server in running:
        server.close()
        server.join()


@pytest.fixture
def address(serve: Serve) -> tuple[str, int]:
    return "127.0.0.1", serve(answer).port


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the time limits, and let the computer's clock run backwards."""
    monkeypatch.setattr(time, "time", itertools.count(1e9, -1).__next__)
    for limit in ("HEADER_SECONDS", "BODY_SECONDS"):
        monkeypatch.setattr(connections, limit, 0.5)


def opened(address: tuple[str, int], source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(address, timeout=30, source_address=(source, 0))


def ask(device: socket.socket) -> None:
    """Send a whole request and read the answer."""
    device.sendall(POST)
    wait_for(device)


def wait_for(device: socket.socket, body: bytes = b"ok") -> None:
    """Read until an answer with this body has arrived."""
    said = b""
    while not said.endswith(b"\r\n\r\n" + body):
        more = device.recv(1000)
        assert more, "closed without an answer"
        said += more


def is_closed(sock: socket.socket) -> bool:
    """Return True if the server ends the connection without an answer."""
    try:
        return sock.recv(1000) == b""
    except ConnectionResetError:
        return True


@pytest.fixture
def trusting(tmp_path: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Return TLS contexts for a server and for a client that trusts the server's certificate."""
    context, authority = tls(tmp_path, "127.0.0.1")
    return context, ssl.create_default_context(cadata=authority)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("is_secure", "sent"),
    [
        (False, b""),
        (False, b"GET / HTTP/1.1\r\nHost: x\r\n"),
        (False, POST[:-2]),
        (False, POST + POST[:-2]),  # it begins during the answer to another one
        (True, b""),
        (True, b"\x16\x03\x01\x02\x00\x01"),  # the first bytes of a handshake
    ],
)
def test_a_request_that_never_comes_is_not_waited_for(
    serve: Serve, trusting: tuple[ssl.SSLContext, ssl.SSLContext], is_secure: bool, sent: bytes
) -> None:
    places = Connections()
    server = serve(answer, places=places, context=trusting[0] if is_secure else None)
    with opened(("127.0.0.1", server.port)) as hanging:
        hanging.sendall(sent)
        if sent.startswith(POST):
            wait_for(hanging)
        assert is_closed(hanging)
        until(lambda: not places._open)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    "begun", [b"GET / HTTP/1.1\r\n", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n"]
)
def test_dripping_request_is_dropped(address: tuple[str, int], begun: bytes) -> None:
    """Check that the time limit is for the whole header or body, however often a few bytes arrive."""
    with opened(address) as hanging:
        hanging.sendall(begun)
        until(lambda: select.select([hanging], [], [], 0.1)[0] or not hanging.send(b"X: y\r\n"))
        assert is_closed(hanging)


LARGE_REQUEST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n"


def test_large_requests_one_after_the_other_are_as_many_as_a_device_likes(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MAX_HELD_BYTES", 130_000)
    with opened(address) as device:
        for _ in range(5):
            device.sendall(LARGE_REQUEST + bytes(60_000))
            wait_for(device, b"no")


def test_the_bytes_of_all_requests_together_are_bounded(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MAX_HELD_BYTES", 130_000)
    with contextlib.ExitStack() as sent:
        devices = [sent.enter_context(opened(address)) for _ in range(4)]
        for device in devices:
            device.sendall(LARGE_REQUEST + bytes(50_000))
        until(lambda: len(select.select(devices, [], [], 0)[0]) == 2, "two of four have room")
        closed = select.select(devices, [], [], 0)[0]
        assert all(map(is_closed, closed))
        for device in set(devices) - set(closed):
            device.sendall(bytes(10_000))
            wait_for(device, b"no")


@pytest.mark.filterwarnings("error")
def test_a_connection_that_is_ended_twice_gives_back_its_place(
    serve: Serve, trusting: tuple[ssl.SSLContext, ssl.SSLContext]
) -> None:
    """Check that a silent connection, ended twice, no longer counts as open and leaves no socket open."""
    places = Connections()
    server = serve(answer, places=places, context=trusting[0])
    with trusting[1].wrap_socket(opened(("127.0.0.1", server.port)), server_hostname="127.0.0.1") as device:
        ask(device)
        (connection,) = places._open
        connection.end()
        connection.end()
        until(lambda: not places._open)
        assert is_closed(device)
    connection.end()
    gc.collect()  # what is left open says so


def test_a_device_that_takes_nothing_holds_no_thread(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STALLED_SECONDS", 0.2)
    large = bytes(10_000_000)

    def application(environ: dict[str, Any], start: Any) -> list[bytes]:
        page = large if environ["PATH_INFO"] == "/large" else b"ok"
        start("200 OK", [("Content-Length", str(len(page)))])
        return [page]

    places = Connections()
    address = "127.0.0.1", serve(application, threads=1, places=places).port
    with opened(address) as stalled, opened(address) as other:
        stalled.sendall(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        assert stalled.recv(100).startswith(b"HTTP/1.1 200")
        ask(other)
        until(lambda: any(each.unsent for each in list(places._open)), "all is sent")
        (large_one,) = (each for each in places._open if each.unsent)
        until(lambda: not large_one.is_busy(), "it keeps its place")
        monkeypatch.setattr(connections, "IDLE_SECONDS", 0.2)
        until(lambda: large_one not in places._open, "it is waited for without end")


def test_live_stream_buffers_a_bounded_amount(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    page, given, ended = bytes(60_000), [0], threading.Event()

    def stream(environ: dict[str, Any], start: Any) -> Iterator[bytes]:
        start("200 OK", [("Content-Type", "text/event-stream")])
        try:
            while True:
                yield page
                given[0] += 1
        finally:
            ended.set()

    monkeypatch.setattr(http_protocol, "MAX_UNSENT_BYTES", 1_000_000)
    with opened(("127.0.0.1", serve(stream).port)) as device:
        device.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        until(lambda: given[0] >= 1_000_000 // len(page))
        until_still(lambda: given[0])  # what the system itself keeps comes on top
        assert given[0] * len(page) < 20_000_000 and not ended.is_set()
    assert ended.wait(30), "the device has left"


def test_a_server_that_closes_ends_streams_and_goes(serve: Serve) -> None:
    places = Connections()
    go_on = threading.Event()

    def stream(environ: dict[str, Any], start: Any) -> Iterator[bytes]:
        start("200 OK", [])
        yield b"first"
        go_on.wait(30)
        yield b"second"

    server = serve(stream, places=places)
    with opened(("127.0.0.1", server.port)) as device, opened(("127.0.0.1", server.port)) as silent:
        device.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert device.recv(1000)
        server.close()
        assert is_closed(silent)
        server.join()
        assert not places._open
    go_on.set()  # what is answered now goes nowhere, and harms nothing
    server.close()


@pytest.mark.parametrize(
    ("status", "headers", "parts"),
    [
        ("303 SEE OTHER", [("Location", "/"), ("Content-Length", "0")], []),
        ("304 NOT MODIFIED", [], []),
        ("204 NO CONTENT", [], []),
        ("200 OK", [], [b"no ", b"length"]),
        ("200 OK", [("Content-Length", "4")], [b"", b"ab", b"", b"cd"]),
        ("200 OK", [("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")], []),
    ],
)
def test_each_kind_of_answer_is_whole_and_another_request_follows(
    serve: Serve, status: str, headers: list[tuple[str, str]], parts: list[bytes]
) -> None:
    def application(environ: dict[str, Any], start: Any) -> list[bytes]:
        start(status, headers)
        return parts if environ["REQUEST_METHOD"] == "GET" else []

    link = http.client.HTTPConnection("127.0.0.1", serve(application).port, timeout=30)
    try:
        for method in ("GET", "HEAD", "GET"):
            link.request(method, "/")
            reply = link.getresponse()
            assert f"{reply.status} {reply.reason}".upper() == status
            assert reply.read() == (b"".join(parts) if method == "GET" else b"")
            assert (reply.headers.get_all("Set-Cookie") or []) == [v for n, v in headers if n == "Set-Cookie"]
    finally:
        link.close()


def test_an_application_that_fails_is_an_answer(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    def application(environ: dict[str, Any], start: Any) -> list[bytes]:
        raise LookupError("a fault of the program")

    with opened(("127.0.0.1", serve(application).port)) as device:
        device.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert device.recv(1000).startswith(b"HTTP/1.1 500")
    assert "a fault of the program" in caplog.text


def test_addresses_cookies_and_queries_come_as_they_were_sent(serve: Serve) -> None:
    seen: list[dict[str, Any]] = []

    def application(environ: dict[str, Any], start: Any) -> list[bytes]:
        seen.append(environ)
        return answer(environ, start)

    with opened(("127.0.0.1", serve(application).port)) as device:
        device.sendall(
            b"GET /gr%C3%BC%FFn/a%2Fb?q=%C3%BC HTTP/1.1\r\nHost: x:1\r\nCookie: a=1\r\nCookie: b=2\r\n"
            b"X-A: 1\r\nX-A: 2\r\n\r\n"
        )
        wait_for(device)
    (environ,) = seen
    assert environ["PATH_INFO"] == "/gr\xc3\xbc\xffn/a/b" and environ["QUERY_STRING"] == "q=%C3%BC"
    assert environ["HTTP_COOKIE"] == "a=1; b=2" and environ["HTTP_X_A"] == "1,2"
    assert environ["REMOTE_ADDR"] == "127.0.0.1" and environ["HTTP_HOST"] == "x:1"
