"""Seats: the rights of each device, which is identified by a random token in its cookie."""

import contextlib
import hashlib
import secrets
import threading
import time
from dataclasses import asdict, dataclass, replace

from companion.storage.database import StoreError
from companion.storage.seat_store import SeatStore
from companion.storage.stored_seat import StoredSeat
from companion.web.server.refusal import JOIN_FIRST, RequestRefused

OLD_COOKIE = "seat"
"""The name of the cookie of version 1.0; a phone that it let in stays."""
YEAR = 31_536_000
"""Lifetime of a cookie in a browser, in seconds."""
MAX_WATCHERS = 200
"""Largest number of devices that only watch; the one away longest is evicted."""
WATCHER_SECONDS = 86_400.0
"""Seconds without a request after which a device that only watches is forgotten (a day; chosen)."""
CHAIR_SECONDS = 30 * 86_400.0
"""Seconds without a request after which a device that plays is forgotten (thirty days; chosen)."""
SEEN_SECONDS = 3600.0
"""Interval at which the last request of a device is saved, in seconds."""

Seat = StoredSeat
STRANGER = Seat("", "stranger")
"""A device that has not joined; its cookie, if it has one, is not ours."""
RANKS = {"stranger": 0, "guest": 1, "player": 2, "table": 3}
"""The rank of each role: a higher one may do more."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim of a device: the chair of `player`, and the printed sheet of number `sheet`, if any.

    `lucky`: the sheet's lucky numbers. `proven`: whether the sheet's secret came with its number.
    """

    player: str
    sheet: str = ""
    lucky: tuple[int, int] | None = None
    proven: bool = False


def cookie_name(code: str) -> str:
    """Return the name of the cookie of the table `code`. Cookies ignore ports, and each port is a table."""
    return f"seat-{code}"


def hashed(token: str) -> str:
    """Return the hash of a token: a reader of the store can't take a seat with it."""
    return hashlib.sha256(token.encode()).hexdigest()


