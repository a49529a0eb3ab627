"""The open live streams (server-sent events): one per device, and a limited number in all."""

import itertools
import threading

MAX_STREAMS = 40
"""Largest number of streams for devices that only watch."""
KEPT_STREAMS = 16
"""Number of streams in addition to MAX_STREAMS, reserved for players and the table's own screen."""
THREADS = MAX_STREAMS + KEPT_STREAMS + 16
"""Number of threads of a server: one per stream, and 16 for other requests."""


class Streams:
    """Allows `cap` streams to devices that only watch, and `cap` + KEPT_STREAMS in all. Thread-safe."""

    def __init__(self, cap: int = MAX_STREAMS) -> None:
        self.cap = cap
        self._open: dict[str, tuple[int, bool]] = {}
        """Ticket of each device's stream, and True if the device only watches."""
        self._tickets = itertools.count(1)
        self._lock = threading.Lock()

    def begin(self, device: str, *, watches: bool = True) -> int | None:
        """Return a ticket for a new stream, or None if too many are open.

        A new stream ends the device's older stream. `watches`: True if the device only watches.
        """
        with self._lock:
            others = [only_watches for key, (_, only_watches) in self._open.items() if key != device]
            if len(others) >= self.cap + KEPT_STREAMS or (watches and sum(others) >= self.cap):
                return None
            ticket = next(self._tickets)
            self._open[device] = ticket, watches
            return ticket

    def holds(self, device: str, ticket: int) -> bool:
        """Return True if the stream with that ticket is still the newest of `device`."""
        return self._open.get(device, (0, False))[0] == ticket

    def end(self, device: str, ticket: int) -> None:
        """Release the ticket of a stream that has ended."""
        with self._lock:
            if self.holds(device, ticket):
                del self._open[device]

    def count(self) -> int:
        return len(self._open)
