"""Requests to take over a chair (the right to play as one of the players) that another device holds.

They are kept in memory for a few minutes. Only the holder's device and the table's own screen may grant them.
"""

import secrets
import threading
import time
from dataclasses import dataclass, field

from companion.web.access.seats import Seat, Seats

WAIT_SECONDS = 300.0
"""A request expires after this many seconds."""
MAX_WAITING = 4
"""Largest number of waiting requests. If a new device then asks, the oldest request is dropped."""
REFUSED_SECONDS = 600.0
"""After a refusal, no device may ask to play for the same player for this many seconds."""


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A device's request to play for a player for whom another device is playing."""

    claim: Seat  # the seat that the asking device wants
    holder: str  # the hashed token of the device that has the seat now
    since: float
    name: str = field(default_factory=lambda: secrets.token_hex(8))


class SeatRequests:
    """The waiting requests. Thread-safe."""

    def __init__(self, seats: Seats) -> None:
        self._seats = seats
        self._waiting: dict[str, SeatRequest] = {}
        self._refused: dict[str, float] = {}
        """When a request to play for each player was last refused (`time.monotonic`)."""
        self._asked: dict[str, float] = {}
        """When each device last asked (`time.monotonic`)."""
        self._lock = threading.RLock()

    def ask(self, claim: Seat, holder: str) -> bool:
        """Ask the device with hashed token `holder` for the seat `claim`, in place of an earlier request.

        Return False if the asking device may not ask now.
        """
        now = time.monotonic()
        with self._lock:
            waiting = [each for each in self.all() if each.claim.token != claim.token]
            refused = now - self._refused.get(claim.player, -REFUSED_SECONDS)
            self._asked = {each: at for each, at in self._asked.items() if now - at < WAIT_SECONDS}
            if refused < REFUSED_SECONDS or (len(waiting) >= MAX_WAITING and claim.token in self._asked):
                return False
            self._asked[claim.token] = now
            self._waiting = {each.name: each for each in waiting[-MAX_WAITING + 1 :]}
            asked = SeatRequest(claim, holder, now)
            self._waiting[asked.name] = asked
            return True

    def all(self) -> tuple[SeatRequest, ...]:
        """Return the waiting requests, oldest first.

        Drop requests that have expired, whose device has left, or whose player has a new device.
        """
        now = time.monotonic()
        with self._lock:
            for asked in list(self._waiting.values()):
                asker, holder = self._seats.by_hash(asked.claim.token), self._seats.by_hash(asked.holder)
                holds = holder is not None and holder.player == asked.claim.player
                if now - asked.since >= WAIT_SECONDS or asker is None or not holds:
                    del self._waiting[asked.name]
            return tuple(self._waiting.values())

    def find(self, name: str) -> SeatRequest | None:
        return next((each for each in self.all() if each.name == name), None)

    def grant(self, asked: SeatRequest) -> None:
        """Give the seat to the asking device; the previous device becomes a guest (without a seat)."""
        with self._lock:
            self._waiting.pop(asked.name, None)
        self._seats.hand_over(asked.claim)

    def refuse(self, asked: SeatRequest) -> None:
        """Refuse the request. No device may ask to play for the same player within REFUSED_SECONDS."""
        now = time.monotonic()
        with self._lock:
            self._waiting.pop(asked.name, None)
            self._refused = {k: at for k, at in self._refused.items() if now - at < REFUSED_SECONDS}
            self._refused[asked.claim.player] = now

    def withdraw(self, token: str) -> None:
        """Remove the request of the device with hashed `token`, if there is one."""
        with self._lock:
            self._waiting = {k: each for k, each in self._waiting.items() if each.claim.token != token}
