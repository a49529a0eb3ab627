"""Adapts Flask's application to the server: requests are read in the event loop, and answered in threads.

A thread gets a request once it is complete, so a slow sender occupies none; and the answer of a thread is
buffered until the device takes it, up to MAX_UNSENT_BYTES.
"""

import asyncio
import io
import logging
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote_to_bytes

from companion.web.http.connection import Connection
from companion.web.http.connections import Connections
from companion.web.http.listening_socket import Peer

MAX_REQUEST_BYTES = 64_000_000
"""Largest size of a request that is read, in bytes; the guard refuses smaller ones with a sentence."""
MAX_UNSENT_BYTES = 16_000_000
"""Largest size of the buffered part of an answer, in bytes; beyond it the thread waits."""
PIECE_BYTES = 65_536
"""Size of the pieces in which an answer is sent, in bytes."""
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
"""HTTP methods that some page supports."""

_LOG = logging.getLogger(__name__)

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class DeviceGone(Exception):
    """The device has closed the connection and takes no answer."""


class WsgiAdapter:
    """Serves a WSGI application in at most `threads` threads at once."""

    def __init__(
        self,
        application: Application,
        threads: int,
        connections: Connections,
        peers: Mapping[Peer, Connection],
    ) -> None:
        """`peers`: the connections that are open."""
        self._application, self._connections, self._peers = application, connections, peers
        self._threads = ThreadPoolExecutor(threads, "request")

    def close(self) -> None:
        """Start no further answer."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        connection = self._peers.get(tuple(scope["client"] or ("", 0)))
        if connection is None or connection.closing:
            await until_gone(receive)
            return
        try:
            refusal = refusal_of(scope)
            if refusal is not None:
                await refuse(refusal, send)
                return
            body = await self._body(scope, receive, connection)
            if body is None:
                return
            answer = Answer(self._application, connection)
            connection.begin("answer")
            try:
                self._threads.submit(answer.work, environ_of(scope, body))
            except RuntimeError:  # the server is being closed, and the connection with it
                await until_gone(receive)
                return
            await answer.pass_on(send)
        finally:
            connection.begin("idle")
            self._connections.hold(connection, 0)

    async def _body(self, scope: Scope, receive: Receive, connection: Connection) -> io.BytesIO | None:
        """The body of a request; None if the device leaves before it is whole."""
        connection.expected = content_length(scope)
        connection.begin("body")
        body = io.BytesIO()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return None
            if message["body"]:
                body.write(message["body"])
                self._connections.hold(connection, body.tell())
            if not message["more_body"]:
                break
        connection.asked = True
        body.seek(0)
        return body


class Answer:
    """The answer of one thread, on its way to the device."""

    def __init__(self, application: Application, connection: Connection) -> None:
        self._application, self._connection = application, connection
        self._loop = asyncio.get_running_loop()
        self._messages: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._room = threading.Condition()
        self._unsent = 0
        self._is_gone = False
        self._head: dict[str, Any] = {}
        self._missing: int | None = None
        self._is_whole = False

    def work(self, environ: Environ) -> None:
        """Call the application. Runs in a thread."""
        try:
            parts = self._application(environ, self._start)
            try:
                for part in parts:
                    self._give(part)
            finally:
                close = getattr(parts, "close", None)
                if close is not None:
                    close()
            if not self._is_whole:
                self._give(b"", is_last=True)
        except DeviceGone:
            pass
        except Exception:
            _LOG.exception("a request could not be answered")
            self._put(None)

    def _start(self, status: str, headers: Headers, _exc_info: object = None) -> Callable[[bytes], None]:
        """WSGI's start_response."""
        coded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        self._head = {"type": "http.response.start", "status": int(status[:3]), "headers": coded}
        self._missing = next((int(value) for name, value in coded if name == b"content-length"), None)
        return self._give

    def _give(self, part: bytes, is_last: bool = False) -> None:
        """Pass on a part of the answer. Raises DeviceGone."""
        if not part and not is_last:
            return
        with self._room:
            while self._unsent > MAX_UNSENT_BYTES and not self._is_gone:
                self._room.wait()
            if self._is_gone:
                raise DeviceGone
            self._unsent += len(part)
        if self._head:
            head, self._head = self._head, {}
            self._put(head)
        if self._missing is not None:
            self._missing -= len(part)
            is_last = is_last or self._missing <= 0
        self._is_whole = is_last
        self._put({"type": "http.response.body", "body": part, "more_body": not is_last})

    def _put(self, message: dict[str, Any] | None) -> None:
        try:
            self._loop.call_soon_threadsafe(self._messages.put_nowait, message)
        except RuntimeError as problem:  # the server is closed
            raise DeviceGone from problem

    async def pass_on(self, send: Send) -> None:
        """Send the answer until it is complete or the device has left."""
        self._connection.left = self._leave
        try:
            while (message := await self._messages.get()) is not None:
                for part in parts_of(message):
                    self._connection.waits = time.monotonic()
                    await send(part)
                    self._connection.waits = None
                    if self._is_gone:
                        return
                with self._room:
                    self._unsent -= len(message.get("body", b""))
                    self._room.notify()
                if message.get("more_body") is False:
                    return
        finally:
            self._is_gone = True
            with self._room:
                self._room.notify()

    def _leave(self) -> None:
        """Stop, because the connection is closed."""
        self._is_gone = True
        self._messages.put_nowait(None)


def parts_of(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A message of an answer in pieces, each of which is sent when the device has taken most of the last."""
    body = message.get("body", b"")
    if len(body) <= PIECE_BYTES:
        yield message
        return
    for start in range(0, len(body), PIECE_BYTES):
        end = start + PIECE_BYTES
        more = message["more_body"] or end < len(body)
        yield {"type": message["type"], "body": body[start:end], "more_body": more}


def refusal_of(scope: Scope) -> HTTPStatus | None:
    """The refusal of a request before its body is read; None if it is accepted.

    No browser sends a body in chunks, whose sizes, extensions and trailers are unbounded.
    """
    names = [name for name, _ in scope["headers"]]
    if b"transfer-encoding" in names:
        return HTTPStatus.BAD_REQUEST if b"content-length" in names else HTTPStatus.LENGTH_REQUIRED
    if scope["method"] not in METHODS:
        return HTTPStatus.NOT_IMPLEMENTED
    if content_length(scope) > MAX_REQUEST_BYTES:
        return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    return None


async def until_gone(receive: Receive) -> None:
    """Wait until the device has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def refuse(status: HTTPStatus, send: Send) -> None:
    """Answer with `status`, and close the connection."""
    text = f"{status.phrase}\n".encode()
    headers = [
        (b"content-type", b"text/plain"),
        (b"content-length", str(len(text)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status.value, "headers": headers})
    await send({"type": "http.response.body", "body": text, "more_body": False})


def content_length(scope: Scope) -> int:
    """Size of the body that a request announces, in bytes."""
    return next((int(value) for name, value in scope["headers"] if name == b"content-length"), 0)


def environ_of(scope: Scope, body: io.BytesIO) -> Environ:
    """The WSGI environment of a request (PEP 3333)."""
    host, port = scope["server"]
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0],
        "REMOTE_PORT": str(scope["client"][1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for coded_name, coded_value in scope["headers"]:
        if b"_" in coded_name:  # it would look like one with a hyphen, which a proxy wrote
            continue
        name, value = coded_name.decode("latin-1").upper().replace("-", "_"), coded_value.decode("latin-1")
        key = name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"
        if key in environ:
            value = f"{environ[key]}{'; ' if name == 'COOKIE' else ','}{value}"
        environ[key] = value
    return environ
