"""HTTP on one connection: uvicorn's with a parser in C, and refusals at the header of a request."""

import asyncio

from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from companion.web.http.connections import Connection

MAX_HEADER_BYTES = 32_000
MAX_HEADER_LINES = 100
MAX_REQUEST_BYTES = 64_000_000
"""Largest size of a body that is read, in bytes; the guard refuses smaller ones with a sentence."""
MAX_PIPELINED = 8
"""Most requests that a device may send before the first is answered; browsers send one."""
MAX_UNSENT_BYTES = 16_000_000
"""Bytes of an answer that wait for a device; beyond them its thread waits too."""


class Refused(Exception):
    """A request that is refused at its header."""


class Protocol(HttpToolsProtocol):
    """HTTP on one connection, whose parser stops at the first fault, also within one piece of data."""

    def __init__(self, config: Config, state: ServerState, connection: Connection) -> None:
        super().__init__(config, state, {"protocol": self})
        self.device, self.gone = connection, asyncio.get_running_loop().create_future()
        self.is_made = False
        self._refusal, self._in_header, self._header_bytes, self._seen = b"400 Bad Request", False, 0, 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; what a device does not take waits in the transport."""
        super().connection_made(transport)
        self.is_made = True
        transport.set_write_buffer_limits(high=MAX_UNSENT_BYTES)

    def connection_lost(self, exc: Exception | None) -> None:
        """End, and wake who waits for it."""
        super().connection_lost(exc)
        if not self.gone.done():
            self.gone.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Parse the next piece; a line without an end counts as header too."""
        if self.device.stage == "idle":
            self.device.begin("header")
        super().data_received(data)
        if self._in_header and not self.transport.is_closing():
            self._seen += len(data)
            if self._seen > MAX_HEADER_BYTES:
                self.send_400_response("")

    def on_message_begin(self) -> None:
        """Begin the next request."""
        super().on_message_begin()
        self._in_header, self._header_bytes, self._seen = True, 0, 0

    def on_url(self, url: bytes) -> None:
        """Take a part of the address."""
        self._count(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take one line of the header."""
        self._count(name + value)
        if len(self.headers) >= MAX_HEADER_LINES:
            raise Refused
        super().on_header(name, value)

    def _count(self, part: bytes) -> None:
        self._header_bytes += len(part)
        if self._header_bytes > MAX_HEADER_BYTES:
            raise Refused

    def on_headers_complete(self) -> None:
        """Refuse what is not read: chunks, which no browser sends, and too large bodies."""
        given, self._in_header = dict(self.headers), False
        self.device.expected = int(given.get(b"content-length", 0))
        if b"transfer-encoding" in given:
            self._refusal = b"411 Length Required"
            raise Refused
        if self.device.expected > MAX_REQUEST_BYTES:
            self._refusal = b"413 Content Too Large"
            raise Refused
        if b"host" not in given or self.parser.get_method() == b"CONNECT":
            raise Refused
        if len(self.pipeline) >= MAX_PIPELINED:
            raise Refused
        if self.device.stage == "header":
            self.device.begin("body")
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Answer with the refusal, and close the connection."""
        self.transport.write(b"HTTP/1.1 %b\r\nconnection: close\r\ncontent-length: 0\r\n\r\n" % self._refusal)
        self.transport.close()
