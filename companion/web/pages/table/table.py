"""Requests for the table's page, for the record of its game, and to the referee."""

from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.table.secrecy import before_hidden_choices
from companion.table.to_record import record_of
from companion.web.access.guard import MAX_UPLOAD_BYTES
from companion.web.access.request_context import at_least, current_session, this_server
from companion.web.access.rights import allow
from companion.web.layout.forms import record_download
from companion.web.layout.people.invitation import invitation
from companion.web.pages.table.log.referee import CROSS, QUESTIONS
from companion.web.pages.table.rendering import table_renderer
from companion.web.pages.table.table_requests import require_table, table_response
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_language
from companion.web.session.drafts import RefereeQuestion
from sheets.language import message

blueprint = Blueprint("table", __name__)

_NO_QUESTION = message("Choose a question (and for a cell, also a player and the cell), then ask again.")


@blueprint.get("/")
def page() -> str | Answer:
    """Show the table; without a game the waiting room, or on the table's screen the page for a new game."""
    table = this_server().session.table
    if (table is None or table.demo) and at_least("table"):
        tab = request.args.get("tab", "")  # the id of a tab that came from another host name of the table
        return redirect(f"/new?{urlencode({'tab': tab})}" if tab else "/new", 303)
    return _table_page("table")


@blueprint.get("/demo")
@allow("table")
def demo() -> str | Answer:
    """Show the demo game, or redirect to the table if none is running."""
    table = this_server().session.table
    return _table_page("demo") if table is not None and table.demo else redirect("/", 303)


@blueprint.get("/television")
def television() -> str:
    """Show only the dice and the sheets, with nothing to tap."""
    return _table_page("television")


def _table_page(view: str) -> str:
    part = table_renderer(request_language(), view)()
    return render_template(
        "pages/table/table.html",
        part=part.html,
        number=part.number,
        limit=MAX_UPLOAD_BYTES,
        view=view,
        invitation=invitation(this_server(), must_trust=False) if view == "television" else None,
    )


@blueprint.get("/record.json")
def record() -> Response:
    """Send the record of the game so far (`qwixx-record/1`)."""
    timeline = this_server().session.timeline
    if timeline is None:
        raise RequestRefused(
            "no-game", message("There is no game yet, so there is no record of it."), status=404
        )
    return record_download(record_of(before_hidden_choices(timeline).present), timeline.present.game.players)


@blueprint.post("/referee")
@allow("player")
def ask() -> Answer:
    """Ask the referee `question` ("cross" needs `player` and `cell`), or remove the last answer with ""."""
    table, session = require_table(), current_session()
    kind = request.form.get("question", "")
    player, cell = request.form.get("player", ""), request.form.get("cell", "")
    if kind == CROSS:
        if player not in table.game.players or not table.game.pad_of(player).has_cell(cell):
            raise RequestRefused("question", _NO_QUESTION, status=422)
        session.referee_asked = RefereeQuestion(kind, session.game, session.number, player, cell)
    elif kind in QUESTIONS:
        session.referee_asked = RefereeQuestion(kind, session.game, session.number)
    elif kind:
        raise RequestRefused("question", _NO_QUESTION, status=422)
    else:
        session.referee_asked = None
    session.invalidate()
    return table_response()
