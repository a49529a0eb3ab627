"""How phones come in: listeners on this computer's addresses in the local network, opened on request."""

from __future__ import annotations

import socket
import threading
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

from companion.lan import PortError, addresses, listen
from companion.web.http.certificate import certificate
from companion.web.http.connections import Connections
from companion.web.http.http_server import LimitedServer


@dataclass(frozen=True, slots=True)
class Listener:
    """One open listener: where phones find it, and the server behind it."""

    host: str
    address: str
    server: LimitedServer


class LanListeners:
    """The listeners for phones. Any thread may open and close them."""

    def __init__(
        self, app: Flask, port: int, threads: int, connections: Connections, secure: Path | None = None
    ) -> None:
        """`threads`: of each listener. `secure`: the folder for a certificate, if phones use HTTPS."""
        self._app, self._port, self._threads, self._secure = app, port, threads, secure
        self._connections = connections
        self._lock = threading.Lock()
        self._open: tuple[Listener, ...] = ()

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where phones find the pages (`http://192.168.1.5:8730`), the best first; empty while closed."""
        return tuple(listener.address for listener in self._open)

    @property
    def hosts(self) -> frozenset[str]:
        """The names of those addresses."""
        return frozenset(listener.host for listener in self._open)

    def open(self) -> tuple[str, ...]:
        """Listen on every address of this computer in a network; returns `addresses`.

        May be called again when networks have changed. Raises PortError if no address can be listened on,
        and NoCertificate.
        """
        with self._lock:
            known_hosts = {listener.host for listener in self._open}
            current, problem = addresses(), None
            opened = [listener for listener in self._open if listener.host in current]
            for listener in self._open:
                if listener not in opened:
                    listener.server.close()
            for host in current:
                if host in known_hosts:
                    continue
                try:
                    opened.append(self._listen(host))
                except PortError as refused:
                    problem = refused
            self._open = tuple(sorted(opened, key=lambda listener: current.index(listener.host)))
            if not self._open:
                raise problem or PortError(
                    "This computer is not in any network, so phones cannot reach it; join a network and "
                    "try again."
                )
            return self.addresses

    def _listen(self, host: str) -> Listener:
        sock, pem = listen(host, self._port), None
        if self._secure is not None:
            try:
                pem = certificate(self._secure, (host, socket.gethostname()))
            except BaseException:
                sock.close()
                raise
        server = LimitedServer(self._app, sock, self._threads, self._connections, pem)
        server.start()
        scheme = "http" if pem is None else "https"
        return Listener(host, f"{scheme}://{host}:{server.port}", server)

    def close(self) -> None:
        """Stop listening; the connections of phones end."""
        with self._lock:
            closing, self._open = self._open, ()
            for listener in closing:
                listener.server.close()
