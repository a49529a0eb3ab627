"""Requests to mark cells, to pass, to play cards, to undo and to redo."""

from flask import Blueprint, request
from werkzeug.wrappers import Response as Answer

from companion.rules import Card, Decision, Play
from companion.table.events import (
    DecisionMade,
    DecisionRetracted,
    DecisionTakenBack,
    EventsRedone,
    EventsUndone,
)
from companion.table.now import plays_cards
from companion.table.state import Table
from companion.table.take_back import last_choice, only_table_may_undo
from companion.web.access.request_context import at_least, current_seat, current_session
from companion.web.access.rights import allow
from companion.web.layout.forms import whole_number
from companion.web.pages.table.table_requests import (
    MOVED_ON,
    dispatch,
    refuse_if_moved_on,
    refuse_if_outdated,
    require_own_player,
    require_table,
    require_timeline,
    table_response,
)
from companion.web.server.refusal import RequestRefused
from companion.web.session.drafts import CardDraft
from sheets.language import Term, message

blueprint = Blueprint("marks", __name__)

ONE_COLOUR = message(
    "The cards of a play have one colour, and these are {colour}; "
    "take them back before you tap another colour."
)
SHOWN = message("The hidden choices have been shown; only the table's screen can take one back now.")


@blueprint.post("/mark")
@allow("player")
def mark() -> Answer:
    """Make the `mark` ("a5", or "-" to pass) of `player`, or take it back if it was made in this turn."""
    table = require_table()
    player, text = require_own_player(request.form.get("player", "")), request.form.get("mark", "")
    if plays_cards(table) and text == "-" and not at_least("table"):
        text = message("The active player has to play at least one card.")
        raise RequestRefused("cards-play", text, rule="cards-play")
    decided, choice = table.decision(player), last_choice(table, player)
    if decided is not None and text in (str(decided), *_places(decided)):
        dispatch(DecisionRetracted(player), refuse_if_moved_on)
    elif choice is not None and text in _places(choice[1].decision):
        _take_back(table, player)
    else:
        dispatch(DecisionMade(player, text), refuse_if_moved_on)
    return table_response()


@blueprint.post("/take-back")
@allow("player")
def take_back() -> Answer:
    """Take back the last decision of `player` in this turn, even if the action of that decision is over."""
    table = require_table()
    player = require_own_player(request.form.get("player", ""))
    if table.decision(player) is not None:
        dispatch(DecisionRetracted(player), refuse_if_moved_on)
    else:
        _take_back(table, player)
    return table_response()


def _take_back(table: Table, player: str) -> None:
    choice = last_choice(table, player)
    if choice is not None and only_table_may_undo(table, choice) and not at_least("table"):
        raise RequestRefused("shown", SHOWN, status=403)
    dispatch(DecisionTakenBack(player), refuse_if_moved_on)


def _places(decision: Decision) -> tuple[str, ...]:
    marks = decision.marks if isinstance(decision, Play) else decision.parts
    return tuple(mark.cell for mark in marks if mark.cell)


@blueprint.post("/pass-others")
def pass_others() -> Answer:
    """Pass for all players who still have to decide, except the active player."""
    table = require_table()
    for player in table.game.waiting(table.position):
        if player != table.active:
            dispatch(DecisionMade(player, "-"), refuse_if_moved_on)
    return table_response()


@blueprint.post("/card")
@allow("player")
def card() -> Answer:
    """Tap `card` ("red 5", "joker 5 as red") for `player`. Replace the tapped card `instead` if given."""
    table = require_table()
    player = require_own_player(request.form.get("player", ""))
    session = current_session()
    refuse_if_moved_on(session)
    if not plays_cards(table) or player != table.active:
        raise RequestRefused("action-order", MOVED_ON)
    wanted = Card.parse(request.form.get("card", ""))
    if not wanted.colour:
        raise RequestRefused("cards-play", message("Say which colour the joker is played as."), status=422)
    draft = _draft(table, player)
    if any(each.colour != wanted.colour for each, _crossed in draft.cards):
        colour = Term(draft.cards[0][0].colour)
        raise RequestRefused("cards-play", ONE_COLOUR, status=422, colour=colour)
    instead = request.form.get("instead", "")
    if instead and wanted not in dict(draft.cards):
        cards = draft.exchanged(Card.parse(instead), wanted)
    else:
        cards = draft.tapped(wanted, table.game.plays(table.position, player))
    session.card_drafts[current_seat().role, player] = CardDraft(draft.moment, cards)
    session.invalidate()
    return table_response()


@blueprint.post("/play")
@allow("player")
def play() -> Answer:
    """Play the cards that `player` has tapped."""
    table = require_table()
    player = require_own_player(request.form.get("player", ""))
    draft = _draft(table, player)
    dispatch(DecisionMade(player, str(draft.play(table.game.board))), refuse_if_moved_on)
    current_session().card_drafts.pop((current_seat().role, player), None)
    return table_response()


def _draft(table: Table, player: str) -> CardDraft:
    """Return the cards that the device has tapped for `player` in this turn."""
    session = current_session()
    moment = (session.game, table.position.turn)
    draft = session.card_drafts.get((current_seat().role, player))
    return draft if draft is not None and draft.moment == moment else CardDraft(moment)


@blueprint.post("/undo")
def undo() -> Answer:
    """Undo `steps` steps, by default the last step of a person and all later steps of computer players."""
    steps = require_timeline().undo_steps or 1
    dispatch(EventsUndone(_step_count() if "steps" in request.form else steps), refuse_if_outdated)
    return table_response()


@blueprint.post("/redo")
def redo() -> Answer:
    """Redo `steps` undone steps, 1 by default."""
    require_table()
    dispatch(EventsRedone(_step_count()), refuse_if_outdated)
    return table_response()


def _step_count() -> int:
    steps = whole_number(request.form.get("steps", "1"), max_digits=5)
    if not steps:
        raise RequestRefused("steps", message("Give the number of steps, 1 or more."), status=422)
    return steps
