"""Adapts Flask's application to the server: requests are read in the event loop, and answered in threads.

A thread gets a request once it is complete, so a slow sender occupies none.
"""

import asyncio
import contextlib
import io
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import unquote_to_bytes

from companion.web.http.connections import Connections
from companion.web.http.http_protocol import Protocol

PIECE_BYTES = 65_536
"""Size of the pieces in which an answer is sent, in bytes."""
DRAIN_BYTES = 1_000_000
"""Bytes of an answer after which its thread looks whether the device takes it."""

_LOG = logging.getLogger(__name__)

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
Scope = Mapping[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Message], Awaitable[None]]


class DeviceGone(Exception):
    """The device has closed the connection and takes no answer."""


class WsgiAdapter:
    """Serves a WSGI application in at most `threads` threads at once."""

    def __init__(self, application: Application, threads: int, connections: Connections) -> None:
        self._application, self._connections = application, connections
        self._threads = ThreadPoolExecutor(threads, "request")

    def close(self) -> None:
        """Start no further answer."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request (ASGI)."""
        try:
            await self._answer(scope, receive, send)
        except Exception:
            _LOG.exception("an answer could not be sent")
            raise

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        protocol: Protocol = scope["state"]["protocol"]
        connection, body, more = protocol.device, io.BytesIO(), True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            more = message["more_body"]
            body.write(message["body"])
            self._connections.hold(connection, body.tell())
        body.seek(0)
        connection.asked = True
        connection.begin("answer")
        answer = Answer(protocol)
        try:
            self._threads.submit(answer.work, self._application, environ_of(scope, body))
        except RuntimeError:  # the server is being closed
            protocol.transport.abort()
        await answer.pass_on(send)
        connection.begin("idle")
        self._connections.hold(connection, 0)


class Answer:
    """The answer of one thread, on its way to the device."""

    def __init__(self, protocol: Protocol) -> None:
        self._protocol, self._loop = protocol, asyncio.get_running_loop()
        self._messages: asyncio.Queue[Message | None] = asyncio.Queue()
        self._head: Message | None = None
        self._has_begun = False
        self._missing: int | None = None
        self._unchecked = 0

    async def pass_on(self, send: Send) -> None:
        """Send the answer until it is complete or the device has left."""

        def leave(_gone: object) -> None:
            self._messages.put_nowait(None)

        self._protocol.gone.add_done_callback(leave)
        try:
            while (message := await self._messages.get()) is not None:
                await send(message)
                if message.get("more_body") is False:
                    break
        finally:
            self._protocol.gone.remove_done_callback(leave)

    def work(self, application: Application, environ: Environ) -> None:
        """Call the application. Runs in a thread."""
        try:
            parts = application(environ, self._start)
            try:
                for part in parts:
                    if part:
                        self._give(part)
            finally:
                close = getattr(parts, "close", None)
                if close is not None:
                    close()
            if self._missing != 0 or not self._has_begun:
                self._give(b"", is_last=True)
        except DeviceGone:
            pass
        except Exception:
            _LOG.exception("a request could not be answered")
            with contextlib.suppress(DeviceGone):
                if self._has_begun:
                    self._call(self._protocol.transport.abort)
                else:
                    self._start("500", [("Connection", "close"), ("Content-Length", "0")])
                    self._give(b"", is_last=True)

    def _start(
        self, status: str, headers: Sequence[tuple[str, str]], _exc_info: object = None
    ) -> Callable[[bytes], None]:
        """Take the head of the answer (WSGI's start_response)."""
        coded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        self._head = {"type": "http.response.start", "status": int(status[:3]), "headers": coded}
        self._missing = next((int(value) for name, value in coded if name == b"content-length"), None)
        return self._give

    def _give(self, part: bytes, is_last: bool = False) -> None:
        """Pass on a part of the answer. Raises DeviceGone."""
        if self._missing is not None:
            self._missing -= len(part)
            is_last = is_last or self._missing <= 0
        if not self._has_begun:
            self._has_begun = True
            self._call(self._messages.put_nowait, self._head)
        for start in range(0, len(part) or 1, PIECE_BYTES):
            end = start + PIECE_BYTES
            more = not is_last or end < len(part)
            message = {"type": "http.response.body", "body": part[start:end], "more_body": more}
            self._call(self._messages.put_nowait, message)
        self._unchecked += len(part)
        if self._unchecked > DRAIN_BYTES:
            self._unchecked = 0
            asyncio.run_coroutine_threadsafe(self._protocol.flow.drain(), self._loop).result()

    def _call(self, what: Callable[..., object], *given: object) -> None:
        """Call `what` in the event loop. Raises DeviceGone."""
        if self._protocol.gone.done():
            raise DeviceGone
        try:
            self._loop.call_soon_threadsafe(what, *given)
        except RuntimeError as problem:  # the server is closed
            raise DeviceGone from problem


def environ_of(scope: Scope, body: io.BytesIO) -> Environ:
    """The WSGI environment of a request (PEP 3333)."""
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": scope["server"][0],
        "SERVER_PORT": str(scope["server"][1]),
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
