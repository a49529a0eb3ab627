"""The live streams that are open: one a device, and not too many."""

from __future__ import annotations

import threading

MAX_STREAMS = 40
"""Live streams of devices that only watch, at most."""
KEPT_STREAMS = 16
"""More of them, for players and the table's own screen, which watchers cannot take."""
THREADS = MAX_STREAMS + KEPT_STREAMS + 16
"""Threads of a server: a stream holds one, and other requests need some too."""


class Streams:
    """At most `cap` streams of watchers and KEPT_STREAMS more, one a device; a new one ends the old."""

    def __init__(self, cap: int = MAX_STREAMS) -> None:
        self.cap = cap
        self._open: dict[str, tuple[int, bool]] = {}  # ticket, and whether the device only watches
        self._tickets = 0
        self._lock = threading.Lock()

    def begin(self, device: str, *, watches: bool = True) -> int | None:
        """A ticket for `device`, which ends its older stream; None if there are too many.

        `watches`: whether it only watches.
        """
        with self._lock:
            others = {key: only for key, (_, only) in self._open.items() if key != device}
            if len(others) >= self.cap + KEPT_STREAMS or (watches and sum(others.values()) >= self.cap):
                return None
            self._tickets += 1
            self._open[device] = self._tickets, watches
            return self._tickets

    def holds(self, device: str, ticket: int) -> bool:
        """Whether this ticket is still the one of `device`."""
        with self._lock:
            return self._open.get(device, (0, False))[0] == ticket

    def end(self, device: str, ticket: int) -> None:
        """The stream is over."""
        with self._lock:
            if self._open.get(device, (0, False))[0] == ticket:
                del self._open[device]
