"""HTTP/1.1 on one connection: a parser in C reads the requests, and a thread answers each (WSGI, PEP 3333).

A thread gets a request once it is complete, so a slow sender occupies none.
"""

import asyncio
import io
import logging
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import unquote_to_bytes

import httptools

from companion.web.server.connections import Connection, Connections

MAX_HEADER_BYTES = 32_000
LINE_BYTES = 32
"""Bytes that each line of a header counts beside its own, as in HTTP/2 (RFC 9113, 6.5.2)."""
MAX_REQUEST_BYTES = 64_000_000
"""Largest size of a body that is read, in bytes; the guard refuses smaller ones with a sentence."""
MAX_PIPELINED = 8
"""Most requests that a device may send before the first is answered; browsers send one."""
MAX_UNSENT_BYTES = 16_000_000
"""Bytes of an answer that wait for a device; beyond them its thread waits too."""
GONE_SECONDS = 1.0
"""Seconds after which a thread that waits looks whether its device has left."""

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

_LOG = logging.getLogger(__name__)


class Refused(Exception):
    """A request that is refused at its header; the first argument is the status of the answer."""


class DeviceGone(Exception):
    """The device has closed the connection and takes no answer."""


class Protocol(asyncio.Protocol):
    """One connection. The event loop calls all methods but `give` and `call`."""

    def __init__(
        self, application: Application, threads: ThreadPoolExecutor, places: Connections, device: Connection
    ) -> None:
        self.device, self.transport = device, asyncio.Transport()
        self._application, self._threads, self._places = application, threads, places
        self._loop = asyncio.get_running_loop()
        self.is_made, self.gone = False, self._loop.create_future()
        self._parser = httptools.HttpRequestParser(self)
        self._environ: Environ = {}
        self._url, self._in_header, self._header_bytes, self._seen = b"", False, 0, 0
        self._waiting: deque[Answer] = deque()
        """The requests that are not answered yet; a thread works on the first."""
        self._is_full = False
        """True while as many bytes wait for the device as may."""
        self._takes = threading.Event()
        """Set while the loop takes more of an answer."""
        self._takes.set()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; what a device does not take waits in the transport."""
        self.transport, self.is_made = transport, True
        transport.set_write_buffer_limits(high=MAX_UNSENT_BYTES)

    def connection_lost(self, _problem: Exception | None) -> None:
        """End, and wake who waits for it."""
        if not self.gone.done():
            self.gone.set_result(None)
        self._takes.set()

    def pause_writing(self) -> None:
        """Let the thread of the answer wait."""
        self._is_full = True

    def resume_writing(self) -> None:
        """Let the thread of the answer go on."""
        self._is_full = False
        self._takes.set()

    def data_received(self, data: bytes) -> None:
        """Parse the next piece; a line without an end counts as header too."""
        if self.transport.is_closing():
            return
        if self.device.stage == "idle":
            self.device.begin("header")
        try:
            self._parser.feed_data(data)
            self._seen += len(data)
            if self._in_header and self._seen > MAX_HEADER_BYTES:
                raise Refused("400 Bad Request")
        except httptools.HttpParserUpgrade:
            pass  # to a protocol that nobody speaks here; the request itself is answered
        except (httptools.HttpParserError, Refused) as problem:
            why = problem if isinstance(problem, Refused) else problem.__context__
            status = why.args[0] if isinstance(why, Refused) else "400 Bad Request"
            head = f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
            self.transport.write(head.encode())
            self.transport.close()

    def on_message_begin(self) -> None:
        """Begin the next request."""
        self._environ = {}
        self._url, self._in_header, self._header_bytes, self._seen = b"", True, 0, 0

    def on_url(self, url: bytes) -> None:
        """Take a part of the address."""
        self._count(len(url))
        self._url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take one line of the header."""
        self._count(len(name) + len(value) + LINE_BYTES)
        if b"_" in name:  # it would look like one with a hyphen, which a proxy wrote
            return
        key, text = name.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        if key in self._environ:
            text = f"{self._environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}"
        self._environ[key] = text

    def _count(self, count: int) -> None:
        self._header_bytes += count
        if self._header_bytes > MAX_HEADER_BYTES:
            raise Refused("400 Bad Request")

    def on_headers_complete(self) -> None:
        """Refuse what is not read: chunks, which no browser sends, and too large bodies."""
        given, self._in_header = self._environ, False
        method, length = self._parser.get_method().decode(), int(given.get("CONTENT_LENGTH", 0))
        if "HTTP_TRANSFER_ENCODING" in given:
            raise Refused("411 Length Required")
        if length > MAX_REQUEST_BYTES:
            raise Refused("413 Content Too Large")
        if "HTTP_HOST" not in given or method == "CONNECT" or len(self._waiting) > MAX_PIPELINED:
            raise Refused("400 Bad Request")
        url = httptools.parse_url(self._url)
        server = self.transport.get_extra_info("sockname")
        given |= {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(url.path).decode("latin-1"),
            "QUERY_STRING": (url.query or b"").decode("latin-1"),
            "SERVER_NAME": server[0],
            "SERVER_PORT": str(server[1]),
            "SERVER_PROTOCOL": f"HTTP/{self._parser.get_http_version()}",
            "REMOTE_ADDR": self.device.address,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "https" if self.transport.get_extra_info("sslcontext") else "http",
            "wsgi.input": io.BytesIO(),
            "wsgi.input_terminated": True,
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        self.device.expected = length
        if self.device.stage == "header":
            self.device.begin("body")
        if given.get("HTTP_EXPECT", "").lower() == "100-continue":
            self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def on_body(self, part: bytes) -> None:
        """Take a part of the body."""
        self._environ["wsgi.input"].write(part)
        self._places.hold(self.device, self.device.held + len(part))

    def on_message_complete(self) -> None:
        """Answer the request, after those that came before it."""
        self._environ["wsgi.input"].seek(0)
        keeps = self._parser.should_keep_alive() and not self._parser.should_upgrade()
        self._waiting.append(Answer(self, self._environ, keeps=keeps))
        if len(self._waiting) == 1:
            self._answer_next()

    def _answer_next(self) -> None:
        self.device.asked = True
        self.device.begin("answer")
        try:
            self._threads.submit(self._waiting[0].work, self._application)
        except RuntimeError:  # the server is being closed
            self.transport.abort()

    def end_answer(self, answer: "Answer") -> None:
        """Go on to the next request, if any more may come."""
        self._waiting.popleft()
        self._places.hold(self.device, self.device.held - answer.body_bytes)
        if not answer.keeps:
            self.transport.close()
        elif self._waiting:
            self._answer_next()
        else:
            self.device.begin("idle")

    def give(self, data: bytes) -> None:
        """Send more of an answer; wait until the device has taken enough of what came before. Raises
        DeviceGone."""
        while not self._takes.wait(GONE_SECONDS) and not self.gone.done():
            pass
        self._takes.clear()
        self.call(self._send, data)

    def _send(self, data: bytes) -> None:
        self.transport.write(data)
        if not self._is_full:
            self._takes.set()

    def call(self, what: Callable[..., object], *given: object) -> None:
        """Call `what` in the event loop. Raises DeviceGone."""
        if self.gone.done():
            raise DeviceGone
        try:
            self._loop.call_soon_threadsafe(what, *given)
        except RuntimeError as problem:  # the server is closed
            raise DeviceGone from problem


class Answer:
    """The answer to one request. `keeps`: whether the connection stays open after it."""

    def __init__(self, protocol: Protocol, environ: Environ, *, keeps: bool) -> None:
        self._protocol, self._environ = protocol, environ
        self._is_new = environ["SERVER_PROTOCOL"] == "HTTP/1.1"
        self.keeps = keeps and self._is_new
        self.body_bytes = int(environ.get("CONTENT_LENGTH", 0))
        self._head, self._has_body, self._is_chunked, self._is_begun = b"", True, False, False

    def work(self, application: Application) -> None:
        """Call the application, and send what it says. Runs in a thread."""
        try:
            try:
                self._pass_on(application(self._environ, self._start))
            except DeviceGone:
                raise
            except Exception:
                _LOG.exception("a request could not be answered")
                self.keeps = False
                if not self._is_begun:
                    self._start("500 Internal Server Error", [("Content-Length", "0")])
                    self._give(b"")
            self._protocol.call(self._protocol.end_answer, self)
        except DeviceGone:
            pass

    def _pass_on(self, parts: Iterable[bytes]) -> None:
        try:
            for part in parts:
                if part:
                    self._give(part)
            self._give(b"")
        finally:
            close = getattr(parts, "close", None)
            if close is not None:
                close()

    def _start(
        self, status: str, headers: Sequence[tuple[str, str]], _exc_info: object = None
    ) -> Callable[[bytes], None]:
        """Take the head of the answer (WSGI's start_response)."""
        self._has_body = self._environ["REQUEST_METHOD"] != "HEAD" and status[:3] not in ("204", "304")
        is_measured = any(name.lower() == "content-length" for name, _ in headers)
        self._is_chunked = self._has_body and self._is_new and not is_measured
        lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers)]
        lines += ["Transfer-Encoding: chunked"] * self._is_chunked + ["Connection: close"] * (not self.keeps)
        self._head = "\r\n".join([*lines, "", ""]).encode("latin-1")
        return self._give

    def _give(self, part: bytes) -> None:
        """Send a part of the answer; an empty one is its end. Raises DeviceGone."""
        data, self._head, self._is_begun = self._head, b"", True
        if self._is_chunked:
            part = b"%x\r\n%b\r\n" % (len(part), part)
        if self._has_body:
            data += part
        if data:
            self._protocol.give(data)
