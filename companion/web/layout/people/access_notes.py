"""Notes about access: devices that ask for a chair, and attempts to guess codes."""

from dataclasses import dataclass

from companion.web.access.guesses import GuessCount
from companion.web.access.seat_requests import SeatRequest
from companion.web.access.seats import Seat
from companion.web.access.server import Server

AWAY_SECONDS = 420.0
"""Seconds without a request after which a device counts as away; an open page requests its next stream within
310."""


@dataclass(frozen=True, slots=True)
class AccessNotes:
    """What one device is told of others that want in."""

    asked: str = ""  # the player whose chair this device asks for, or ""
    requests: tuple[tuple[SeatRequest, bool, int], ...] = ()
    """Those that it may answer, each with True if its own chair is meant, and the minutes for which the
    chair's device has not been heard of, 0 for one that is here."""
    guessing: GuessCount | None = None  # how codes are guessed; only the table's screen is told


NOBODY = AccessNotes()
"""The notes if nobody asks, and nobody guesses."""


def present_access_notes(server: Server, seat: Seat) -> AccessNotes:
    """Return the notes for the device with this seat."""
    now = server.seats.by_hash(seat.token) or seat
    waiting = server.seat_requests.all()
    return AccessNotes(
        next((asked.claim.player for asked in waiting if asked.token == now.token), ""),
        tuple(
            (asked, asked.holder == now.token, _minutes_away(server, asked.holder))
            for asked in waiting
            if now.role == "table" or asked.holder == now.token
        ),
        server.guesses.notice() if now.role == "table" else None,
    )


def _minutes_away(server: Server, token: str) -> int:
    away = server.seats.seconds_away(token)
    return int(away // 60) if away >= AWAY_SECONDS else 0
