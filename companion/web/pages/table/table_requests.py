"""Checks that requests to a table share, and their responses."""

from collections.abc import Callable

from flask import Response, jsonify, redirect, request
from werkzeug.wrappers import Response as Answer

from companion.rules import Illegal
from companion.table.events import MAX_NAME_LENGTH, Event, TableError
from companion.table.state import Table
from companion.table.timeline import Timeline
from companion.web.access.request_context import at_least, current_seat, current_session
from companion.web.pages.table.rendering import table_renderer
from companion.web.pages.table.table_page import action_key
from companion.web.server.answers import wants_json
from companion.web.server.base_path import below_base
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_language
from companion.web.session.session import Session
from sheets.language import message

MOVED_ON = message("Somebody was quicker and the table has moved on; look again, then tap.")


def require_timeline() -> Timeline:
    """Return the current game's timeline, or raise RequestRefused without a game and during the demo."""
    timeline = current_session().timeline
    if timeline is None:
        raise RequestRefused("no-game", message("There is no game yet; begin one first."))
    if timeline.present.demo:
        raise RequestRefused(
            "demo", message("The demo plays by itself; take it over or start your own game to mark.")
        )
    return timeline


def require_table() -> Table:
    """Return the current game's table, or raise RequestRefused without a game and during the demo."""
    return require_timeline().present


def require_own_player(player: str) -> str:
    """Return `player`, or raise RequestRefused if the requesting device may not mark for them."""
    own_player = current_seat().player
    if not at_least("table") and own_player != player:
        raise RequestRefused(
            "not-yours",
            message("This phone marks for {own} only, not for {player}."),
            status=403,
            own=own_player,
            player=player[:MAX_NAME_LENGTH],
        )
    return player


def refusal_of(problem: Illegal | TableError) -> RequestRefused:
    """Return the refusal of a request whose event is not possible now."""
    if isinstance(problem, Illegal):
        rule = problem.refusal.rule
        return RequestRefused(rule, "{reason}", rule=rule, reason=problem.refusal)
    return RequestRefused(problem.code, "{reason}", reason=problem)


def dispatch(event: Event, check: Callable[[Session], None] | None = None) -> Table:
    """Apply `event` after `check`, and return the new table. Raise RequestRefused if it isn't possible."""
    try:
        return current_session().dispatch(event, check=check)
    except (Illegal, TableError) as problem:
        raise refusal_of(problem) from problem


def refuse_if_moved_on(session: Session) -> None:
    """Raise RequestRefused if the device's page shows another action."""
    if session.table is not None and request.form.get("moment") not in (None, action_key(session.table)):
        raise RequestRefused("moved-on", MOVED_ON)


def refuse_if_outdated(session: Session) -> None:
    """Raise RequestRefused if the device's page does not show the last event."""
    if request.form.get("number") not in (None, str(session.number)):
        raise RequestRefused("moved-on", MOVED_ON)


def table_response() -> Answer:
    """Return the response to a successful request: the current table as JSON, or a redirect to its page."""
    if not wants_json():
        return redirect("/", 303)
    return Response(table_renderer(request_language())().data, mimetype="application/json")


def go_to(address: str) -> Answer:
    """Return the response that opens another page: JSON for scripts, a redirect for browsers."""
    return jsonify({"go": below_base(address)}) if wants_json() else redirect(address, 303)
