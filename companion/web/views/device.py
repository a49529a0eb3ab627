"""What each device chooses for itself: hints, and whether it stays."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.web.server.refusal import RequestRefused
from companion.web.server.request_context import current_seat, hosted_table, table_server
from companion.web.server.request_language import request_translator
from companion.web.server.seats import COOKIE, YEAR
from companion.web.views.hint_level import HINTS, hint_level
from sheets.language import message

blueprint = Blueprint("device", __name__)


@blueprint.get("/device")
def choices() -> str:
    """Language, hints, sitting down as somebody else, leaving."""
    return render_template("device.html", levels=HINTS, chosen=hint_level())


@blueprint.post("/device")
def choose() -> Answer:
    """This device's `hints` from now on."""
    chosen = request.form.get("hints", "")
    if chosen not in HINTS:
        raise RequestRefused(
            "hints",
            request_translator()(message("There are no such hints; choose one of those on the page.")),
        )
    answer = make_response(redirect("/", 303))
    answer.set_cookie(
        "hints", chosen, max_age=YEAR, httponly=True, samesite="Strict", secure=request.is_secure
    )
    return answer


@blueprint.post("/leave")
def leave() -> Answer:
    """This device leaves the table; whoever it played for can be played from another."""
    server, seat = table_server(), current_seat()
    answer = make_response(redirect("/join", 303))
    if seat.token:
        server.seats.leave(seat.token)
        hosted_table().room.invalidate()
    answer.delete_cookie(COOKIE, httponly=True, samesite="Strict")
    return answer
