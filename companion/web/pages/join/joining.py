"""Joining a table by its QR code, by its typed code, or by a photo of a printed sheet."""

import re
import unicodedata

from flask import Blueprint, g, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.web.access.rates import DOOR_PHOTOS, GUESSES, rated
from companion.web.access.request_context import current_seat, set_seat_cookie, this_server
from companion.web.access.rights import allow
from companion.web.layout.forms import uploaded_photo
from companion.web.pages.join.sitting import is_sheet_number, photographed_sheet, seat_page, sit_down
from companion.web.server.answers import wants_json
from companion.web.server.base_path import below_base
from companion.web.server.client_address import from_this_computer
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_translator
from sheets.errors import BadInput
from sheets.language import message
from sheets.person_name import clean_name

blueprint = Blueprint("joining", __name__)

NO_SUCH_KEY = message("This code opens no table here; scan the one on the table's screen again.")
NO_SUCH_CODE = message("No table here has that code; the right one is on the table's screen.")
SHEET_NUMBER = message(
    "That is the number of a sheet, and it lets nobody in; photograph the sheet, or scan the QR code on the "
    "table's screen."
)
NO_PHOTO = message("No photo was sent; choose one, or type the table's code.")
NOTHING_PROVEN = message(
    "This sheet lets nobody in: its second QR code cannot be read, or it was not printed for this table; "
    "scan the QR code on the table's screen."
)
NO_COOKIE = message(
    "This browser keeps no cookies, which the table needs to recognise a device; allow cookies for "
    "this address, and join once more."
)
GUESSED_TOO_OFTEN = message(
    "Too many wrong codes were typed here, so none is checked for a while; scan the QR code on the "
    "table's screen instead."
)


@blueprint.get("/join")
@allow("stranger")
def page() -> str | Answer:
    """Show the form for the table's code, or if the device has joined, the form to choose a player."""
    if current_seat().role != "stranger":
        return seat_page()
    problem = request_translator()(NO_COOKIE) if "in" in request.args else ""
    return render_template("pages/join/door.html", problem=problem, typed="")


@blueprint.post("/join")
@allow("stranger")
@rated(GUESSES)
def by_code() -> Answer | tuple[str, int]:
    """Let the device join if the typed `code` is the table's code, or the address in the table's QR code."""
    typed = "".join(clean_name(unicodedata.normalize("NFKC", request.form.get("code", "")[:300])).split())
    address_with_key = re.search(r"/join/([\w-]+)", typed)
    typed = typed.upper()
    guesses, address = this_server().guesses, request.remote_addr or ""
    if not from_this_computer() and not guesses.may_check_code(address):
        return _not_let_in(RequestRefused("guesses", GUESSED_TOO_OFTEN, status=429))
    is_right = this_server().code == re.sub(r"[\W_]", "", typed)
    if is_right or (address_with_key and this_server().opens(address_with_key[1])):
        return _let_in(make_response(redirect("/join?in=1", 303)))
    if is_sheet_number(typed):
        return _not_let_in(RequestRefused("sheet", SHEET_NUMBER, status=403))
    guesses.note_wrong_code(address)
    return _not_let_in(RequestRefused("no-such-code", NO_SUCH_CODE, status=403))


@blueprint.post("/join/photo")
@allow("stranger")
@rated(DOOR_PHOTOS)
def by_sheet() -> Answer | tuple[str, int]:
    """Let the device join by a `photo` of a sheet printed here, and seat the device as the sheet's owner.

    The sheet's second QR code has a secret, which proves that the sheet was printed for this table.
    """
    try:
        with uploaded_photo(NO_PHOTO) as image:
            shown = photographed_sheet(image)
        if not shown.printed.proven:
            if shown.secret:
                this_server().guesses.note_wrong_code(request.remote_addr or "")
            raise RequestRefused("sheet", NOTHING_PROVEN, status=403)
    except RequestRefused as refused:
        return _not_let_in(refused)
    except BadInput as problem:  # no photo, or one that is too large
        return _not_let_in(RequestRefused("photo", "{reason}", status=422, reason=problem))
    answer = _let_in(make_response(redirect("/", 303)))
    try:
        sit_down("", shown)
    except RequestRefused:  # the sheet has no name, or the game is another one: the next page asks
        answer.location = below_base(f"/join?sheet={shown.number}")
    return answer


def _not_let_in(refused: RequestRefused) -> tuple[str, int]:
    """Return the page with the form for the code and the reason for the refusal, and the HTTP status.

    Raise `refused` instead if a script sent the request or the device has already joined.
    """
    if wants_json() or current_seat().role != "stranger":
        raise refused
    problem = refused.in_language(request_translator())
    typed = request.form.get("code", "")[:12]
    return render_template("pages/join/door.html", problem=problem, typed=typed), refused.status


@blueprint.get("/join/<key>")
@allow("stranger")
@rated(GUESSES)
def by_key(key: str) -> Answer:
    """Let the device join by the address in the QR code, and show the form to choose a player."""
    if not this_server().opens(key[:100]):
        raise RequestRefused("no-such-key", NO_SUCH_KEY, status=403)
    if current_seat().token:
        return redirect("/join", 303)
    answer = _let_in(make_response())
    # no redirect, because a scanner's first request may not pass the new cookie on
    answer.set_data(seat_page())
    return answer


def _let_in(answer: Answer) -> Answer:
    """Seat the device as a new guest, and end its old seat. Return `answer` with the new seat's cookie."""
    server, seat = this_server(), current_seat()
    if seat.token:
        server.seats.leave(seat.token)
        server.session.invalidate()
    token = server.seats.give("guest")
    set_seat_cookie(answer, token)
    g.seat = server.seats.find(token)  # for the rest of this request
    return answer
