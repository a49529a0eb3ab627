"""Seats: which device may do what. A device is told apart by a random token in its cookie."""

from __future__ import annotations

import hashlib
import secrets
import threading
from dataclasses import replace

from companion.storage.seat_store import SeatStore, StoredSeat

COOKIE = "seat"
YEAR = 31_536_000
"""Seconds for which a device keeps its seat."""

Seat = StoredSeat
STRANGER = Seat("", "", "stranger")
"""A device that has not joined; its cookie, if it has one, is none of ours."""
RANKS = {"stranger": 0, "guest": 1, "player": 2, "table": 3}
"""Who may do more."""


def hashed(token: str) -> str:
    """What is kept of a token: whoever reads the store cannot take a seat with it."""
    return hashlib.sha256(token.encode()).hexdigest()


class Seats:
    """The devices at the tables of one server, on disk as well. Any thread may call."""

    def __init__(self, store: SeatStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._found = {seat.token: seat for seat in store.seats()}

    def find(self, token: str) -> Seat | None:
        """The seat of a cookie, or None where nobody gave it out or it was taken back."""
        return self._found.get(hashed(token))

    def by_hash(self, token: str) -> Seat | None:
        """The seat of a hashed token, as it is now."""
        return self._found.get(token)

    def give(
        self, code: str, role: str, player: str = "", sheet: str = "", lucky: tuple[int, int] | None = None
    ) -> str:
        """A new seat; its token, which is told once."""
        token = secrets.token_urlsafe(24)
        self.keep(Seat(hashed(token), code, role, player, sheet, lucky))
        return token

    def keep(self, seat: Seat) -> None:
        """Write a seat, or what has changed about it."""
        with self._lock:
            self._store.save_seat(seat)
            self._found[seat.token] = seat

    def take(
        self, token: str, code: str, player: str, sheet: str = "", lucky: tuple[int, int] | None = None
    ) -> bool:
        """Make the device of `token` (hashed) the one of `player`; False where another device is that now.

        Whoever knows the number of the player's printed sheet is its owner and takes the other's place.
        """
        with self._lock:
            seat = self._found.get(token)
            others = [
                s for s in self._found.values() if s.code == code and s.player == player and s.token != token
            ]
            owner = bool(sheet) and any(other.sheet == sheet for other in others)
            if seat is None or (others and not owner):
                return False
            for other in others:
                freed = replace(other, role="guest", player="", sheet="", lucky=None)
                self._store.save_seat(freed)
                self._found[freed.token] = freed
            kept = lucky or next((other.lucky for other in others if other.lucky), None)
            taken = replace(seat, role="player", player=player, sheet=sheet, lucky=kept)
            self._store.save_seat(taken)
            self._found[token] = taken
            return True

    def free(self, code: str, player: str) -> None:
        """Whoever holds `player` only watches from now on."""
        with self._lock:
            for seat in [s for s in self._found.values() if s.code == code and s.player == player]:
                freed = replace(seat, role="guest", player="", sheet="", lucky=None)
                self._store.save_seat(freed)
                self._found[freed.token] = freed

    def rename(self, code: str, player: str, name: str) -> None:
        """Whoever holds `player` holds `name` from now on."""
        with self._lock:
            for seat in [s for s in self._found.values() if s.code == code and s.player == player]:
                renamed = replace(seat, player=name)
                self._store.save_seat(renamed)
                self._found[renamed.token] = renamed

    def leave(self, token: str) -> None:
        """The device of `token` (hashed) is gone; its cookie opens nothing any more."""
        with self._lock:
            self._store.delete_seat(token)
            self._found.pop(token, None)

    def of(self, code: str) -> tuple[Seat, ...]:
        """The devices at a table, in the order in which they came."""
        return tuple(seat for seat in list(self._found.values()) if seat.code == code)
