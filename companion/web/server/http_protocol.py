"""HTTP/1.1 on one connection. A parser in C reads the requests, and a thread answers each (WSGI, PEP 3333).

A thread gets a request only when it is complete, so slow senders don't occupy threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import unquote_to_bytes
from wsgiref.handlers import SimpleHandler
from wsgiref.headers import Headers

import httptools

from companion.web.server.connections import Connection, Connections, Stage

MAX_HEADER_BYTES = 32_000
"""Longest header of a request, in bytes. Each line counts as LINE_BYTES longer than it is."""
LINE_BYTES = 32
"""Bytes added to the size of each header line, so that many short lines count too (RFC 9113, 6.5.2)."""
MAX_REQUEST_BYTES = 64_000_000
"""Largest body of a request, in bytes. Above the lower MAX_UPLOAD_BYTES, a page explains the refusal."""
MAX_PIPELINED = 8
"""Largest number of requests that wait behind the one being answered. Browsers don't send requests ahead."""
MAX_UNSENT_BYTES = 16_000_000
"""If more bytes than this wait to be sent, the answering thread waits."""
GONE_SECONDS = 1.0

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

_LOG = logging.getLogger(__name__)


class BadRequest(Exception):
    """A request refused because of its header. The first argument is the HTTP status of the answer."""


class Protocol(asyncio.Protocol):
    """One HTTP connection. Threads other than the event loop's may call only `give` and `call`."""

    def __init__(
        self, application: Application, threads: ThreadPoolExecutor, places: Connections, device: Connection
    ) -> None:
        self.device, self.transport = device, asyncio.Transport()
        self._application, self._threads, self._places = application, threads, places
        self._loop = asyncio.get_running_loop()
        self.is_made, self.gone = False, self._loop.create_future()
        self._parser = httptools.HttpRequestParser(self)
        self._environ: Environ = {}
        self._body = io.BytesIO()
        self._url, self._header_bytes, self._seen = b"", 0, 0
        self._arriving: Stage = "idle"
        """Stage of the next request: "idle" until its first byte has arrived."""
        self._waiting: deque[Answer] = deque()
        """The unanswered requests; a thread is answering the first."""
        self._is_full = False
        """True while MAX_UNSENT_BYTES or more wait for the device."""
        self._takes = threading.Event()
        """Set while the event loop accepts another part of an answer."""
        self._takes.set()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport, self.is_made = transport, True
        transport.set_write_buffer_limits(high=MAX_UNSENT_BYTES)

    def connection_lost(self, _problem: Exception | None) -> None:
        if not self.gone.done():
            self.gone.set_result(None)
        self._takes.set()

    def pause_writing(self) -> None:
        self._is_full = True

    def resume_writing(self) -> None:
        self._is_full = False
        self._takes.set()

    def data_received(self, data: bytes) -> None:
        """Parse the next bytes. If a request is malformed, refuse it and close the connection."""
        if self.transport.is_closing():
            return
        if self.device.stage == "idle":
            self.device.begin("header")
        try:
            self._parser.feed_data(data)
            self._seen += len(data)
            if self._arriving == "header" and self._seen > MAX_HEADER_BYTES:
                raise BadRequest("400 Bad Request")
        except httptools.HttpParserUpgrade:
            pass  # upgrades aren't supported: the request is answered over HTTP/1.1
        except (httptools.HttpParserError, BadRequest) as problem:
            why = problem if isinstance(problem, BadRequest) else problem.__context__
            status = why.args[0] if isinstance(why, BadRequest) else "400 Bad Request"
            head = f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
            self.transport.write(head.encode())
            self.transport.close()

    def on_message_begin(self) -> None:
        self._environ, self._body = {}, io.BytesIO()
        self._url, self._arriving, self._header_bytes, self._seen = b"", "header", 0, 0

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        self._url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(len(name) + len(value) + LINE_BYTES)
        if b"_" in name:  # in WSGI it would look like a proxy's header with a hyphen
            return
        key, text = name.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        if key in self._environ:
            text = f"{self._environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}"
        self._environ[key] = text

    def _count(self, count: int) -> None:
        self._header_bytes += count
        if self._header_bytes > MAX_HEADER_BYTES:
            raise BadRequest("400 Bad Request")

    def on_headers_complete(self) -> None:
        """Complete the WSGI environment. Raise BadRequest if the header is not acceptable."""
        given, self._arriving = self._environ, "body"
        method, length = self._parser.get_method().decode(), int(given.get("CONTENT_LENGTH", 0))
        if "HTTP_TRANSFER_ENCODING" in given:
            raise BadRequest("411 Length Required")
        if length > MAX_REQUEST_BYTES:
            raise BadRequest("413 Content Too Large")
        if "HTTP_HOST" not in given or method == "CONNECT" or len(self._waiting) > MAX_PIPELINED:
            raise BadRequest("400 Bad Request")
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
            "HTTPS": "on" if self.transport.get_extra_info("sslcontext") else "off",
            "wsgi.input_terminated": True,
        }
        self.device.expected = length
        if self.device.stage == "header":
            self.device.begin("body")
        if given.get("HTTP_EXPECT", "").lower() == "100-continue":
            self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    def on_body(self, part: bytes) -> None:
        self._body.write(part)
        self._places.hold(self.device, self.device.held + len(part))

    def on_message_complete(self) -> None:
        """Queue the request behind the requests that are not answered yet."""
        self._arriving = "idle"
        self._body.seek(0)
        is_new = self._environ["SERVER_PROTOCOL"] == "HTTP/1.1"
        keeps = is_new and self._parser.should_keep_alive() and not self._parser.should_upgrade()
        self._waiting.append(Answer(self, self._environ, self._body, keeps=keeps))
        if len(self._waiting) == 1:
            self._answer_next()

    def _answer_next(self) -> None:
        self.device.asked = True
        self.device.begin("answer")
        try:
            self._threads.submit(self._waiting[0].work, self._application)
        except RuntimeError:  # the server is being closed
            self.transport.abort()

    def end_answer(self, answer: Answer) -> None:
        """Answer the next waiting request, or close the connection if `answer` doesn't keep it open."""
        self._waiting.popleft()
        self._places.hold(self.device, self.device.held - answer.body_bytes)
        if not answer.keeps:
            self.transport.close()
        elif self._waiting:
            self._answer_next()
        else:
            self.device.begin(self._arriving)

    def give(self, data: bytes) -> None:
        """Send `data` when the device can accept it. Raise ConnectionAbortedError if the device has left."""
        while not self._takes.wait(GONE_SECONDS) and not self.gone.done():
            pass
        self._takes.clear()
        self.call(self._send, data)

    def _send(self, data: bytes) -> None:
        self.transport.write(data)
        if not self._is_full:
            self._takes.set()

    def call(self, what: Callable[..., object], *given: object) -> None:
        """Call `what` in the event loop. Raise ConnectionAbortedError if the device has left."""
        if self.gone.done():
            raise ConnectionAbortedError
        try:
            self._loop.call_soon_threadsafe(what, *given)
        except RuntimeError as problem:  # the server is closed
            raise ConnectionAbortedError from problem


