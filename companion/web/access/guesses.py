"""Limits wrong join codes from all addresses together, and counts them for a warning on the screens.

The rate limit for each address stops a guesser with one address; this limit stops a guesser with many.
"""

import threading
import time
from collections import deque

BURST = 30
"""Number of wrong codes that may come at once: room for a large family's typing errors."""
SECONDS_EACH = 20.0
"""Seconds until one more wrong code is allowed after the burst. Trying half of all codes takes 7.7 years."""
NOTICE_SECONDS = 600.0
"""Period, in seconds, over which wrong codes are counted for a warning on the screens."""
NOTICE_FROM = 12
"""Number of wrong codes in NOTICE_SECONDS that causes a warning: more than one device's typing errors."""
MAX_REMEMBERED = 1000


class Guesses:
    """The wrong codes sent to a server. Thread-safe."""

    def __init__(self) -> None:
        self._left, self._since = float(BURST), time.monotonic()
        self._wrong: deque[tuple[float, str]] = deque(maxlen=MAX_REMEMBERED)
        self._lock = threading.Lock()

    def may_check_code(self, address: str) -> bool:
        """Return True if a code may be checked now. If not, count one more wrong code from `address`."""
        with self._lock:
            self._refill()
            if self._left < 1:
                self._wrong.append((self._since, address))
            return self._left >= 1

    def note_wrong_code(self, address: str) -> None:
        with self._lock:
            self._refill()
            self._left = max(0.0, self._left - 1)
            self._wrong.append((self._since, address))

    def _refill(self) -> None:
        now = time.monotonic()
        self._left = min(float(BURST), self._left + (now - self._since) / SECONDS_EACH)
        self._since = now

    def notice(self) -> tuple[int, int] | None:
        """Return the number of wrong codes in the last NOTICE_SECONDS, and the number of their addresses.

        Return None for fewer than NOTICE_FROM wrong codes.
        """
        with self._lock:
            since = time.monotonic() - NOTICE_SECONDS
            recent = [address for at, address in self._wrong if at >= since]
        return (len(recent), len(set(recent))) if len(recent) >= NOTICE_FROM else None
