"""Requests to take over a chair that another device holds: who asks, and who may say yes.

They live in memory only and wait a few minutes. The device that holds the chair and the table's own screen
may say yes; nobody else can, whatever sheet they hold up.
"""

import secrets
import threading
import time
from dataclasses import dataclass, field

from companion.web.access.seats import Claim, Seats

WAIT_SECONDS = 300.0
"""Time for which a request waits for an answer, in seconds (five minutes; chosen)."""
MAX_WAITING = 4
"""Largest number of requests that wait; one more takes the place of the oldest, unless its device has asked
a moment ago."""
REFUSED_SECONDS = 600.0
"""Time for which nobody may ask again for a chair after its device said no, in seconds (ten minutes;
chosen)."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A device that asks for a chair. `token` (hashed): of who asks, `holder`: of who holds it now.

    `since`: when it asked, in seconds of `time.monotonic`.
    """

    token: str
    holder: str
    claim: Claim
    since: float
    name: str = field(default_factory=lambda: secrets.token_hex(8))


class SeatRequests:
    """The requests that wait. Any thread may call."""

    def __init__(self, seats: Seats) -> None:
        self._seats = seats
        self._waiting: dict[str, SeatRequest] = {}
        self._refused: dict[str, float] = {}
        self._asked: dict[str, float] = {}
        """Time at which each device last asked (`time.monotonic`)."""
        self._lock = threading.Lock()

    def ask(self, token: str, holder: str, claim: Claim) -> bool:
        """Ask for the chair of `holder` for the device of `token`; drop an older request of that device.

        Return False if too many wait and it asked within WAIT_SECONDS, or if the answer for this chair was no
        a moment ago.
        """
        now = time.monotonic()
        with self._lock:
            waiting = [each for each in self._all(now) if each.token != token]
            refused = now - self._refused.get(claim.player, -REFUSED_SECONDS)
            self._asked = {each: at for each, at in self._asked.items() if now - at < WAIT_SECONDS}
            if refused < REFUSED_SECONDS or (len(waiting) >= MAX_WAITING and token in self._asked):
                return False
            self._asked[token] = now
            self._waiting = {each.name: each for each in waiting[-MAX_WAITING + 1 :]}
            asked = SeatRequest(token, holder, claim, now)
            self._waiting[asked.name] = asked
            return True

    def all(self) -> tuple[SeatRequest, ...]:
        """Return the waiting requests, the oldest first."""
        with self._lock:
            return tuple(self._all(time.monotonic()))

    def _all(self, now: float) -> list[SeatRequest]:
        self._waiting = {k: each for k, each in self._waiting.items() if self._stands(each, now)}
        return list(self._waiting.values())

    def _stands(self, asked: SeatRequest, now: float) -> bool:
        """Return True if the device that asks and the one that holds the chair are still the same."""
        asker, holder = self._seats.by_hash(asked.token), self._seats.by_hash(asked.holder)
        return (
            now - asked.since < WAIT_SECONDS
            and asker is not None
            and holder is not None
            and holder.player == asked.claim.player
        )

    def find(self, name: str) -> SeatRequest | None:
        """Return the request of that name, if it still waits."""
        return next((each for each in self.all() if each.name == name), None)

    def grant(self, asked: SeatRequest) -> None:
        """Grant the request: hand the chair over."""
        with self._lock:
            self._waiting.pop(asked.name, None)
        self._seats.hand_over(asked.token, asked.claim)

    def refuse(self, asked: SeatRequest) -> None:
        """Refuse the request; for a while nobody may ask for the chair again."""
        now = time.monotonic()
        with self._lock:
            self._waiting.pop(asked.name, None)
            self._refused = {k: at for k, at in self._refused.items() if now - at < REFUSED_SECONDS}
            self._refused[asked.claim.player] = now

    def withdraw(self, token: str) -> None:
        """Withdraw the request of the device of `token` (hashed)."""
        with self._lock:
            self._waiting = {k: each for k, each in self._waiting.items() if each.token != token}
