"""Seats: the rights of each device, which a random token in its cookie identifies.

A device with the role "player" holds the *chair* of one player: only this device plays for that player.
"""

import contextlib
import hashlib
import secrets
import threading
import time
from dataclasses import replace

from companion.storage.database import StoreError
from companion.storage.schema import StoredSeat
from companion.storage.seat_store import SeatStore
from companion.web.server.refusal import JOIN_FIRST, RequestRefused

OLD_COOKIE = "seat"
"""Name of the cookie of version 1.0. Phones that joined with that version may still send it."""
YEAR = 31_536_000
MAX_WATCHERS = 200
"""Largest number of devices that only watch. A further one replaces the device that was silent longest."""
WATCHER_SECONDS = 86_400.0
"""A device that only watches is removed after a day without a request."""
PLAYER_SECONDS = 30 * 86_400.0
"""A device that plays is removed after thirty days without a request."""
SEEN_SECONDS = 3600.0
"""The time of a device's last request is saved at most once per this many seconds."""

Seat = StoredSeat
STRANGER = Seat("", "stranger")
RANKS = {"stranger": 0, "guest": 1, "player": 2, "table": 3}


def cookie_name(code: str) -> str:
    """Return the cookie's name, which contains `code`: tables on different ports of a host share cookies."""
    return f"seat-{code}"


def hashed(token: str) -> str:
    """Return the hash of a token. Only hashes are stored, because whoever knows a token has its seat."""
    return hashlib.sha256(token.encode()).hexdigest()


class Seats:
    """The devices at the table, in memory and on disk. Thread-safe."""

    def __init__(self, store: SeatStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self.read()

    def read(self) -> None:
        """Load the devices from the store. Call this again if the store's content has been replaced."""
        now, today = time.monotonic(), time.time()
        with self._lock:
            self._seats = {seat.token: seat for seat in self._store.seats()}
            self._asked = {
                seat.token: now - (max(0.0, today - seat.seen) if seat.seen else 0.0)
                for seat in self._seats.values()
            }
            """When each device last made a request (`time.monotonic`)."""
            self._written = dict(self._asked)

    def find(self, token: str) -> Seat | None:
        """Return the seat of the device with this token in its cookie, or None if the token is unknown."""
        return self._seats.get(hashed(token))

    def by_hash(self, token: str) -> Seat | None:
        """Return the seat of the device with this hashed token, or None if the token is unknown."""
        return self._seats.get(token)

    def note_request(self, token: str) -> None:
        """Record that the device with hashed `token` sent a request; save the time once per SEEN_SECONDS."""
        now = time.monotonic()
        if token not in self._seats:
            return
        self._asked[token] = now
        if now - self._written.get(token, now) >= SEEN_SECONDS:
            self._written[token] = now
            with self._lock, contextlib.suppress(StoreError):  # a full disk must not stop a device
                if token in self._seats:
                    self._write(self._seats[token])

    def seconds_away(self, token: str) -> float:
        """Return the seconds since the last request of the device with hashed `token`; 0 if it is unknown."""
        return time.monotonic() - self._asked.get(token, time.monotonic())

    def give(self, role: str, player: str = "", sheet: str = "", lucky: tuple[int, int] | None = None) -> str:
        """Remove absent devices, create a seat and return the token for its cookie, or raise StoreError."""
        token = secrets.token_urlsafe(24)
        seat = Seat(hashed(token), role, player, sheet, lucky)
        with self._lock:
            self._forget_absent()
            self._asked[seat.token] = self._written[seat.token] = time.monotonic()
            self._write(seat)
        return token

    def _forget_absent(self) -> None:
        """Remove devices that were away for too long, and enough watchers to make room for a new one."""
        seats = self.all()
        watching = sorted(self._of(""), key=lambda seat: self._asked[seat.token])
        surplus = watching[: max(0, len(watching) - MAX_WATCHERS + 1)]
        for seat in seats:
            longest = PLAYER_SECONDS if seat.player else WATCHER_SECONDS
            if seat in surplus or self.seconds_away(seat.token) > longest:
                self._remove(seat.token)

    def holder(self, player: str, besides: str = "") -> Seat | None:
        """Return the seat that plays for `player`, or None. Ignore the seat with the token hash `besides`."""
        return next((s for s in self.all() if s.player == player and s.token != besides), None)

    def sheet_holder(self, sheet: str, besides: str = "") -> Seat | None:
        """Return the seat with the printed sheet `sheet`, or None. Ignore the seat with hash `besides`."""
        return next((s for s in self.all() if sheet and s.sheet == sheet and s.token != besides), None)

    def take(self, claim: Seat) -> Seat | None:
        """Give the device `claim.token` the player and the printed sheet of `claim`, and return None.

        If another device already plays for the player, or has the sheet, change nothing and return that
        device's seat. But a device that has proven to have the sheet takes it from one that hasn't.
        """
        with self._lock:
            self._check_joined(claim.token)
            holder = self.holder(claim.player, claim.token)
            if holder is not None:
                return holder
            sheet_holder = self.sheet_holder(claim.sheet, claim.token)
            if sheet_holder is not None and (sheet_holder.proven or not claim.proven):
                return sheet_holder
            if sheet_holder is not None:
                self._write(replace(sheet_holder, sheet="", lucky=None))  # it knew only the number
            self._write(claim)
            return None

    def hand_over(self, claim: Seat) -> None:
        """Let the device `claim.token` play for the player of `claim`; make the previous device a guest.

        If a third device has the printed sheet of `claim`, that device keeps the sheet.
        """
        with self._lock:
            self._check_joined(claim.token)
            holder = self.holder(claim.player, claim.token)
            if holder is not None:
                self._write(_freed(holder))
            if self.sheet_holder(claim.sheet, claim.token) is not None:
                claim = replace(claim, sheet="", proven=False)
            self._write(replace(claim, lucky=claim.lucky or (holder.lucky if holder else None)))

    def _check_joined(self, token: str) -> None:
        if token not in self._seats:
            raise RequestRefused("not-joined", JOIN_FIRST, status=403)

    def _write(self, seat: Seat) -> None:
        """Save a new or changed seat, or raise StoreError."""
        here = replace(seat, seen=time.time() - self.seconds_away(seat.token))
        self._store.save_seat(here)
        self._seats[here.token] = here

    def free(self, player: str) -> None:
        """Make the device that plays for `player` a guest, which only watches."""
        with self._lock:
            for seat in self._of(player):
                self._write(_freed(seat))

    def rename(self, player: str, name: str) -> None:
        with self._lock:
            for seat in self._of(player):
                self._write(replace(seat, player=name))

    def _of(self, player: str) -> list[Seat]:
        return [seat for seat in self.all() if seat.player == player]

    def leave(self, token: str) -> None:
        """Remove the device with hashed `token`; its cookie becomes invalid. Raise StoreError on failure."""
        with self._lock:
            self._remove(token)

    def _remove(self, token: str) -> None:
        self._store.delete_seat(token)
        self._seats.pop(token, None)
        self._asked.pop(token, None)
        self._written.pop(token, None)

    def all(self) -> tuple[Seat, ...]:
        return tuple(self._seats.values())


def _freed(seat: Seat) -> Seat:
    return replace(seat, role="guest", player="", sheet="", lucky=None, proven=False)
