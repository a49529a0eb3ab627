"""Ask the referee: a question about this turn, whose answer every screen of the table shows."""

from flask import Blueprint, request
from werkzeug.wrappers import Response as Answer

from companion.web.access.request_context import current_session
from companion.web.access.rights import allow
from companion.web.pages.table.log.referee_values import CROSS, QUESTIONS
from companion.web.pages.table.table_requests import require_table, table_response
from companion.web.server.refusal import RequestRefused
from companion.web.session.drafts import RefereeQuestion
from sheets.language import message

blueprint = Blueprint("referee", __name__)

_NO_QUESTION = message("Choose a question, and for a cell a player and the cell, then ask again.")


@blueprint.post("/referee")
@allow("player")
def ask() -> Answer:
    """Ask `question`: "end", "who", "miss", or "cross" with `player` and `cell`; "" puts the answer away."""
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
