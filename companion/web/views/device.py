"""What each device chooses for itself: hints, and whether it stays."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.web.presenters.words import translate
from companion.web.server.refusal import RequestRefused
from companion.web.server.seats import COOKIE, YEAR
from companion.web.server.table_server import current_seat, hosted_table, table_server
from sheets.language import message

blueprint = Blueprint("device", __name__)

HINTS = {
    "off": (message("No hints"), message("The sheet shows what stands on it, as on paper.")),
    "cells": (message("Legal cells"), message("Cells that may be crossed now stand out.")),
    "suggestions": (message("Suggestions"), message("Besides, the best crosses now, each with its reason.")),
    "coach": (message("Coach"), message("After the turn: what would have been better, and why.")),
}
"""Each level of hints: its name, and what it does."""


def hints() -> str:
    """The level of hints on the device that asks, a key of HINTS."""
    chosen = request.cookies.get("hints", "cells")
    return chosen if chosen in HINTS else "cells"


@blueprint.get("/device")
def choices() -> str:
    """Language, hints, sitting down as somebody else, leaving."""
    return render_template("device.html", levels=HINTS, chosen=hints())


@blueprint.post("/device")
def choose() -> Answer:
    """This device's `hints` from now on."""
    chosen = request.form.get("hints", "")
    if chosen not in HINTS:
        raise RequestRefused(
            "hints", translate()(message("There are no such hints; choose one of those on the page."))
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
