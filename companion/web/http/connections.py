"""The connections that are open, and who may have how many: places are kept for those who play.

Four kinds of addresses have places of their own, so that none takes another's: this computer, the devices
that have joined, everybody else, and proxies, which come for many devices and limit these themselves. Where
a kind has all its places, or one address all of its own, a connection makes room that is not being answered:
one of the address that has the most of these, the oldest by which nothing was ever asked. So whoever comes
with one connection keeps it, however many others have.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.web.http.connection import Connection
from companion.web.http.proxies import Network, is_of

AddressKind = Literal["here", "joined", "stranger", "proxy"]

HERE = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
"""The addresses from which this computer's own browser asks."""
JOINED_SECONDS = 3600.0
"""Seconds since its last request for which an address counts as that of a device that has joined; chosen."""
MAX_JOINED_ADDRESSES = 500
"""Most addresses of joined devices that are tracked; the least recent one is evicted."""


@dataclass(frozen=True, slots=True)
class Places:
    """Connections at once: `all` of a kind, and of `each` address; `body_bytes`: of all requests together
    that a kind has sent and that are not answered yet."""

    all: int
    each: int
    body_bytes: int = 64_000_000


PLACES: dict[AddressKind, Places] = {
    "here": Places(128, 128, 128_000_000),
    "joined": Places(256, 48, 128_000_000),
    "stranger": Places(64, 16, 64_000_000),
    "proxy": Places(320, 320, 128_000_000),
}
"""A browser opens six, and one stays open for the live stream."""
MAX_CONNECTIONS = sum(places.all for places in PLACES.values())


def _leaving(rivals: list[Connection]) -> Connection | None:
    """The connection to close in favour of a new one; None if all are being answered."""
    idle = [connection for connection in rivals if not connection.is_busy()]
    if not idle:
        return None
    held = Counter(connection.address for connection in idle)
    return min(idle, key=lambda connection: (-held[connection.address], connection.asked))  # the oldest


def _heaviest(rivals: list[Connection]) -> Connection:
    """The connection to close in favour of the bytes of others: of the address that has sent the most, the
    one by which most came."""
    sent: Counter[str] = Counter()
    for connection in rivals:
        sent[connection.address] += connection.held
    return max(rivals, key=lambda connection: (sent[connection.address], connection.held))


class Connections:
    """The connections of all listeners of one server. Any thread may call."""

    def __init__(
        self, places: dict[AddressKind, Places] | None = None, proxies: Sequence[Network] = ()
    ) -> None:
        """`places`: in place of PLACES. `proxies`: that ask for many devices at once."""
        self._proxies = proxies
        self._places = PLACES if places is None else places
        self._open: dict[Connection, None] = {}
        self._joined: dict[str, float] = {}
        self._lock = threading.Lock()

    def admit(self, address: str, end: Callable[[], None]) -> Connection | None:
        """A place for a connection that `end` closes; None if all are taken by those that are answered."""
        connection = Connection(address, end)
        with self._lock:
            kind = self._kind(address)
            places = self._places[kind]
            same = [other for other in self._open if self._kind(other.address) == kind]
            own = [other for other in same if other.address == address]
            rivals = own if len(own) >= places.each else same if len(same) >= places.all else None
            leaving = None
            if rivals is not None:
                leaving = _leaving(rivals)
                if leaving is None:
                    return None
                del self._open[leaving]
            self._open[connection] = None
        if leaving is not None:
            leaving.end()
        return connection

    def release(self, connection: Connection) -> None:
        """It is closed."""
        with self._lock:
            self._open.pop(connection, None)

    def hold(self, connection: Connection, count: int) -> None:
        """Record the request bytes buffered for this connection.

        Where a kind has sent too many, a connection that is not being answered is closed.
        """
        with self._lock:
            more, connection.held = count > connection.held, count
            kind = self._kind(connection.address)
            same = [other for other in self._open if self._kind(other.address) == kind]
            if not more or sum(other.held for other in same) <= self._places[kind].body_bytes:
                return
            arriving = [other for other in same if other is connection or not other.is_busy()]
            leaving = _heaviest(arriving) if arriving else connection
            self._open.pop(leaving, None)
        leaving.end()

    def remember(self, address: str) -> None:
        """A device that has joined asks from `address`."""
        now = time.monotonic()
        with self._lock:
            self._joined.pop(address, None)
            self._joined[address] = now
            if len(self._joined) > MAX_JOINED_ADDRESSES:
                del self._joined[next(iter(self._joined))]

    def kind(self, address: str) -> AddressKind:
        """The kind of places that a connection from `address` takes."""
        with self._lock:
            return self._kind(address)

    def _kind(self, address: str) -> AddressKind:
        if self._proxies and is_of(address, self._proxies):
            return "proxy"
        if address in HERE:
            return "here"
        last = self._joined.get(address)
        return "joined" if last is not None and time.monotonic() - last < JOINED_SECONDS else "stranger"

    def count(self, kind: AddressKind) -> int:
        """Connections that are open from addresses of a kind."""
        with self._lock:
            return sum(self._kind(connection.address) == kind for connection in self._open)
