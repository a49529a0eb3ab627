"""The server: uvicorn with quotas for connections, and time limits for handshakes and requests.

Uvicorn alone accepts any number of connections, and waits for ever for a request that never comes.
"""

import asyncio
import contextlib
import os
import socket
import ssl
import threading
import time
from collections.abc import Mapping

from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.web.http import connection as limits
from companion.web.http.connection import Connection
from companion.web.http.connections import MAX_CONNECTIONS, Connections
from companion.web.http.listening_socket import ListeningSocket, Peer
from companion.web.http.wsgi_adapter import Application, WsgiAdapter

MAX_HEADER_BYTES = 32_000
CHECK_SECONDS = 1.0
"""Seconds between two checks of time limits; chosen."""
CLOSING_SECONDS = 1
"""Seconds that a closing server waits for requests that are being answered; chosen."""
LAST_SECONDS = 0.05
"""Seconds that the loop goes on after the last connection, so that none stays half closed; chosen."""
SIGNAL_SECONDS = 1.0
"""Seconds between two checks for a signal, for which Windows wakes no waiting thread; chosen."""
BACKLOG = 128
"""Number of connections that wait to be accepted."""


class LimitedServer:
    """A listener in its own thread, whose connections have places in `connections`."""

    def __init__(
        self,
        application: Application,
        listener: socket.socket,
        threads: int,
        connections: Connections,
        context: ssl.SSLContext | None = None,
    ) -> None:
        """The server takes over `listener`. `threads`: number of threads that answer. `context`: for
        HTTPS."""
        self._listener = ListeningSocket(listener, connections, "header" if context is None else "handshake")
        self.port = int(self._listener.getsockname()[1])
        self._connections = connections
        self._adapter = WsgiAdapter(application, threads, connections, self._listener.peers)
        config = Config(
            self._adapter,
            http=protocol_of(self._listener.peers),
            ws="none",
            interface="asgi3",
            lifespan="off",
            log_config=None,
            access_log=False,
            workers=1,
            proxy_headers=False,
            server_header=False,
            backlog=BACKLOG,
            timeout_keep_alive=int(limits.IDLE_SECONDS) + 60,  # the limits here are shorter
            timeout_graceful_shutdown=CLOSING_SECONDS,
            h11_max_incomplete_event_size=MAX_HEADER_BYTES,
        )
        config.load()
        config.ssl = context
        self._server = Server(config)
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"listener {self.port}", daemon=True)

    def start(self) -> None:
        """Begin to serve."""
        self._thread.start()

    def wait(self) -> None:
        """Wait until it is closed, or a signal comes."""
        while not self._closed.wait(SIGNAL_SECONDS):
            pass

    def close(self) -> None:
        """Stop listening, and end every connection. Any thread may call."""
        self._server.should_exit = True
        self._adapter.close()
        for connection in list(self._listener.peers.values()):
            connection.end()
        if self._thread.ident is None:
            self._listener.close()

    def join(self) -> None:
        """Wait until all is closed."""
        if self._thread.ident is not None:
            self._closed.wait()

    def _run(self) -> None:
        # of the event loops of Windows, only this one accepts through the socket object
        try:
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(self._serve())
        finally:
            self._closed.set()

    async def _serve(self) -> None:
        watching = asyncio.create_task(self._end_late_connections())
        try:
            await self._server.serve(sockets=[self._listener])
        finally:
            watching.cancel()
            for connection in list(self._listener.peers.values()):  # connections in their handshake
                connection.end()
            await asyncio.sleep(LAST_SECONDS)

    async def _end_late_connections(self) -> None:
        """Close the connections whose time limit has passed, periodically."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            now = time.monotonic()
            for connection in list(self._listener.peers.values()):
                joined = self._connections.kind(connection.address) != "stranger"
                idle_seconds = limits.IDLE_SECONDS if joined else limits.STRANGER_IDLE_SECONDS
                if connection.is_late(now, idle_seconds):
                    connection.end()


def protocol_of(peers: Mapping[Peer, Connection]) -> type[H11Protocol]:
    """The protocol of these connections: HTTP, with a note when a request begins."""

    class Protocol(H11Protocol):
        device: Connection | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.device = peers.get((transport.get_extra_info("peername") or ("", 0))[:2])
            if self.device is not None:
                self.device.begin("header")

        def data_received(self, data: bytes) -> None:
            if self.device is not None and self.device.stage == "idle":
                self.device.begin("header")
            super().data_received(data)
            if self.device is not None and self.transport.is_closing():  # the bytes were no request
                self.device.closing = True

    return Protocol


def allow_connections(most: int = MAX_CONNECTIONS) -> None:
    """Raise the limit of open files to what `most` connections need."""
    if os.name == "nt":
        return
    import resource

    wanted = most + 256
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most_allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most_allowed, hard))
