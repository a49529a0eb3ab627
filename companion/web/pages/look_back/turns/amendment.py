"""Requests to preview and make an amendment: the correction of an earlier turn."""

from collections.abc import Iterator
from typing import Literal, get_args

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.rules import Illegal, NotAMark, NotARoll
from companion.table.amendment import LostDecision
from companion.table.events import TableError, TurnAmended
from companion.table.state import Table
from companion.table.timeline import Timeline, amend
from companion.table.turn_replay import parse_roll
from companion.web.access.request_context import this_server
from companion.web.layout.forms import whole_number
from companion.web.pages.table.table_requests import (
    dispatch,
    refusal_of,
    refuse_if_outdated,
    require_timeline,
)
from companion.web.server.refusal import RequestRefused
from sheets.language import Phrase, message, phrase
from sheets.pad import COLOURS

blueprint = Blueprint("amendment", __name__)

UNCLEAR = message("Say which turn to amend, and what really happened in it.")
MAX_MARK_LENGTH = 120
_Action = Literal["roll", "white", "colour", "number", "play"]
_ACTIONS: tuple[_Action, ...] = get_args(_Action)


def changes(before: Table, after: Table) -> Iterator[tuple[str, tuple[int, int], tuple[int, int]]]:
    """Yield (player, (points before, points after), (penalties before, penalties after)) for each player."""
    old, new = before.game.scores(before.position), after.game.scores(after.position)
    for player in after.game.players:
        now = (old[player].total, before.position.sheet(player).misses) if player in old else (0, 0)
        then = new[player].total, after.position.sheet(player).misses
        yield player, (now[0], then[0]), (now[1], then[1])


def change_of_end(before: Table, after: Table) -> Phrase | None:
    """Return a sentence if an amendment ends the game or reopens it, or None if it does neither."""
    is_over = after.position.end is not None
    if (before.position.end is not None) == is_over:
        return None
    text = message("The game will not be over; it will go on.")
    return phrase("The game will be over.") if is_over else Phrase(text)


@blueprint.get("/amend")
def preview() -> str:
    """Show the decisions that an amendment would make illegal, and how the points would change."""
    timeline, event = require_timeline(), _requested()
    after, lost = _amended(timeline, event)
    return render_template(
        "pages/look_back/turns/amend.html",
        event=event,
        game=timeline.present.game,
        roll=parse_roll(timeline.present.game, event.mark) if event.is_roll else None,
        lost=lost,
        changes=changes(timeline.present, after),
        end=change_of_end(timeline.present, after),
        number=this_server().session.number,
    )


@blueprint.post("/amend")
def amend_turn() -> Answer:
    """Correct an earlier turn, and check again which later decisions are legal."""
    timeline, event = require_timeline(), _requested()
    _amended(timeline, event)
    dispatch(event, refuse_if_outdated)
    return redirect(f"/games/{this_server().session.game}", 303)


def _requested() -> TurnAmended:
    turn = whole_number(request.values.get("turn", ""), max_digits=4)
    action = next((action for action in _ACTIONS if action == request.values.get("action")), None)
    mark = request.values.get("mark", "")
    if action == "roll" and not mark:
        mark = request.values.get("number") or _tapped_roll()
    if turn is None or action is None or len(mark) > MAX_MARK_LENGTH:
        raise RequestRefused("amend", UNCLEAR, status=422)
    return TurnAmended(turn, action, mark, request.values.get("player", ""))


def _tapped_roll() -> str:
    """Return the form's dice as a roll, such as "w4 w1 r3 y2 g6 b5"."""
    values = request.values
    white = [f"w{values.get(die, '')}" for die in ("w1", "w2")]
    return " ".join([*white, *(f"{colour[0]}{values[colour]}" for colour in COLOURS if values.get(colour))])


def _amended(timeline: Timeline, event: TurnAmended) -> tuple[Table, tuple[LostDecision, ...]]:
    """Return the table after an amendment, and the decisions that the amendment makes illegal.

    Raise RequestRefused if the amendment itself is illegal or unreadable.
    """
    try:
        after, lost = amend(timeline, event)
    except (Illegal, TableError) as problem:
        raise refusal_of(problem) from problem
    except (NotAMark, NotARoll):
        raise RequestRefused("amend", UNCLEAR, status=422) from None
    return after.present, lost
