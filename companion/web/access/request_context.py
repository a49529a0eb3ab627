"""The context of the current request: the server, and the seat of the requesting device."""

from flask import Response, current_app, g, request
from werkzeug.wrappers import Response as Answer

from companion.web.access.seats import OLD_COOKIE, RANKS, STRANGER, YEAR, Seat, cookie_name
from companion.web.access.server import Server
from companion.web.server.client_address import from_this_computer, host_of, is_proxied
from companion.web.session.session import Session

API = "programs"
"""Name of the blueprint with the interface for other programs."""


def this_server() -> Server:
    """Return the server of the application that answers this request."""
    server = current_app.extensions["server"]
    assert isinstance(server, Server)
    return server


def current_seat() -> Seat:
    """Return the seat of the requesting device, which is STRANGER if the device has no rights.

    Without a valid cookie, this computer has the role "table". A program with the table's key is a "guest".
    """
    if "seat" not in g and request.blueprint == API and request.authorization is not None:
        key = (request.authorization.token or "")[:100]
        g.seat = Seat("", "guest") if this_server().opens(key) else STRANGER
    if "seat" not in g:
        server = this_server()
        token = request.cookies.get(cookie_name(server.code)) or request.cookies.get(OLD_COOKIE, "")
        known = server.seats.find(token[:200])
        if known is not None:
            g.seat = known
            server.seats.note_request(known.token)
        elif from_this_computer():
            g.seat = Seat("", "table")
        else:
            g.seat = STRANGER
    seat = g.seat
    assert isinstance(seat, Seat)
    return seat


def current_session() -> Session:
    """Return the session of the requesting device's trial game, if there is one, else the table's session."""
    return this_server().session_of(current_seat().token)


def table_addresses(server: Server) -> tuple[str, ...] | None:
    """Return the table's URLs for other devices, best first, or None if only this computer is served."""
    if server.listeners is None and not server.url:
        return None
    proxied = (server.url,) if server.url else ()
    return (*proxied, *(server.listeners.addresses if server.listeners else ()))


def to_be_trusted() -> bytes:
    """Return the certificate authority (DER) that the requesting device has to trust, or b"" if none."""
    listeners = this_server().listeners
    if listeners is None or is_proxied():  # a proxy has its own certificate
        return b""
    return listeners.authority(host_of(request.environ.get("HTTP_HOST", "")))


def at_least(role: str) -> bool:
    """Return True if the requesting device has at least the rights of `role`: guest < player < table."""
    return RANKS[current_seat().role] >= RANKS[role]


def set_seat_cookie(answer: Answer | Response, token: str) -> None:
    """Make `answer` set the device's cookie to the token of its seat."""
    name = cookie_name(this_server().code)
    answer.set_cookie(name, token, max_age=YEAR, httponly=True, samesite="Strict", secure=request.is_secure)


def delete_seat_cookie(answer: Answer | Response) -> None:
    """Make `answer` delete the device's cookies of this version and of version 1.0."""
    for name in (cookie_name(this_server().code), OLD_COOKIE):
        answer.delete_cookie(name, httponly=True, samesite="Strict")
