"""The listeners for phones on this computer's local network addresses, opened on request."""

import socket
import threading
from collections.abc import Sequence
from pathlib import Path

from flask import Flask

from companion.lan import PortError, addresses, listen
from companion.web.server.announcement import Announcement
from companion.web.server.connections import Connections
from companion.web.server.http_server import LimitedServer
from companion.web.server.streams import THREADS
from sheets.errors import BadInput


class LanListeners:
    """The listening sockets, one per network address, through which phones reach the server. Thread-safe."""

    def __init__(
        self,
        app: Flask,
        port: int,
        connections: Connections,
        certificates: Path | None = None,
        announces: bool = False,
        served: Sequence[str] = (),
    ) -> None:
        """`certificates`: their folder; None to use HTTP. `served`: addresses that have a server already."""
        self._served = tuple(served)
        self._app, self._port, self._certificates = app, port, certificates
        self._connections = connections
        self._lock = threading.Lock()
        self._scheme = "http" if certificates is None else "https"
        self._open: dict[str, tuple[LimitedServer, bytes]] = {}
        """The servers by host, best address first, with the certificates (DER or b"") that phones trust."""
        self._announces = announces
        self._announcement: Announcement | None = None

    @property
    def addresses(self) -> tuple[str, ...]:
        """Return the page's URLs for phones, best first; the URL with the announced name comes last."""
        named = self._announcement.address if self._announcement else ""
        opened = [f"http://{host}:{self._port}" for host in self._served]
        opened += [f"{self._scheme}://{host}:{server.port}" for host, (server, _) in self._open.items()]
        return (*opened, named) if named else (*opened,)

    @property
    def is_open(self) -> bool:
        """Return True while there are open listeners."""
        return bool(self._open)

    @property
    def hosts(self) -> frozenset[str]:
        """Return the host names and IP addresses in `addresses`."""
        announced = {self._announcement.name} - {""} if self._announcement else set()
        return frozenset(self._open.keys() | announced).union(self._served)

    def authority(self, host: str = "") -> bytes:
        """Return the authority's certificate (DER) for `host`, or b"" without HTTPS.

        Without a listener on `host`, return the certificate for the best address.
        """
        _, authority = self._open.get(host) or next(iter(self._open.values()), (None, b""))
        return authority

    def open(self) -> tuple[str, ...]:
        """Listen on all network addresses and return `addresses`, or raise PortError or NoCertificate."""
        with self._lock:
            served = () if self._certificates else self._served
            opened: dict[str, tuple[LimitedServer, bytes]] = {}
            problem: BadInput | None = None
            for host in addresses():
                try:
                    if host not in served:
                        opened[host] = self._open.get(host) or self._listen(host)
                except BadInput as refused:  # no port or no certificate; other addresses may work
                    problem = refused
            for host in self._open.keys() - opened.keys():
                self._open[host][0].close()
            self._open = opened
            if not self._open and not served:
                raise problem or PortError(
                    "This computer is not connected to a network, so phones cannot reach it; join a "
                    "network and try again."
                )
            self._announce()
            return self.addresses

    def _announce(self) -> None:
        ports = {server.port for server, _ in self._open.values()}
        if not self._announces or len(ports) != 1:  # a name leads to one port
            return
        announced = tuple(self._open), ports.pop(), self._scheme
        if self._announcement is None or self._announcement.announced != announced:
            if self._announcement is not None:
                self._announcement.close()
            self._announcement = Announcement(*announced)

    def _listen(self, host: str) -> tuple[LimitedServer, bytes]:
        context, authority = None, b""
        if self._certificates is not None:
            from companion.web.server.certificate import tls  # slow to import, and not needed for HTTP

            context, authority = tls(self._certificates, host, socket.gethostname())
        server = LimitedServer(self._app, listen(host, self._port), THREADS, self._connections, context)
        server.start()
        return server, authority

    def close(self) -> None:
        with self._lock:
            closing, self._open = self._open, {}
            announcement, self._announcement = self._announcement, None
        for server, _ in closing.values():
            server.close()
        if announcement is not None:
            announcement.close(waits=True)
