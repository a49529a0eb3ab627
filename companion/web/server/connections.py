"""The open connections, their time limits, and the limits of their number.

At the limit, a new connection closes an older connection, preferably an idle one, of the address with the
most connections. So an address with few connections keeps them, even if other addresses open many.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

MAX_CONNECTIONS = 320
"""Largest number of connections from this computer, and separately from all other computers together."""
MAX_OF_ADDRESS = 32
"""Largest number of connections from one address; this computer and a proxy may exceed it."""
MAX_HELD_BYTES = 128_000_000
"""Largest size in bytes of all unanswered requests of this computer, and of those of all other computers."""
HEADER_SECONDS = 10.0
"""Time limit for a request's header, in seconds from its first byte; for the first request, from the opening
of the connection.
"""
BODY_SECONDS = 30.0
"""Time limit for a request's body, in seconds, plus one second per SLOWEST_BYTES bytes."""
SLOWEST_BYTES = 50_000
IDLE_SECONDS = 60.0
"""A connection is closed after this many seconds without a request, or without progress of its answer."""
STALLED_SECONDS = 5.0
"""A device that accepts no bytes of its answer for this many seconds counts as idle."""
Stage = Literal["header", "body", "answer", "idle"]
HERE = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
"""The addresses from which this computer's own browser connects."""


@dataclass(slots=True, eq=False)
class Connection:
    """An open connection of the device at `address`. Any thread may call `end` to close it."""

    address: str
    end: Callable[[], None]
    stage: Stage = "header"
    since: float = field(default_factory=time.monotonic)
    """When the current `stage` began, or the device last accepted part of its answer (`time.monotonic`)."""
    asked: bool = False
    """True once a complete request has arrived."""
    expected: int = 0
    """Size of the request body, in bytes."""
    held: int = 0
    """Size of the bodies of the unanswered requests, in bytes."""
    unsent: int = 0
    """Number of bytes of answers that the device has not accepted yet."""

    def begin(self, stage: Stage) -> None:
        self.stage, self.since = stage, time.monotonic()

    def note_unsent(self, count: int) -> None:
        """Set `unsent` to `count`. Restart the time limit if `unsent` has fallen, or risen from 0."""
        if count < self.unsent or (count and not self.unsent):
            self.since = time.monotonic()
        self.unsent = count

    def is_busy(self) -> bool:
        """Return True while a complete request is being answered, unless the device has stalled."""
        stalled = self.unsent and time.monotonic() - self.since > STALLED_SECONDS
        return self.stage == "answer" and not stalled

    def is_late(self) -> bool:
        """Return True if the connection has exceeded the time limit of its stage."""
        if self.stage == "answer" and not self.unsent:
            return False
        body = BODY_SECONDS + self.expected / SLOWEST_BYTES
        limit = {"header": HEADER_SECONDS, "body": body}.get(self.stage, IDLE_SECONDS)
        return time.monotonic() - self.since > limit


class Connections:
    """The connections of all listeners of a server. Thread-safe."""

    def __init__(self, proxy: str = "") -> None:
        """Begin without connections. `proxy`: address of a proxy, exempt from MAX_OF_ADDRESS, or ""."""
        self._proxy = proxy
        self._open: dict[Connection, None] = {}
        self._lock = threading.Lock()

    def admit(self, connection: Connection) -> bool:
        """Admit `connection`, closing a different one if necessary; return False if none may be closed."""
        address, leaving = connection.address, None
        with self._lock:
            rivals = self._rivals(address)
            counts = Counter(other.address for other in rivals)
            if counts[address] >= MAX_OF_ADDRESS and address not in HERE and address != self._proxy:
                rivals = [other for other in rivals if other.address == address]
            elif len(rivals) < MAX_CONNECTIONS:
                rivals = []
            if rivals:  # oldest first
                leaving = min(rivals, key=lambda c: (-counts[c.address], c.is_busy(), c.asked))
                if leaving.is_busy() and counts[leaving.address] <= counts[address] + 1:
                    return False
                del self._open[leaving]
            self._open[connection] = None
        if leaving is not None:
            leaving.end()
        return True

    def release(self, connection: Connection) -> None:
        with self._lock:
            self._open.pop(connection, None)

    def hold(self, connection: Connection, count: int) -> None:
        """Set `connection.held` to `count`. Above MAX_HELD_BYTES in total, close one that holds much."""
        with self._lock:
            is_more, connection.held = count > connection.held, count
            rivals = self._rivals(connection.address) if is_more else []
            if sum(other.held for other in rivals) <= MAX_HELD_BYTES:
                return
            sent: Counter[str] = Counter()
            for other in rivals:
                sent[other.address] += other.held
            arriving = [other for other in rivals if other is connection or not other.is_busy()]
            leaving = max(arriving, key=lambda c: (sent[c.address], c.held), default=connection)
            self._open.pop(leaving, None)
        leaving.end()

    def _rivals(self, address: str) -> list[Connection]:
        """Return the connections in the group of `address`: this computer's, or those of all others."""
        return [other for other in self._open if (other.address in HERE) == (address in HERE)]