class Answer(SimpleHandler):
    """The answer to one request. `keeps`: True if the connection stays open afterwards."""

    http_version = "1.1"
    wsgi_file_wrapper = None
    status: str
    headers: Headers
    headers_sent: bool

    def __init__(self, protocol: Protocol, environ: Environ, body: io.BytesIO, *, keeps: bool) -> None:
        super().__init__(body, io.BytesIO(), sys.stderr, environ)
        self.os_environ, self._protocol, self._unsent = {}, protocol, b""
        self._is_head = environ["REQUEST_METHOD"] == "HEAD"
        self.keeps, self.body_bytes = keeps, body.getbuffer().nbytes

    def work(self, application: Application) -> None:
        with contextlib.suppress(ConnectionAbortedError):
            self.run(application)
            self._protocol.call(self._protocol.end_answer, self)

    def send_preamble(self) -> None:
        """Send status and headers. If the body's length is unknown, closing the connection marks its end."""
        has_body = not self._is_head and self.status[:3] not in ("204", "304")
        self.keeps &= not has_body or "Content-Length" in self.headers
        super().send_preamble()
        if not self.keeps:
            self._write(b"Connection: close\r\n")

    def finish_content(self) -> None:
        if not self.headers_sent:
            self.write(b"")

    def log_exception(self, exc_info: Any) -> None:
        """Log an exception of the application; the connection closes after the answer."""
        _LOG.error("a request could not be answered", exc_info=exc_info)
        self.keeps = False

    def _write(self, data: bytes) -> None:
        self._unsent += data

    def _flush(self) -> None:
        data, self._unsent = self._unsent, b""
        if data:
            self._protocol.give(data)
