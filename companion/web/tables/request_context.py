"""The context of the current request: its server, its table and the seat that asks."""

from flask import Response, current_app, g, request
from werkzeug.wrappers import Response as Answer

from companion.web.http.client_address import from_this_computer, host_of
from companion.web.http.proxies import proxied_addresses
from companion.web.tables.hosted_table import HostedTable
from companion.web.tables.seats import COOKIE, RANKS, STRANGER, YEAR, Seat
from companion.web.tables.table_server import TableServer

API = "programs"
"""The name of the blueprint for other programs."""


def table_server() -> TableServer:
    """The server of the application that answers this request."""
    server = current_app.extensions["table_server"]
    assert isinstance(server, TableServer)
    return server


def current_seat() -> Seat:
    """The seat of the device that asks.

    This computer is the table's own screen, unless its cookie belongs to a seat here. A foreign cookie (the
    folder is new, or another one) counts as none, so that nobody is locked out.
    """
    if "seat" not in g and request.blueprint == API and request.authorization is not None:
        g.seat = _reader(request.authorization.token or "")
    if "seat" not in g:
        token, server = request.cookies.get(COOKIE), table_server()
        known = server.seats.find(token[:200]) if token is not None else None
        if known is not None and known.code in server.tables:
            g.seat = known
            server.seats.note_request(known.token)
        elif from_this_computer():
            g.seat = Seat("", server.by_host(host_of(request.host)).code, "table")
        else:
            g.seat = STRANGER
    seat = g.seat
    assert isinstance(seat, Seat)
    return seat


def _reader(key: str) -> Seat:
    """The seat of a program that sends the key of a QR code: it watches, and no device has that seat."""
    hosted = table_server().by_key(key[:100])
    return STRANGER if hosted is None else Seat("", hosted.code, "guest")


def hosted_table() -> HostedTable:
    """The table of the device that asks; for a stranger the first one."""
    server = table_server()
    return server.tables.get(current_seat().code, server.first)


def table_addresses() -> tuple[str, ...] | None:
    """The addresses of the table for other devices, the best first; None if there can never be any."""
    listeners = table_server().listeners
    proxied = proxied_addresses()
    if listeners is None and not proxied:
        return None
    return (*proxied, *(listeners.addresses if listeners else ()))


def at_least(role: str) -> bool:
    """Tell whether the device has at least the rights of a "guest", a "player" or the "table"."""
    return RANKS[current_seat().role] >= RANKS[role]


def set_seat_cookie(answer: Answer | Response, token: str) -> None:
    """Put a seat's token into the device's cookie."""
    answer.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="Strict", secure=request.is_secure)
