"""The first page: a short introduction, and a first game that begins with one tap."""

from __future__ import annotations

from flask import Blueprint, render_template
from werkzeug.wrappers import Response as Answer

from companion.table.events import GameBegun
from companion.web.http.request_language import request_translator
from companion.web.presenters.names import COMPUTER, GUEST
from companion.web.presenters.setup.access_notes import present_access_notes
from companion.web.tables.request_context import current_seat, hosted_table, table_server
from companion.web.views.play.table_requests import dispatch, go_to

blueprint = Blueprint("welcome", __name__)


@blueprint.get("/welcome")
def page() -> str:
    """The introduction to Qwixx, and the ways to begin."""
    hosted = hosted_table()
    return render_template(
        "setup/welcome.html",
        access=present_access_notes(table_server(), hosted.code, current_seat()),
        trouble=hosted.session.trouble,
        demo=hosted.demo is not None,
    )


@blueprint.post("/try")
def try_a_game() -> Answer:
    """Begin a guided game against the computer, with pretend dice: no form, no names."""
    _ = request_translator()
    dispatch(
        GameBegun(
            "classic", (_(GUEST), _(COMPUTER)), computers={_(COMPUTER): "gentle"}, pretend=True, trial=True
        )
    )
    return go_to("/")
