"""Answers to a device that asks for the chair of another one."""

from flask import Blueprint, request
from werkzeug.wrappers import Response as Answer

from companion.web.access.request_context import at_least, current_seat, this_server
from companion.web.access.rights import allow
from companion.web.pages.table.table_requests import table_response
from companion.web.server.refusal import RequestRefused
from sheets.language import message

blueprint = Blueprint("seat_requests", __name__)

OVER = message("Nobody asks for this seat any more; there is nothing left to answer.")
NOT_YOURS = message("Only the device that plays for {player}, or the table's own screen, can answer this.")


@blueprint.post("/seats/answer")
@allow("player")
def answer() -> Answer:
    """Hand the chair over (`answer` is "yes") or leave it where it is. `request`: the request's name."""
    server, seat = this_server(), current_seat()
    asked = server.seat_requests.find(request.form.get("request", ""))
    if asked is None:
        raise RequestRefused("over", OVER)
    if not at_least("table") and asked.holder != seat.token:
        raise RequestRefused("not-yours", NOT_YOURS, status=403, player=asked.claim.player)
    if request.form.get("answer") == "yes":
        server.seat_requests.grant(asked)
    else:
        server.seat_requests.refuse(asked)
    server.session.invalidate()
    return table_response()


@blueprint.post("/seats/stop-asking")
@allow("guest")
def stop() -> Answer:
    """Withdraw this device's request for a chair."""
    this_server().seat_requests.withdraw(current_seat().token)
    this_server().session.invalidate()
    return table_response()
