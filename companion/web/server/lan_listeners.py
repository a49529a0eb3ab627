"""The doors for phones: listeners on this computer's real addresses, opened and shut as people wish."""

from __future__ import annotations

import contextlib
import errno
import socket
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask
from waitress.server import create_server  # type: ignore[import-untyped]

from companion.web.server.https import Application, Tunnel, certificate
from sheets.errors import BadInput, reason

TRIES = 20
"""Ports that are tried, from the one asked for."""
BODY = 64_000_000
"""Bytes of a request that are read at all; the guard's own limit is lower and has a sentence."""

# Never sent to: connecting a datagram socket only asks the system which of its addresses it would use.
_FAR = ("192.0.2.1", "10.0.0.1", "172.16.0.1", "192.168.0.1", "192.168.1.1", "169.254.1.1")


class PortError(BadInput):
    """No port could be had."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on `host`, at `port` or the next free one. Raises PortError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, min(port + TRIES, 65536)):
        found = socket.socket(family, socket.SOCK_STREAM)
        with contextlib.suppress(OSError):
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, number))
            found.listen(128)
        except PermissionError as problem:
            found.close()
            raise PortError(
                "Port {port} is not for everyone; choose one above 1023 with --port.", port=number
            ) from problem
        except OSError as problem:
            found.close()
            if problem.errno == errno.EADDRINUSE:
                continue
            raise PortError(
                "The address {host} cannot be used on this machine ({why}).", host=host, why=reason(problem)
            ) from problem
        return found
    raise PortError(
        "The ports {port} to {last} are all taken; choose another with --port.",
        port=port,
        last=port + TRIES - 1,
    )


def addresses() -> tuple[str, ...]:
    """This computer's addresses in the networks that it is in, the one towards the world first.

    Sends nothing. Empty where there is no network.
    """
    found: dict[str, None] = {}
    for far in _FAR:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            found[probe.getsockname()[0]] = None
    with contextlib.suppress(OSError):
        for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found[str(entry[4][0])] = None
    return tuple(a for a in found if not a.startswith("127.") and a != "0.0.0.0")


@dataclass(frozen=True, slots=True)
class Door:
    """One listener: where phones find it, and the server behind it."""

    host: str
    address: str
    server: Any
    thread: threading.Thread
    tunnel: Tunnel | None = None


class LanListeners:
    """The listeners for phones. Opening and shutting may be asked for by any thread."""

    def __init__(self, app: Flask, port: int, threads: int, secure: Path | None = None) -> None:
        """`secure`: the folder for a certificate, where phones are to come by HTTPS."""
        self._app, self._port, self._threads, self._secure = app, port, threads, secure
        self._lock = threading.Lock()
        self._open: tuple[Door, ...] = ()

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where phones find the pages (`http://192.168.1.5:8730`), the best first; empty while shut."""
        return tuple(door.address for door in self._open)

    @property
    def hosts(self) -> frozenset[str]:
        """The names of those addresses."""
        return frozenset(door.host for door in self._open)

    def open(self) -> tuple[str, ...]:
        """Listen on every address of this computer that phones may reach; gives `addresses`.

        Addresses that have come since (another network) are opened too. Raises PortError where none can be
        listened on, and NoCertificate.
        """
        with self._lock:
            known = {door.host for door in self._open}
            here, trouble = addresses(), None
            opened = [door for door in self._open if door.host in here]
            for door in self._open:
                if door not in opened:
                    _shut(door)
            for host in here:
                if host in known:
                    continue
                try:
                    opened.append(self._listen(host))
                except PortError as problem:
                    trouble = problem
            self._open = tuple(sorted(opened, key=lambda door: here.index(door.host)))
            if not self._open:
                raise trouble or PortError(
                    "This computer is in no network, so phones cannot reach it; join a network and try again."
                )
            return self.addresses

    def _listen(self, host: str) -> Door:
        sock = listen(host, self._port)
        port, scheme = sock.getsockname()[1], "http"
        app: Application = self._app
        tunnel = None
        if self._secure is not None:
            try:
                pem = certificate(self._secure, (host, socket.gethostname()))
            except BaseException:
                sock.close()
                raise
            inner, scheme = listen("127.0.0.1", 0), "https"
            tunnel = Tunnel(sock, inner.getsockname(), pem)
            sock, app = inner, tunnel.wrap(app)
        server = create_server(
            app, sockets=[sock], threads=self._threads, max_request_body_size=BODY, ident=None
        )
        thread = threading.Thread(target=_run, args=(server,), name=f"door {host}", daemon=True)
        thread.start()
        return Door(host, f"{scheme}://{host}:{port}", server, thread, tunnel)

    def shut(self) -> None:
        """Listen no more; what phones had open ends."""
        with self._lock:
            gone, self._open = self._open, ()
            for door in gone:
                _shut(door)


def _run(server: Any) -> None:
    with contextlib.suppress(OSError, ValueError):  # it was closed under the loop's feet
        server.run()


def _shut(door: Door) -> None:
    if door.tunnel is not None:
        door.tunnel.close()
    # in the loop's own thread, which holds the sockets
    server = door.server
    channels = list(server.active_channels.values())

    def close() -> None:
        server.close()
        for channel in channels:
            channel.handle_close()

    server.trigger.pull_trigger(close)
    threading.Thread(target=server.task_dispatcher.shutdown, daemon=True).start()
