"""HTTPS with a certificate of its own: what phones' browsers ask for before they lend their camera.

TLS ends here, in one thread; each connection is then passed on to a listener of its own on loopback that
nothing else may use, so that the pages still know which address asks.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from companion.web.http.connections import Connection, Connections

CHUNK = 65536
IDLE = 120.0
"""Seconds of silence after which a connection is let go; a live stream says something every 15."""
HANDSHAKE_SECONDS = 8.0
"""Within which a device must have agreed on its keys."""
GOODBYE_SECONDS = 2.0
"""For which a device is waited for that should close its side too."""
CLOSING_SECONDS = 0.05
"""For which the tunnel's loop goes on once every connection has ended, so that none is left half closed."""
PAUSE_SECONDS = 0.5
"""After which the tunnel tries again when the system gives it no connection."""

_LOG = logging.getLogger(__name__)

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


class Tunnel:
    """Takes TLS connections on one socket and passes each on to `inner`, an address on loopback.

    `wrap` puts the application behind it right about who asks; what comes to `inner` by any other way is
    turned away. Each connection has its place in `connections` before a byte of it is read.
    """

    def __init__(
        self, outer: socket.socket, inner: tuple[str, int], pem: Path, connections: Connections
    ) -> None:
        self._outer, self._inner, self._connections = outer, inner, connections
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._context.load_cert_chain(pem)
        self._peers: dict[int, Connection] = {}
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(_note)
        self._serving: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._run, name="https", daemon=True)
        self._thread.start()

    def find(self, address: tuple[str, int]) -> Connection | None:
        """The connection that is passed on from `address`, host and port on loopback; None if none is."""
        return self._peers.get(address[1])

    def wrap(self, application: Application) -> Application:
        """`application`, told the address of the device in place of the tunnel's."""

        def inside(environ: Environ, start: Callable[..., Any]) -> Iterable[bytes]:
            connection = self._peers.get(int(environ.get("REMOTE_PORT") or 0))
            if connection is None:
                start("403 Forbidden", [("Content-Type", "text/plain")])
                return [b"This address is for the table itself.\n"]
            asking = {**environ, "REMOTE_ADDR": connection.address, "wsgi.url_scheme": "https"}
            return application(asking, start)

        return inside

    def close(self) -> None:
        """Let go of every connection."""
        with contextlib.suppress(RuntimeError):  # closed before
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=5)
        self._outer.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._outer.setblocking(False)
        accepting = self._loop.create_task(self._accept())
        try:
            self._loop.run_forever()
        finally:
            tasks = (accepting, *self._serving)
            for task in tasks:
                task.cancel()
            self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
            self._loop.run_until_complete(asyncio.sleep(CLOSING_SECONDS))
            self._loop.close()

    async def _accept(self) -> None:
        """Take connections, and give each its place."""
        while True:
            try:
                sock, peer = await self._loop.sock_accept(self._outer)
            except OSError as problem:  # gone again, or the system has no more files to give
                _LOG.warning("no connection could be taken: %s", problem)
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            passing = _Passing(self._loop)
            connection = self._connections.admit(str(peer[0]), passing.end)
            if connection is None:
                sock.close()
                continue
            passing.task = task = self._loop.create_task(self._serve(sock, connection))
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)

    async def _serve(self, sock: socket.socket, connection: Connection) -> None:
        """Shake hands, and pass on what both sides say until one is gone."""
        outer: asyncio.StreamWriter | None = None
        to_inner: asyncio.StreamWriter | None = None
        near = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        port, patience = 0, GOODBYE_SECONDS
        try:
            reader, outer = await self._shake_hands(sock)
            near.setblocking(False)
            near.bind((self._inner[0], 0))
            port = near.getsockname()[1]
            self._peers[port] = connection  # before a byte is passed on
            await self._loop.sock_connect(near, self._inner)
            from_inner, to_inner = await asyncio.open_connection(sock=near)
            ways = {
                asyncio.ensure_future(_pass_on(reader, to_inner)),
                asyncio.ensure_future(_pass_on(from_inner, outer)),
            }
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        except asyncio.CancelledError:
            patience = 0.0  # its place is another's by now
        except OSError:
            pass  # the device is gone, or never shook hands
        finally:
            if to_inner is None:
                near.close()
            try:
                await _let_go([each for each in (outer, to_inner) if each is not None], patience)
            finally:  # also if it is cancelled once more
                self._peers.pop(port, None)
                self._connections.release(connection)

    async def _shake_hands(self, sock: socket.socket) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Both ends of a connection once TLS holds. Raises OSError."""
        reader = asyncio.StreamReader(loop=self._loop)
        protocol = asyncio.StreamReaderProtocol(reader, loop=self._loop)
        transport, _ = await self._loop.connect_accepted_socket(
            lambda: protocol,
            sock,
            ssl=self._context,
            ssl_handshake_timeout=HANDSHAKE_SECONDS,
            ssl_shutdown_timeout=GOODBYE_SECONDS,
        )
        return reader, asyncio.StreamWriter(transport, protocol, reader, self._loop)


class _Passing:
    """The end of a connection that is passed on, which any thread may call for."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.task: asyncio.Task[None] | None = None

    def end(self) -> None:
        """Close it."""
        if self.task is not None:
            with contextlib.suppress(RuntimeError):  # the tunnel is closed
                self._loop.call_soon_threadsafe(self.task.cancel)


def _note(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What goes wrong with one connection is the device's affair."""
    _LOG.debug("%s", context.get("exception") or context.get("message"))


async def _let_go(writers: Sequence[asyncio.StreamWriter], seconds: float) -> None:
    """Close them: what each still has to say may take so long."""
    for writer in writers:
        writer.close()
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(writer.wait_closed() for writer in writers), return_exceptions=True)
    finally:
        for writer in writers:
            writer.transport.abort()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Bytes from one side to the other until either is gone, or nothing was said for long."""
    with contextlib.suppress(OSError, asyncio.TimeoutError, ssl.SSLError):
        while data := await asyncio.wait_for(reader.read(CHUNK), IDLE):
            writer.write(data)
            await writer.drain()
