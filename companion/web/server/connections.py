"""The open connections, their time limits, and the places that they share.

A connection that finds no place evicts one of the address that has most, an idle one first. So an address
with few connections keeps them, however many others have. This computer has places of its own.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

MAX_CONNECTIONS = 320
"""Places of this computer, and as many of all others. A browser takes up to six and one for its stream."""
MAX_OF_ADDRESS = 32
"""Places of one address, unless it is this computer's or a proxy's."""
MAX_HELD_BYTES = 128_000_000
"""Bytes of requests that are not answered yet: of this computer, and as many of all others."""
HEADER_SECONDS = 10.0
"""Time limit for a request's header, in seconds from its first byte; of the first one, with the handshake,
from the opening of the connection."""
BODY_SECONDS = 30.0
"""Time limit for a request's body, in seconds; one more for each SLOWEST_BYTES of it."""
SLOWEST_BYTES = 50_000
IDLE_SECONDS = 60.0
"""Idle timeout in seconds, also while the device takes nothing of its answer."""
STALLED_SECONDS = 5.0
"""Seconds after which a device that takes nothing of its answer counts as idle."""
Stage = Literal["header", "body", "answer", "idle"]
HERE = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
"""The addresses from which this computer's own browser asks."""


@dataclass(slots=True, eq=False)
class Connection:
    """One open connection of the device at `address`; `end` closes it, and any thread may call it."""

    address: str
    end: Callable[[], None]
    stage: Stage = "header"
    since: float = field(default_factory=time.monotonic)
    """When the stage began, or the device last took some of its answer (`time.monotonic`)."""
    asked: bool = False
    """True once a whole request has come."""
    expected: int = 0
    """Bytes of the body that is arriving."""
    held: int = 0
    """Bytes of requests that are not answered yet."""
    unsent: int = 0
    """Bytes of answers that the device has not taken yet."""

    def begin(self, stage: Stage) -> None:
        """Enter the next stage."""
        self.stage, self.since = stage, time.monotonic()

    def note_unsent(self, count: int) -> None:
        """Note how many bytes of answers wait for the device; it is alive as long as they become fewer."""
        if count < self.unsent or (count and not self.unsent):
            self.since = time.monotonic()
        self.unsent = count

    def is_busy(self) -> bool:
        """Return True if a whole request is being answered, and the device takes the answer."""
        stalled = self.unsent and time.monotonic() - self.since > STALLED_SECONDS
        return self.stage == "answer" and not stalled

    def is_late(self) -> bool:
        """Return True if its time limit has passed."""
        if self.stage == "answer" and not self.unsent:
            return False
        body = BODY_SECONDS + self.expected / SLOWEST_BYTES
        limit = {"header": HEADER_SECONDS, "body": body}.get(self.stage, IDLE_SECONDS)
        return time.monotonic() - self.since > limit


class Connections:
    """The connections of all listeners of one server. Any thread may call."""

    def __init__(self, proxy: str = "") -> None:
        """Limit connections; `proxy`: the address that asks for many devices."""
        self._proxy = proxy
        self._open: dict[Connection, None] = {}
        self._lock = threading.Lock()

    def admit(self, connection: Connection) -> bool:
        """Give a connection its place; False if only busy ones of addresses with as few could make room."""
        address, leaving = connection.address, None
        with self._lock:
            rivals = self._rivals(address)
            counts = Counter(other.address for other in rivals)
            if counts[address] >= MAX_OF_ADDRESS and address not in HERE and address != self._proxy:
                rivals = [other for other in rivals if other.address == address]
            elif len(rivals) < MAX_CONNECTIONS:
                rivals = []
            if rivals:  # in the order in which they came
                leaving = min(rivals, key=lambda c: (-counts[c.address], c.is_busy(), c.asked))
                if leaving.is_busy() and counts[leaving.address] <= counts[address] + 1:
                    return False
                del self._open[leaving]
            self._open[connection] = None
        if leaving is not None:
            leaving.end()
        return True

    def release(self, connection: Connection) -> None:
        """Release the place of a closed connection."""
        with self._lock:
            self._open.pop(connection, None)

    def hold(self, connection: Connection, count: int) -> None:
        """Note the bytes of a connection's requests. If all are too many, one that arrives is closed: the
        largest of the address that has sent most."""
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
        """Return the connections that share places with those of an address."""
        return [other for other in self._open if (other.address in HERE) == (address in HERE)]
