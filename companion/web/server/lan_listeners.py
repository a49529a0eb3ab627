"""The listeners for phones on this computer's addresses in the local network, opened on request."""

import socket
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

from companion.lan import PortError, addresses, listen
from companion.web.server.announcement import Announced, Announcement
from companion.web.server.connections import Connections
from companion.web.server.http_server import LimitedServer
from companion.web.server.streams import THREADS


@dataclass(frozen=True, slots=True)
class Listener:
    """One open listener: where phones find it, and the server behind it.

    `authority`: the certificate that phones have to trust for it, in DER; empty if there is nothing to trust.
    """

    address: str
    server: LimitedServer
    authority: bytes = b""


class LanListeners:
    """The listeners for phones. Any thread may open and close them."""

    def __init__(
        self,
        app: Flask,
        port: int,
        connections: Connections,
        certificates: Path | None = None,
        announces: bool = False,
        served: Sequence[str] = (),
    ) -> None:
        """Prepare listeners for phones.

        `certificates`: the folder that keeps them, if phones use HTTPS. `announces`: True if the table
        announces a name while phones are let in. `served`: the addresses on which the page is always served,
        at `port`.
        """
        self._served = tuple(served)
        self._app, self._port, self._certificates = app, port, certificates
        self._connections = connections
        self._lock = threading.Lock()
        self._open: dict[str, Listener] = {}
        """The listeners by `host`, the best address first."""
        self._announces = announces
        self._announcement: Announcement | None = None

    @property
    def addresses(self) -> tuple[str, ...]:
        """Return the addresses of the pages for phones (`http://192.168.1.5:8730`), the best first, or ().

        () while closed. The last is the announced name, a second or more after phones were let in.
        """
        named = self._announcement.address if self._announcement else ""
        opened = [f"http://{host}:{self._port}" for host in self._served]
        opened += [listener.address for listener in self._open.values()]
        return (*opened, named) if named else (*opened,)

    @property
    def is_open(self) -> bool:
        """Return True if phones are let in, and can be kept out."""
        return bool(self._open)

    @property
    def hosts(self) -> frozenset[str]:
        """Return the names of those addresses."""
        announced = {self._announcement.name} - {""} if self._announcement else set()
        return frozenset(self._open.keys() | announced).union(self._served)

    def authority(self, host: str = "") -> bytes:
        """Return what a phone that came to `host` has to trust, in DER; empty if there is nothing to trust.

        It is that of the first listener if none has that name.
        """
        opened = self._open.get(host) or next(iter(self._open.values()), None)
        return opened.authority if opened else b""

    def open(self) -> tuple[str, ...]:
        """Listen on every address of this computer in a network; returns `addresses`.

        May be called again when networks have changed. Raises PortError if no address can be listened on,
        and NoCertificate.
        """
        with self._lock:
            served = () if self._certificates else self._served
            opened: dict[str, Listener] = {}
            problem: PortError | None = None
            for host in addresses():
                try:
                    if host not in served:
                        opened[host] = self._open.get(host) or self._listen(host)
                except PortError as refused:
                    problem = refused
            for host in self._open.keys() - opened.keys():
                self._open[host].server.close()
            self._open = opened
            if not self._open and not served:
                raise problem or PortError(
                    "This computer is not in any network, so phones cannot reach it; join a network and "
                    "try again."
                )
            self._announce()
            return self.addresses

    def _announce(self) -> None:
        """Tell the network a name for the listeners that are open now."""
        ports = {listener.server.port for listener in self._open.values()}
        if not self._announces or len(ports) != 1:  # a name leads to one port
            return
        scheme = "http" if self._certificates is None else "https"
        announced = Announced(tuple(self._open), ports.pop(), scheme)
        if self._announcement is None or self._announcement.announced != announced:
            if self._announcement is not None:
                self._announcement.close()
            self._announcement = Announcement(announced)

    def _listen(self, host: str) -> Listener:
        context, scheme, authority = None, "http", b""
        if self._certificates is not None:
            from companion.web.server.certificate import tls  # loads much, which HTTP needs not

            scheme = "https"
            context, authority = tls(self._certificates, host, socket.gethostname())
        server = LimitedServer(self._app, listen(host, self._port), THREADS, self._connections, context)
        server.start()
        return Listener(f"{scheme}://{host}:{server.port}", server, authority)

    def close(self) -> None:
        """Stop listening; the connections of phones end."""
        with self._lock:
            closing, self._open = self._open, {}
            announcement, self._announcement = self._announcement, None
        for listener in closing.values():
            listener.server.close()
        if announcement is not None:
            announcement.close(waits=True)