class Seats:
    """The devices at the table, on disk as well. Any thread may call."""

    def __init__(self, store: SeatStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self.read()

    def read(self) -> None:
        """Load the devices from the store, at the start and when its content was replaced."""
        now, today = time.monotonic(), time.time()
        with self._lock:
            self._found = {seat.token: seat for seat in self._store.seats()}
            self._asked = {
                seat.token: now - (max(0.0, today - seat.seen) if seat.seen else 0.0)
                for seat in self._found.values()
            }
            """Time of each device's last request (`time.monotonic`)."""
            self._written = dict(self._asked)

    def find(self, token: str) -> Seat | None:
        """Return the seat of a cookie, or None if it was never issued, or was revoked."""
        return self._found.get(hashed(token))

    def by_hash(self, token: str) -> Seat | None:
        """Return the current seat of a hashed token."""
        return self._found.get(token)

    def note_request(self, token: str) -> None:
        """Note a request of the device of `token` (hashed)."""
        now = time.monotonic()
        if token not in self._found:
            return
        self._asked[token] = now
        if now - self._written.get(token, now) >= SEEN_SECONDS:
            self._written[token] = now
            with self._lock, contextlib.suppress(StoreError):  # a full disk must not stop one from looking
                if token in self._found:
                    self._write(self._found[token])

    def seconds_away(self, token: str) -> float:
        """Time since the last request of the device of `token` (hashed), in seconds."""
        return time.monotonic() - self._asked.get(token, time.monotonic())

    def give(self, role: str, player: str = "", sheet: str = "", lucky: tuple[int, int] | None = None) -> str:
        """Give a new seat, and return its token, which is shown only once. Devices that have long been away
        are forgotten."""
        token = secrets.token_urlsafe(24)
        seat = Seat(hashed(token), role, player, sheet, lucky)
        with self._lock:
            self._forget_absent()
            self._asked[seat.token] = self._written[seat.token] = time.monotonic()
            self._write(seat)
        return token

    def _forget_absent(self) -> None:
        """Forget devices that have been away too long, and excess watchers, those away longest
        first. Devices that play are never in excess."""
        seats = self.all()
        watching = sorted(self._of(""), key=lambda seat: self._asked[seat.token])
        surplus = watching[: max(0, len(watching) - MAX_WATCHERS + 1)]
        for seat in seats:
            longest = CHAIR_SECONDS if seat.player else WATCHER_SECONDS
            if seat in surplus or self.seconds_away(seat.token) > longest:
                self._remove(seat.token)

    def holder(self, player: str, besides: str = "") -> Seat | None:
        """Return the device that plays for `player`, unless it is that of the token `besides` (hashed)."""
        return next((s for s in self.all() if s.player == player and s.token != besides), None)

    def sheet_holder(self, sheet: str, besides: str = "") -> Seat | None:
        """Return the device that plays with the printed sheet of that number, unless it is `besides`."""
        return next((s for s in self.all() if sheet and s.sheet == sheet and s.token != besides), None)

    def take(self, token: str, claim: Claim) -> Seat | None:
        """Seat the device of `token` (hashed) as it claims; return who already holds the chair, or None.

        No one loses a chair by this. A sheet moves from the device that typed its number to the one that
        knows its secret. Raise RequestRefused if the device has no seat any more.
        """
        with self._lock:
            seat = self._joined(token)
            holder = self.holder(claim.player, token)
            if holder is not None:
                return holder
            sheet_holder = self.sheet_holder(claim.sheet, token)
            if sheet_holder is not None and (sheet_holder.proven or not claim.proven):
                return sheet_holder
            if sheet_holder is not None:
                self._write(replace(sheet_holder, sheet="", lucky=None))
            self._write(_seated(seat, claim))
            return None

    def hand_over(self, token: str, claim: Claim) -> None:
        """Seat the device of `token` (hashed) as it claims; the chair's former holder only watches.

        For those who may give the chair away. Raise RequestRefused if the device has no seat any more.
        """
        with self._lock:
            seat = self._joined(token)
            holder = self.holder(claim.player, token)
            if holder is not None:
                self._write(_freed(holder))
            if self.sheet_holder(claim.sheet, token) is not None:
                claim = replace(claim, sheet="")
            self._write(
                _seated(seat, replace(claim, lucky=claim.lucky or (holder.lucky if holder else None)))
            )

    def _joined(self, token: str) -> Seat:
        seat = self._found.get(token)
        if seat is None:
            raise RequestRefused("not-joined", JOIN_FIRST, status=403)
        return seat

    def _write(self, seat: Seat) -> None:
        """Save a seat, or a change of it."""
        here = replace(seat, seen=time.time() - self.seconds_away(seat.token))
        self._store.save_seat(here)
        self._found[here.token] = here

    def free(self, player: str) -> None:
        """Free the chair of `player`; its holder only watches from now on."""
        with self._lock:
            for seat in self._of(player):
                self._write(_freed(seat))

    def rename(self, player: str, name: str) -> None:
        """Rename the player of a chair from `player` to `name`."""
        with self._lock:
            for seat in self._of(player):
                self._write(replace(seat, player=name))

    def _of(self, player: str) -> list[Seat]:
        return [seat for seat in self.all() if seat.player == player]

    def leave(self, token: str) -> None:
        """Remove the device of `token` (hashed); its cookie becomes invalid."""
        with self._lock:
            self._remove(token)

    def _remove(self, token: str) -> None:
        self._store.delete_seat(token)
        self._found.pop(token, None)
        self._asked.pop(token, None)
        self._written.pop(token, None)

    def all(self) -> tuple[Seat, ...]:
        """Return the devices in the order in which they came."""
        return tuple(self._found.values())


def _seated(seat: Seat, claim: Claim) -> Seat:
    """Return the same device on the chair that it claims."""
    taken = replace(claim, proven=claim.proven and bool(claim.sheet))
    return replace(seat, role="player", **asdict(taken))


def _freed(seat: Seat) -> Seat:
    """Return the same device without its chair and its sheet."""
    return replace(seat, role="guest", player="", sheet="", lucky=None, proven=False)
