"""Amending an earlier turn: a preview, and the change itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.rules import Illegal, NotAMark, NotARoll, Refusal
from companion.table.amendment import LostDecision
from companion.table.events import Amended, TableError
from companion.table.notation import parse_roll
from companion.table.state import Table
from companion.table.timeline import Timeline, amend
from companion.web.access.request_context import this_server
from companion.web.layout.forms import whole_number
from companion.web.layout.game.names import decision_name
from companion.web.pages.table.dice.dice import RolledDie, rolled_dice
from companion.web.pages.table.table_requests import (
    dispatch,
    refusal_of,
    refuse_if_outdated,
    require_timeline,
)
from companion.web.server.refusal import RequestRefused
from sheets.language import Phrase, message
from sheets.pad import COLOURS

blueprint = Blueprint("amendment", __name__)


@dataclass(frozen=True, slots=True)
class LostLine:
    """A later decision that would no longer stand. `refusal`: why; None if its action is not played then."""

    turn: int
    player: str
    decision: Phrase
    refusal: Refusal | None


@dataclass(frozen=True, slots=True)
class PointsChange:
    """One player's points and misses, as they are and as they would be."""

    player: str
    points: tuple[int, int]
    misses: tuple[int, int]


@dataclass(frozen=True, slots=True)
class AmendmentPreview:
    """`what`: the corrected event. `dice`: its dice, if it is a roll. `over`: whether the game is over, as it
    is and as it would be."""

    event: Amended
    sides: int
    what: Phrase
    dice: tuple[RolledDie, ...]
    lost: tuple[LostLine, ...]
    changes: tuple[PointsChange, ...]
    over: tuple[bool, bool]


def present_amendment(
    event: Amended, table: Table, amended: Table, lost: Sequence[LostDecision]
) -> AmendmentPreview:
    """Return the preview of `event` on `table`: the table `amended`, without the decisions `lost`."""
    game = table.game
    if event.is_roll:
        what = Phrase("{mark}", {"mark": event.mark})
    else:
        what = decision_name(game, event.player, event.decision)
    return AmendmentPreview(
        event,
        game.pad.sides,
        what,
        rolled_dice(parse_roll(game, event.mark)) if event.is_roll else (),
        tuple(
            LostLine(
                each.turn,
                each.decided.player,
                decision_name(game, each.decided.player, each.decided.decision),
                each.refusal,
            )
            for each in lost
        ),
        _changes(table, amended),
        (table.position.end is not None, amended.position.end is not None),
    )


def _changes(table: Table, amended: Table) -> tuple[PointsChange, ...]:
    old, new = table.game.scores(table.position), amended.game.scores(amended.position)
    return tuple(
        PointsChange(
            player,
            (old[player].total if player in old else 0, new[player].total),
            (
                table.position.sheet(player).misses if player in old else 0,
                amended.position.sheet(player).misses,
            ),
        )
        for player in amended.game.players
    )


UNCLEAR = message("Say which turn to amend, and what really happened in it.")
MAX_TURN_DIGITS = 4
MAX_MARK_LENGTH = 120
_Action = Literal["roll", "white", "colour", "number", "play"]
_ACTIONS: tuple[_Action, ...] = ("roll", "white", "colour", "number", "play")


@blueprint.get("/amend")
def preview() -> str:
    """Show the preview of an amendment: the decisions that become illegal, and everyone's points."""
    timeline, event = require_timeline(), _requested()
    after, lost = _amended(timeline, event)
    return render_template(
        "pages/look_back/turns/amend.html",
        preview=present_amendment(event, timeline.present, after, lost),
        number=this_server().session.number,
    )


@blueprint.post("/amend")
def amend_turn() -> Answer:
    """Return amend an earlier turn in place; later turns are judged again."""
    timeline, event = require_timeline(), _requested()
    _amended(timeline, event)
    dispatch(event, refuse_if_outdated)
    return redirect(f"/games/{this_server().session.game}", 303)


def _requested() -> Amended:
    """Return the amendment that the request asks for. Raise RequestRefused."""
    turn = whole_number(request.values.get("turn", ""), MAX_TURN_DIGITS)
    action = next((action for action in _ACTIONS if action == request.values.get("action")), None)
    mark = request.values.get("mark", "")
    if action == "roll" and not mark:
        mark = request.values.get("number") or _tapped_roll()
    if turn is None or action is None or len(mark) > MAX_MARK_LENGTH:
        raise RequestRefused("amend", UNCLEAR, status=422)
    return Amended(turn, action, mark, request.values.get("player", ""))


def _tapped_roll() -> str:
    """Return the dice of the form as the text of a roll: "w4 w1 r3 y2 g6 b5"."""
    values = request.values
    white = [f"w{values.get(die, '')}" for die in ("w1", "w2")]
    return " ".join([*white, *(f"{colour[0]}{values[colour]}" for colour in COLOURS if values.get(colour))])


def _amended(timeline: Timeline, event: Amended) -> tuple[Table, tuple[LostDecision, ...]]:
    """Return the table after the amendment, and the lost decisions. Raise RequestRefused."""
    try:
        after, lost = amend(timeline, event)
    except (Illegal, TableError) as problem:
        raise refusal_of(problem) from problem
    except (NotAMark, NotARoll):
        raise RequestRefused("amend", UNCLEAR, status=422) from None
    return after.present, lost
