"""Settings of a device: language, hints, explanations, and leaving the table."""

import re

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.web.access.request_context import at_least, current_seat, delete_seat_cookie, this_server
from companion.web.access.rights import allow
from companion.web.access.seats import YEAR
from companion.web.layout.forms import HINTS, explanation_choice, hint_level
from companion.web.pages.devices.person_picture import table_signs
from companion.web.pages.table.table_requests import go_to
from companion.web.server.answers import FORM_PAGES
from companion.web.server.client_address import from_this_computer
from companion.web.server.refusal import RequestRefused
from sheets.language import LANGUAGES, message

blueprint = Blueprint("device", __name__)

_OWN_PAGES = re.compile(
    r"/(new|join(/[\w-]{1,100})?|seats|device|lens|trust|doctor|statistics|dice-lessons|sheets/[0-9a-f]{16}|rules(/[a-z0-9-]{1,40})?"
    r"|(games|records)(/[a-z0-9]{1,16}(/share|/turns/\d{1,4}(/[a-z]{4,6}/\d)?)?)?)?"
)
"""The pages to which a device may return after choosing a language."""


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
    """Set this device's level of `hints`, a key of HINTS."""
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
    """Turn the explanations of each step on this device "on" or "off", as `explain` says."""
    chosen = request.form.get("explain", "")
    if chosen not in ("on", "off"):
        raise RequestRefused("explain", message("Steps are explained or not; choose one of the two."))
    answer = go_to("/")
    answer.set_cookie("explain", chosen, httponly=True, samesite="Strict", secure=request.is_secure)
    return answer


@blueprint.post("/language")
@allow("stranger")
def choose_language() -> Answer:
    """Choose this device's `language`, and return to the page `back`."""
    chosen = request.form.get("language", "")
    if chosen not in LANGUAGES:
        raise RequestRefused(
            "language",
            message("That language is not available; choose English, Spanish or German."),
            status=400,
        )
    page = request.form.get("back", "/")
    page = FORM_PAGES.get(page, page)
    answer = redirect(page if _OWN_PAGES.fullmatch(page) else "/", 303)
    answer.set_cookie("language", chosen, max_age=YEAR, httponly=True, samesite="Strict")
    return answer


@blueprint.post("/leave")
@allow("guest")
def leave() -> Answer:
    """Remove this device from the table; another one may then play for its player."""
    seat, server = current_seat(), this_server()
    answer = make_response(redirect("/join", 303))
    if seat.token:
        server.seats.leave(seat.token)
        server.session.invalidate()
    delete_seat_cookie(answer)
    return answer
