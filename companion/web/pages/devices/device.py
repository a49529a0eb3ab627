"""Settings of a device: language, hints, explanations, its player's picture, and leaving the table."""

import re
from dataclasses import asdict

from flask import Blueprint, current_app, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.table.events import MAX_NAME_LENGTH, MAX_SEATS
from companion.web.access.request_context import at_least, current_seat, delete_seat_cookie, this_server
from companion.web.access.rights import allow
from companion.web.access.seats import YEAR
from companion.web.layout.forms import HINTS, explanation_choice, hint_level
from companion.web.layout.people.person_sign import HUES, PICTURES, TableSigns
from companion.web.pages.table.table_requests import go_to, require_own_player, table_response
from companion.web.server.answers import FORM_PAGES
from companion.web.server.client_address import from_this_computer
from companion.web.server.refusal import RequestRefused
from sheets.language import LANGUAGES, message
from sheets.person_name import clean_name

blueprint = Blueprint("device", __name__)

NO_SUCH_PICTURE = message("There is no such picture or colour; choose from those on the page.")
SIGN_TAKEN = message("Somebody here has that picture or colour; choose another.")
NO_NAME = message("Whose picture is it? A name has 1 to {most} letters.")

_OWN_PAGES = re.compile(
    r"/(new|join(/[\w-]{1,100})?|seats|device|lens|trust|doctor|statistics|dice-lessons|sheets/[0-9a-f]{16}|rules(/[a-z0-9-]{1,40})?"
    r"|(games|records)(/[a-z0-9]{1,16}(/share|/turns/\d{1,4}(/[a-z]{4,6}/\d)?)?)?)?"
)
"""Addresses of pages to which a device may return after choosing a language."""


def table_signs() -> TableSigns:
    """Return the pictures and colours of the people at this table."""
    signs = current_app.extensions["signs"]
    assert isinstance(signs, TableSigns)
    return signs


@blueprint.get("/device")
def page() -> str:
    """Show the settings of this device."""
    choice, server = explanation_choice(), this_server()
    explains = server.explains if choice is None else choice
    return render_template(
        "pages/devices/device.html",
        levels=HINTS,
        chosen=hint_level(),
        explains=explains,
        hosting=at_least("table") and from_this_computer(),
        signs=table_signs().choice(current_seat().player, server.people_here),
    )


@blueprint.post("/device")
@allow("guest")
def choose_hints() -> Answer:
    """Set this device's level of `hints`, which is a key of HINTS."""
    chosen = request.form.get("hints", "")
    if chosen not in HINTS:
        raise RequestRefused("hints", message("There are no such hints; choose from those on the page."))
    answer = make_response(redirect("/", 303))
    answer.set_cookie(
        "hints", chosen, max_age=YEAR, httponly=True, samesite="Strict", secure=request.is_secure
    )
    return answer


@blueprint.post("/explain")
@allow("guest")
def choose_explanations() -> Answer:
    """Turn this device's explanations of each step on or off; `explain` is "on" or "off"."""
    chosen = request.form.get("explain", "")
    if chosen not in ("on", "off"):
        raise RequestRefused("explain", message("Steps are explained or not; choose one of the two."))
    answer = go_to("/")
    answer.set_cookie("explain", chosen, httponly=True, samesite="Strict", secure=request.is_secure)
    return answer


@blueprint.post("/language")
@allow("stranger")
def choose_language() -> Answer:
    """Set this device's `language`, and redirect to the page `back`."""
    chosen = request.form.get("language", "")
    if chosen not in LANGUAGES:
        text = message("That language is not available; choose English, Spanish or German.")
        raise RequestRefused("language", text, status=400)
    page = request.form.get("back", "/")
    page = FORM_PAGES.get(page, page)
    answer = redirect(page if _OWN_PAGES.fullmatch(page) else "/", 303)
    answer.set_cookie("language", chosen, max_age=YEAR, httponly=True, samesite="Strict")
    return answer


@blueprint.post("/leave")
@allow("guest")
def leave() -> Answer:
    """Remove this device from the table, so that another device may play for its player."""
    seat, server = current_seat(), this_server()
    answer = make_response(redirect("/join", 303))
    if seat.token:
        server.seats.leave(seat.token)
        server.session.invalidate()
    delete_seat_cookie(answer)
    return answer


@blueprint.get("/people/signs")
@allow("table")
def signs() -> Answer:
    """Send as JSON the picture and colour that each `name` will have once all these people have joined."""
    names = [clean_name(name)[:MAX_NAME_LENGTH] for name in request.args.getlist("name")[:MAX_SEATS]]
    people_signs = table_signs().among(names, this_server().people_here)
    return jsonify([asdict(people_signs[name]) for name in names])


@blueprint.post("/people/picture")
@allow("player")
def choose_picture() -> Answer:
    """Give the person `name` the picture number `picture`, the colour number `hue`, or both."""
    name = clean_name(request.form.get("name", ""))
    if not 1 <= len(name) <= MAX_NAME_LENGTH:
        raise RequestRefused("name", NO_NAME, status=422, most=MAX_NAME_LENGTH)
    require_own_player(name)
    server = this_server()
    may = table_signs().choice(name, server.people_here)
    has = table_signs().of(name, server.people_here)
    picture = _number("picture", PICTURES.index(has.path), len(PICTURES))
    hue = _number("hue", has.hue, HUES)
    if not at_least("table") and (PICTURES[picture] in may.taken_pictures or hue in may.taken_hues):
        raise RequestRefused("taken", SIGN_TAKEN, status=422)
    server.pictures.choose(name, (picture, hue))
    server.session.invalidate()
    return table_response()


def _number(field: str, default: int, count: int) -> int:
    """Return the number in a form field, or `default` if the form lacks the field.

    Raise RequestRefused unless the number is in range(count).
    """
    number = request.form.get(field, type=int, default=-1) if field in request.form else default
    if number not in range(count):
        raise RequestRefused("picture", NO_SUCH_PICTURE, status=422)
    return number
