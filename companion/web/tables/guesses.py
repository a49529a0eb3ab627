"""Wrong codes from all addresses together: a limit for the whole server, and word of it for its screens.

A limit for each address holds up one guesser. Whoever has many addresses meets this one, which counts only
what was wrong: people who type the right code use nothing of it up.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass

BURST = 30
"""Wrong codes that may come at once, from all addresses together (a large family's slips; chosen)."""
SECONDS_EACH = 20.0
"""How long it then takes until one more may come (chosen: half the codes take 7.7 years)."""
NOTICE_SECONDS = 600.0
"""How far back the screens count (ten minutes; chosen)."""
NOTICE_FROM = 12
"""Wrong codes in that time from which on it is called guessing (chosen: more than one device's slips)."""
MAX_REMEMBERED = 1000
"""Wrong codes that are remembered; the oldest is forgotten first."""


@dataclass(frozen=True, slots=True)
class Guessing:
    """How many codes were wrong in the last NOTICE_SECONDS, and from how many addresses."""

    count: int
    addresses: int


class Guesses:
    """The wrong codes that came to one server. Any thread may call."""

    def __init__(self) -> None:
        self._left, self._since = float(BURST), time.monotonic()
        self._wrong: deque[tuple[float, str]] = deque(maxlen=MAX_REMEMBERED)
        self._lock = threading.Lock()

    def may_try(self, address: str) -> bool:
        """Tell whether a code that comes now is looked at; if not, it counts as a guess from `address`."""
        with self._lock:
            self._refill()
            if self._left < 1:
                self._wrong.append((self._since, address))
            return self._left >= 1

    def was_wrong(self, address: str) -> None:
        """Note a wrong code from `address`."""
        with self._lock:
            self._refill()
            self._left = max(0.0, self._left - 1)
            self._wrong.append((self._since, address))

    def _refill(self) -> None:
        now = time.monotonic()
        self._left = min(float(BURST), self._left + (now - self._since) / SECONDS_EACH)
        self._since = now

    def notice(self) -> Guessing | None:
        """What to tell the table's screens; None while nobody seems to guess."""
        with self._lock:
            since = time.monotonic() - NOTICE_SECONDS
            recent = [address for at, address in self._wrong if at >= since]
        return Guessing(len(recent), len(set(recent))) if len(recent) >= NOTICE_FROM else None
