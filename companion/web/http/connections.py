"""The open connections and their quotas, with places reserved for players.

Four kinds of addresses have separate quotas: this computer, devices that have joined, everybody else, and
proxies, which serve many devices and limit these themselves. If the quota of a kind or of an address is full,
an idle connection of the address that holds most is evicted, the oldest without a request first. So an
address with a single connection keeps it, however many others have.
"""

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
    """Quotas of connections: `all` of a kind, and `each` address; `body_bytes`: of all unanswered requests of
    a kind together."""

    all: int
    each: int
    body_bytes: int = 64_000_000


PLACES: dict[AddressKind, Places] = {
    "here": Places(128, 128, 128_000_000),
    "joined": Places(256, 48, 128_000_000),
    "stranger": Places(64, 16, 64_000_000),
    "proxy": Places(320, 320, 128_000_000),
}
"""Quotas by kind. A browser opens six connections, and one stays open for the live stream."""
MAX_CONNECTIONS = sum(places.all for places in PLACES.values())


def _leaving(rivals: list[Connection]) -> Connection | None:
    """The connection to evict for a new one; None if all are being answered."""
    idle = [connection for connection in rivals if not connection.is_busy()]
    if not idle:
        return None
    held = Counter(connection.address for connection in idle)
    return min(idle, key=lambda connection: (-held[connection.address], connection.asked))  # the oldest


def _heaviest(rivals: list[Connection]) -> Connection:
    """The connection to evict for others' bytes: the one with the most bytes of the address that has sent the
    most."""
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
        """Admit a connection that `end` closes; None if all places are taken by busy ones."""
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
        """Release the place of a closed connection."""
        with self._lock:
            self._open.pop(connection, None)

    def hold(self, connection: Connection, count: int) -> None:
        """Record the request bytes buffered for this connection.

        If a kind has sent too many, a connection that is not being answered is closed.
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
        """Note that a device that has joined uses `address`."""
        now = time.monotonic()
        with self._lock:
            self._joined.pop(address, None)
            self._joined[address] = now
            if len(self._joined) > MAX_JOINED_ADDRESSES:
                del self._joined[next(iter(self._joined))]

    def kind(self, address: str) -> AddressKind:
        """The kind of quota for a connection from `address`."""
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
        """Number of open connections from addresses of a kind."""
        with self._lock:
            return sum(self._kind(connection.address) == kind for connection in self._open)
