"""Requests for the table's page and to the referee, and functions for all requests that change a game."""

from collections.abc import Callable
from urllib.parse import urlencode

from flask import Blueprint, Response, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.rules import Illegal
from companion.table.events import MAX_NAME_LENGTH, Event, TableError
from companion.table.secrecy import before_hidden_choices
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.table.to_record import record_of
from companion.web.access.guard import MAX_UPLOAD_BYTES
from companion.web.access.request_context import at_least, current_seat, current_session, this_server
from companion.web.access.rights import allow
from companion.web.layout.forms import record_download
from companion.web.layout.people.invitation import invitation
from companion.web.pages.table.log.referee import CROSS, QUESTIONS
from companion.web.pages.table.rendering import table_renderer
from companion.web.pages.table.table_page import action_key
from companion.web.server.answers import wants_json
from companion.web.server.base_path import below_base
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_language
from companion.web.session.drafts import RefereeQuestion
from companion.web.session.session import Session
from sheets.language import message

blueprint = Blueprint("table", __name__)

MOVED_ON = message("Somebody was quicker and the table has moved on; look again, then tap.")
_NO_QUESTION = message("Choose a question (and for a cell, also a player and the cell), then ask again.")


def require_timeline() -> Timeline:
    """Return the current game's timeline. Raise RequestRefused if there is no game, or only the demo."""
    timeline = current_session().timeline
    if timeline is None:
        raise RequestRefused("no-game", message("There is no game yet; begin one first."))
    if timeline.present.demo:
        text = message("The demo plays by itself; take it over or start your own game to mark.")
        raise RequestRefused("demo", text)
    return timeline


def require_table() -> Table:
    """Return the current game's state. Raise RequestRefused if there is no game, or only the demo."""
    return require_timeline().present


def require_own_player(player: str) -> str:
    """Return `player`. Raise RequestRefused if the requesting device may not mark for this player."""
    own_player = current_seat().player
    if not at_least("table") and own_player != player:
        text, name = message("This phone marks for {own} only, not for {player}."), player[:MAX_NAME_LENGTH]
        raise RequestRefused("not-yours", text, status=403, own=own_player, player=name)
    return player


def refusal_of(problem: Illegal | TableError) -> RequestRefused:
    """Convert an error of the rules or of the table to a RequestRefused with the same reason."""
    if isinstance(problem, Illegal):
        rule = problem.refusal.rule
        return RequestRefused(rule, "{reason}", rule=rule, reason=problem.refusal)
    return RequestRefused(problem.code, "{reason}", reason=problem)


def dispatch(event: Event, check: Callable[[Session], None] | None = None) -> Table:
    """Apply and store `event`, and return the new state. Raise RequestRefused if the rules forbid it.

    `check` is called first, and may refuse the request by raising RequestRefused.
    """
    try:
        return current_session().dispatch(event, check=check)
    except (Illegal, TableError) as problem:
        raise refusal_of(problem) from problem


def refuse_if_moved_on(session: Session) -> None:
    """Raise RequestRefused if the request has a `moment` that isn't the `action_key` of the open action."""
    if session.table is not None and request.form.get("moment") not in (None, action_key(session.table)):
        raise RequestRefused("moved-on", MOVED_ON)


def refuse_if_outdated(session: Session) -> None:
    """Raise RequestRefused if the request has a `number` that isn't the number of the game's last event."""
    if request.form.get("number") not in (None, str(session.number)):
        raise RequestRefused("moved-on", MOVED_ON)


def table_response() -> Answer:
    """Return the response to a successful change: the page as JSON for scripts, or else a redirect."""
    if not wants_json():
        return redirect("/", 303)
    return Response(table_renderer(request_language())().data, mimetype="application/json")


def go_to(address: str) -> Answer:
    """Return a response that makes the device open `address`: JSON for scripts, else a redirect."""
    return jsonify({"go": below_base(address)}) if wants_json() else redirect(address, 303)


@blueprint.get("/")
def page() -> str | Answer:
    """Show the game.

    If there is no game, or only the demo, redirect the table's screen to the page for a new game, and show
    the waiting room on other devices.
    """
    table = this_server().session.table
    if (table is None or table.demo) and at_least("table"):
        tab = request.args.get("tab", "")  # the id of a tab that came from another host name of the table
        return redirect(f"/new?{urlencode({'tab': tab})}" if tab else "/new", 303)
    return _table_page("table")


@blueprint.get("/demo")
@allow("table")
def demo() -> str | Answer:
    """Show the demo game, or redirect to the table's page if no demo is running."""
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
    """Send a record file (`qwixx-record/1`) of the game so far, without choices that are still hidden."""
    timeline = this_server().session.timeline
    if timeline is None:
        text = message("There is no game yet, so there is no record of it.")
        raise RequestRefused("no-game", text, status=404)
    return record_download(record_of(before_hidden_choices(timeline).present), timeline.present.game.players)


@blueprint.post("/referee")
@allow("player")
def ask() -> Answer:
    """Ask the referee `question`: "cross" (with `player` and `cell`), "end", "who" or "miss".

    An empty `question` removes the last answer.
    """
    table, session = require_table(), current_session()
    if table.paper:
        text = message("The referee does not know the crosses on paper; look the rule up instead.")
        raise RequestRefused("paper", text)
    kind, player, cell = (request.form.get(name, "") for name in ("question", "player", "cell"))
    asked = RefereeQuestion(kind, session.game, session.number)
    if kind == CROSS:
        if player not in table.game.players or not table.game.pad_of(player).has_cell(cell):
            raise RequestRefused("question", _NO_QUESTION, status=422)
        asked = RefereeQuestion(kind, session.game, session.number, player, cell)
    elif kind and kind not in QUESTIONS:
        raise RequestRefused("question", _NO_QUESTION, status=422)
    session.referee_asked = asked if kind else None
    session.invalidate()
    return table_response()
