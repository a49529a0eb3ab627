"""Notes about access to the table: devices that ask for a seat, and attempts to guess codes."""

from dataclasses import dataclass

from companion.web.access.seat_requests import SeatRequest
from companion.web.access.seats import Seat
from companion.web.access.server import Server

AWAY_SECONDS = 420.0
"""A device counts as away this long after its last request; an open page sends one at least every 310 s."""


@dataclass(frozen=True, slots=True)
class AccessNotes:
    """The notes about access that one device shows."""

    asked: str = ""  # the player whose seat this device asks for, or ""
    requests: tuple[tuple[SeatRequest, bool, int], ...] = ()
    """The requests that this device may answer. The second value is True if a request is for the device's own
    seat. The third value is for how many minutes the holder of the requested seat has been away, or 0."""
    guessing: tuple[int, int] | None = None
    """The number of recent wrong codes, and of addresses that sent them; None if few, or on a phone."""


NOBODY = AccessNotes()
"""The notes if there are no requests and nobody tries to guess codes."""


def present_access_notes(server: Server, seat: Seat) -> AccessNotes:
    """Return the notes about access for the device with this seat."""
    now = server.seats.by_hash(seat.token) or seat
    waiting = server.seat_requests.all()

    def minutes_away(token: str) -> int:
        away = server.seats.seconds_away(token)
        return int(away // 60) if away >= AWAY_SECONDS else 0

    return AccessNotes(
        next((asked.claim.player for asked in waiting if asked.claim.token == now.token), ""),
        tuple(
            (asked, asked.holder == now.token, minutes_away(asked.holder))
            for asked in waiting
            if now.role == "table" or asked.holder == now.token
        ),
        server.guesses.notice() if now.role == "table" else None,
    )
