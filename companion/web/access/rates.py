"""Rate limits: a token bucket per address and kind of request."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from flask import request

from companion.web.access.request_context import API, current_seat
from companion.web.access.rights import View, asked_view, marked
from companion.web.access.seats import STRANGER
from companion.web.server.client_address import from_this_computer
from companion.web.server.refusal import RequestRefused
from sheets.language import message

MAX_BUCKETS = 1000
"""Largest number of buckets. For a further bucket, the least recently used bucket is dropped."""
TOO_OFTEN = message("That was too many times in a short while; wait a moment and try again.")


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate limit: `burst` requests at once, then `each_second` requests per second."""

    burst: float
    each_second: float


CHANGES = Rate(60, 10)
"""For changes without files, such as a tap on a cell; nobody taps this fast."""
UPLOADS = Rate(8, 0.5)
"""For uploads of files, such as photos, which take long to read."""
GUESSES = Rate(10, 0.1)
"""For codes, keys and sheet numbers, which attackers may try to guess."""
DOOR_PHOTOS = Rate(3, 1 / 60)
"""For photos of sheets from people who want to join; reading one keeps a core busy for two seconds."""
ALL_DOOR_PHOTOS = Rate(6, 1 / 15)
"""For the photos of DOOR_PHOTOS, from all addresses together."""
PICTURES = Rate(30, 15)
PAGES = Rate(300, 60)

EVERYBODY = ""


def rated(rate: Rate) -> Callable[[View], View]:
    """Return a decorator that limits the requests for a view to `rate`, instead of the default limit."""
    return marked("rate", rate)


class Rates:
    """The rate limits of one server. This computer's requests are limited only by GUESSES and DOOR_PHOTOS."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[str, Rate], tuple[float, float]] = {}
        self._lock = threading.Lock()

    def allows(self, address: str, rate: Rate, now: float) -> bool:
        """Take a token from the bucket of `address` and `rate`; return False if the bucket is empty."""
        with self._lock:
            left, since = self._buckets.pop((address, rate), (rate.burst, now))
            left = min(rate.burst, left + (now - since) * rate.each_second)
            self._buckets[address, rate] = (left - 1 if left >= 1 else left, now)
            if len(self._buckets) > MAX_BUCKETS:
                del self._buckets[next(key for key in self._buckets if key[0] != EVERYBODY)]
            return left >= 1

    def check(self) -> None:
        """Raise RequestRefused if the current request exceeds its rate limit."""
        now = time.monotonic()
        wrong_key = request.blueprint == API and request.authorization and current_seat() is STRANGER
        own = GUESSES if wrong_key else getattr(asked_view(), "rate", None)
        if own in (GUESSES, DOOR_PHOTOS):
            rate = own
        elif from_this_computer():
            return
        elif request.method == "POST" and request.mimetype == "multipart/form-data":  # may carry files
            rate = UPLOADS
        else:
            rate = own or (PAGES if request.method in ("GET", "HEAD") else CHANGES)
        allowed = self.allows(request.remote_addr or "unknown", rate, now)
        if allowed and rate is DOOR_PHOTOS:
            allowed = self.allows(EVERYBODY, ALL_DOOR_PHOTOS, now)
        if not allowed:
            raise RequestRefused("too-often", TOO_OFTEN, status=429)
