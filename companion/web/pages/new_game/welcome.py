"""The first page: a short introduction, and a first game that begins with one tap."""

from flask import Blueprint, render_template
from werkzeug.wrappers import Response as Answer

from companion.table.events import GameBegun
from companion.web.access.request_context import at_least, current_seat, this_server
from companion.web.access.rights import allow
from companion.web.access.seats import Claim
from companion.web.layout.game.names import COMPUTER, GUEST
from companion.web.layout.people.access_notes import present_access_notes
from companion.web.pages.table.table_requests import dispatch, go_to
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_translator
from sheets.language import message

blueprint = Blueprint("welcome", __name__)

PLAYING = message("A game is being played here; watch it, or take a seat in it.")


@blueprint.get("/welcome")
@allow("table")
def page() -> str:
    """The introduction to Qwixx, and the ways to begin."""
    server = this_server()
    return render_template(
        "pages/new_game/welcome.html",
        access=present_access_notes(server, current_seat()),
        trouble=server.session.trouble,
        demo=server.demo is not None,
    )


@blueprint.post("/try")
@allow("guest")
def try_a_game() -> Answer:
    """Begin a guided game against the computer, with pretend dice: no form, no names.

    A phone may do so while nobody plays here; it then plays for the person who tries.
    """
    _, seat = request_translator(), current_seat()
    server = this_server()
    on_phone = not at_least("table")
    person = (seat.player if on_phone else "") or _(GUEST)
    computer = _(COMPUTER)
    if on_phone:
        table = server.session.table
        if table is not None and not table.demo and table.position.end is None:
            raise RequestRefused("playing", PLAYING)
    dispatch(
        GameBegun("classic", (person, computer), computers={computer: "gentle"}, pretend=True, trial=True)
    )
    if on_phone:
        server.seats.take(seat.token, Claim(person))
        server.session.invalidate()
    return go_to("/")
