"""Wrong codes from all addresses together: a limit for the whole server, and a notice for its screens.

The limit for each address stops a guesser with one address; this limit stops one with many. It counts only
wrong codes, so people who type the right code are not affected.
"""

import threading
import time
from collections import deque
from dataclasses import dataclass

BURST = 30
"""Number of wrong codes that may come at once, from all addresses together (a large family's typing errors;
chosen)."""
SECONDS_EACH = 20.0
"""Seconds until one more wrong code may come (chosen: half the codes take 7.7 years)."""
NOTICE_SECONDS = 600.0
"""Period over which the screens count wrong codes, in seconds (ten minutes; chosen)."""
NOTICE_FROM = 12
"""Number of wrong codes in that time from which there is a notice (chosen: more than one device's typing
errors)."""
MAX_REMEMBERED = 1000
"""Largest number of wrong codes that are tracked; the oldest is evicted."""


@dataclass(frozen=True, slots=True)
class GuessCount:
    """The number of wrong codes in the last NOTICE_SECONDS, and of their addresses."""

    count: int
    addresses: int


class Guesses:
    """The wrong codes of one server. Any thread may call."""

    def __init__(self) -> None:
        self._left, self._since = float(BURST), time.monotonic()
        self._wrong: deque[tuple[float, str]] = deque(maxlen=MAX_REMEMBERED)
        self._lock = threading.Lock()

    def may_check_code(self, address: str) -> bool:
        """Return True if a code is checked now; if not, it counts as a guess from `address`."""
        with self._lock:
            self._refill()
            if self._left < 1:
                self._wrong.append((self._since, address))
            return self._left >= 1

    def note_wrong_code(self, address: str) -> None:
        """Note a wrong code from `address`."""
        with self._lock:
            self._refill()
            self._left = max(0.0, self._left - 1)
            self._wrong.append((self._since, address))

    def _refill(self) -> None:
        now = time.monotonic()
        self._left = min(float(BURST), self._left + (now - self._since) / SECONDS_EACH)
        self._since = now

    def notice(self) -> GuessCount | None:
        """Return the notice for the table's screens, or None if no one seems to guess."""
        with self._lock:
            since = time.monotonic() - NOTICE_SECONDS
            recent = [address for at, address in self._wrong if at >= since]
        return GuessCount(len(recent), len(set(recent))) if len(recent) >= NOTICE_FROM else None
