"""The open live streams: one for each device, and a limited number in all."""

import threading
from dataclasses import dataclass, replace

MAX_STREAMS = 40
"""Largest number of live streams of devices that only watch."""
KEPT_STREAMS = 16
"""Number of further streams reserved for players and the table's own screen."""
THREADS = MAX_STREAMS + KEPT_STREAMS + 16
"""Number of threads of a server: a stream holds one, and other requests need some too."""


@dataclass(frozen=True, slots=True)
class _Place:
    """The stream of one device: its `ticket`, and that of the one `before` it until it is relieved (0: none).
    `watches`: whether the device only watches."""

    ticket: int
    before: int
    watches: bool


class Streams:
    """At most `cap` streams of watchers and KEPT_STREAMS more, one a device: a new one relieves the old."""

    def __init__(self, cap: int = MAX_STREAMS) -> None:
        self.cap = cap
        self._open: dict[str, _Place] = {}
        self._tickets = 0
        self._lock = threading.Lock()

    def begin(self, device: str, *, watches: bool = True) -> int | None:
        """A ticket for `device`; None if there are too many.

        Its older stream keeps its ticket until the new one has sent something (`relieve`), so that no change
        is missed. Any still older stream closes immediately. `watches`: whether the device only watches.
        """
        with self._lock:
            others = [place.watches for key, place in self._open.items() if key != device]
            if len(others) >= self.cap + KEPT_STREAMS or (watches and sum(others) >= self.cap):
                return None
            self._tickets += 1
            older = self._open.get(device)
            self._open[device] = _Place(self._tickets, older.ticket if older else 0, watches)
            return self._tickets

    def relieve(self, device: str, ticket: int) -> bool:
        """Note that this stream has sent something, and end the one before it; True if there was one."""
        with self._lock:
            place = self._open.get(device)
            if place is None or place.ticket != ticket or not place.before:
                return False
            self._open[device] = replace(place, before=0)
            return True

    def holds(self, device: str, ticket: int) -> bool:
        """Tell whether this stream of `device` may go on."""
        with self._lock:
            place = self._open.get(device)
            return place is not None and ticket in (place.ticket, place.before)

    def end(self, device: str, ticket: int) -> None:
        """Note that the stream has ended. If it never sent anything, the one before it goes on."""
        with self._lock:
            place = self._open.get(device)
            if place is None or ticket not in (place.ticket, place.before):
                return
            left = place.before if ticket == place.ticket else place.ticket
            if left:
                self._open[device] = replace(place, ticket=left, before=0)
            else:
                del self._open[device]

    def count(self) -> int:
        """Devices that have a stream."""
        with self._lock:
            return len(self._open)
