"""A first game that begins with one tap: on the table's screen, or on a phone while nobody plays here."""

from flask import Blueprint
from werkzeug.wrappers import Response as Answer

from companion.table.events import GameBegun
from companion.web.access.request_context import at_least, current_seat, this_server
from companion.web.access.rights import allow
from companion.web.layout.game.names import COMPUTER, GUEST
from companion.web.pages.table.table_requests import dispatch, go_to
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_translator
from sheets.language import message

blueprint = Blueprint("trying", __name__)

PLAYING = message("A game is being played here; watch it, or take a seat in it.")


@blueprint.post("/try")
@allow("player")
def try_a_game() -> Answer:
    """Begin a guided game against the computer, with pretend dice: no form, no names.

    A phone plays one of its own, which nobody else sees and nothing keeps, until people play at the table.
    """
    _, seat = request_translator(), current_seat()
    server, computer = this_server(), _(COMPUTER)
    on_phone = not at_least("table")
    person = (seat.player if on_phone else "") or _(GUEST)
    event = GameBegun("classic", (person, computer), computers={computer: "gentle"}, pretend=True, trial=True)
    if not on_phone:
        dispatch(event)
    elif server.waits:
        server.trials.begin(seat.token, event)
    else:
        raise RequestRefused("playing", PLAYING)
    return go_to("/")


@blueprint.post("/try/end")
@allow("player")
def end() -> Answer:
    """End the game that this device tries: back to the waiting room."""
    this_server().trials.end(current_seat().token)
    return go_to("/")
