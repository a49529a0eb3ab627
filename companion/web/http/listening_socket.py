"""A listening socket that gives each new connection its place in the quotas."""

import asyncio
import contextlib
import socket
from collections.abc import Callable
from typing import Any

from companion.web.http.connection import Connection, Stage
from companion.web.http.connections import Connections

Peer = tuple[str, int]
"""Address and port of a device."""


class DeviceSocket(socket.socket):
    """The socket of one device, which reports its closing."""

    when_closed: Callable[[], None] | None = None

    def close(self) -> None:
        """Close it, once."""
        super().close()
        tell, self.when_closed = self.when_closed, None
        if tell is not None:
            tell()


class ListeningSocket(socket.socket):
    """Accepts connections for which there is a place. One event loop accepts, and no other thread."""

    def __init__(self, listener: socket.socket, connections: Connections, first_stage: Stage) -> None:
        """Takes the place of `listener`, which is detached. `first_stage`: of each connection."""
        family, kind, protocol = listener.family, listener.type, listener.proto
        super().__init__(family, kind, protocol, fileno=listener.detach())
        self.peers: dict[Peer, Connection] = {}
        """The connections that are open."""
        self._connections, self._first_stage = connections, first_stage

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept the next connection that gets a place; others are closed.

        Raises BlockingIOError where nobody waits, and OSError.
        """
        while True:
            plain, address = super().accept()
            sock = DeviceSocket(plain.family, plain.type, plain.proto, fileno=plain.detach())
            if self._place(sock, (str(address[0]), int(address[1]))):
                return sock, address
            sock.close()

    def _place(self, sock: DeviceSocket, peer: Peer) -> bool:
        """Give the connection of `sock` a place; False if there is none."""
        loop = asyncio.get_running_loop()

        def shut() -> None:  # in the loop's own thread, which closes it
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

        def end() -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed, and so are its sockets
                loop.call_soon_threadsafe(shut)

        connection = self._connections.admit(peer[0], end)
        if connection is None:
            return False
        connection.begin(self._first_stage)
        self.peers[peer] = connection

        def closed() -> None:
            del self.peers[peer]
            self._connections.release(connection)
            connection.left()

        sock.when_closed = closed
        return True
