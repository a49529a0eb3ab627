"""Notes about access: devices that ask for a chair, and attempts to guess codes."""

from dataclasses import dataclass

from companion.web.access.guesses import Guessing
from companion.web.access.seat_requests import SeatRequest
from companion.web.access.seats import Seat
from companion.web.access.server import Server

AWAY_SECONDS = 420.0
"""Seconds without a request after which a device counts as away; an open page requests its next stream within
310."""


@dataclass(frozen=True, slots=True)
class SeatRequestNote:
    """A device that asks for the chair of `player`. `name`: of the request.

    `sheet`: the number of the sheet that it showed, or ""; `proven`: whether with the sheet's own secret.
    `own`: whether it is the chair of the device that is told. `minutes_away`: how long the chair's device
    has not been heard of; 0 for one that is here.
    """

    name: str
    player: str
    sheet: str
    proven: bool
    own: bool
    minutes_away: int


@dataclass(frozen=True, slots=True)
class AccessNotes:
    """`asked`: the player whose chair this device asks for, or "". `requests`: those that it may answer.

    `guessing`: that somebody guesses codes; only the table's screen is told.
    """

    asked: str = ""
    requests: tuple[SeatRequestNote, ...] = ()
    guessing: Guessing | None = None


NOBODY = AccessNotes()
"""The notes if nobody asks, and nobody guesses."""


def present_access_notes(server: Server, seat: Seat) -> AccessNotes:
    """Return the notes for the device with this seat."""
    now = server.seats.by_hash(seat.token) or seat
    waiting = server.seat_requests.all()
    return AccessNotes(
        next((asked.claim.player for asked in waiting if asked.token == now.token), ""),
        tuple(
            _note(server, asked, now) for asked in waiting if now.role == "table" or asked.holder == now.token
        ),
        server.guesses.notice() if now.role == "table" else None,
    )


def _note(server: Server, asked: SeatRequest, seat: Seat) -> SeatRequestNote:
    away = server.seats.seconds_away(asked.holder)
    return SeatRequestNote(
        asked.name,
        asked.claim.player,
        asked.claim.sheet,
        asked.claim.proven,
        asked.holder == seat.token,
        int(away // 60) if away >= AWAY_SECONDS else 0,
    )
