"""Several tables on one server: opening, changing and closing."""

from flask import Blueprint, make_response, redirect, request
from werkzeug.wrappers import Response as Answer

from companion.web.http.client_address import from_this_computer, host_of
from companion.web.http.refusal import RequestRefused
from companion.web.tables.hosted_table import HostedTable
from companion.web.tables.request_context import (
    at_least,
    current_seat,
    hosted_table,
    set_seat_cookie,
    table_server,
)
from companion.web.tables.seats import COOKIE
from sheets.language import message

blueprint = Blueprint("tables", __name__)

ONLY_HERE = message("Only the table's own computer can change tables.")


def may_change_tables() -> bool:
    """Tell whether this is the table's screen at the computer with the server on it."""
    return at_least("table") and from_this_computer()


@blueprint.post("/tables/open")
def open_table() -> Answer:
    """Open one more table on this server, and show it on this screen."""
    hosted = table_server().open_table()
    if hosted is None:
        raise RequestRefused("places", message("This server holds no more tables; close one first."))
    return _move_to(hosted)


@blueprint.post("/tables/go")
def go_to_table() -> Answer:
    """Show another table of this server on this screen."""
    hosted = table_server().tables.get(request.form.get("code", ""))
    if hosted is None or not may_change_tables():
        raise RequestRefused("places", ONLY_HERE)
    return _move_to(hosted)


@blueprint.post("/tables/shut")
def close_table() -> Answer:
    """Close this table; its games stay on disk. The first one stays."""
    server = table_server()
    if not may_change_tables():
        raise RequestRefused("places", ONLY_HERE)
    server.close_table(hosted_table().code)
    return _move_to(server.first)


def _move_to(hosted: HostedTable) -> Answer:
    """Lead this screen to `hosted`, by its host name if that leads there, else by a seat of its own."""
    server, seat = table_server(), current_seat()
    answer = make_response(redirect("/", 303))
    if seat.token:
        server.seats.leave(seat.token)
    if hosted is server.by_host(host_of(request.host)):
        answer.delete_cookie(COOKIE, httponly=True, samesite="Strict")
    else:
        set_seat_cookie(answer, server.seats.give(hosted.code, "table"))
    return answer
