"""Answers about the dice: a row is closed, a die is out of sight, a die lies otherwise than it fell."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response as Answer

from companion.table.events import RollCorrected, RollTaken, RowClosed, RowReopened
from companion.table.photo_match import match_dice, roll_of
from companion.table.state import Table
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_context import hosted_table
from companion.web.server.request_language import request_translator
from companion.web.views.actions import dispatch, refuse_if_outdated, require_table, table_response
from sheets.pad import COLOURS, ROW_LETTERS

blueprint = Blueprint("locks", __name__)


def _row() -> str:
    _ = request_translator()
    row = request.form.get("row", "")
    if row not in ROW_LETTERS:
        raise RequestRefused("row", _("Say which row: a, b, c or d."), status=422)
    return row


@blueprint.post("/lock")
def lock() -> Answer:
    """A row is closed for everyone: its lock stands on somebody's paper.

    Where only its die was missing from the photo on the table, that roll is taken.
    """
    require_table()
    table = dispatch(RowClosed(_row()), refuse_if_outdated)  # type: ignore[arg-type]
    _take_seen(table, ())
    return table_response()


@blueprint.post("/unlock")
def unlock() -> Answer:
    """A row that was said to be closed is open."""
    require_table()
    dispatch(RowReopened(_row()), refuse_if_outdated)  # type: ignore[arg-type]
    return table_response()


@blueprint.post("/without")
def without() -> Answer:
    """The `colour` dice that the photo lacks lie out of sight; the turn is played without them."""
    _ = request_translator()
    colours = tuple(colour for colour in COLOURS if colour in request.form.getlist("colour"))
    if not colours or not _take_seen(require_table(), colours):
        raise RequestRefused("roll", _("Tap a value for every die first; one is still open."), status=422)
    return table_response()


@blueprint.post("/turned")
def turned() -> Answer:
    """The `answer`, "yes" or "no", to whether a die that lies otherwise now was rolled again."""
    _ = request_translator()
    require_table()
    room, said = hosted_table().room, request.form.get("answer", "")
    asked = room.reroll_question
    if asked is None:
        raise RequestRefused(
            "no-question", _("Nothing is asked about the dice now; tap a die to correct it.")
        )
    if said not in ("yes", "no"):
        raise RequestRefused("answer", _("Say yes or no: was the die rolled again?"), status=422)
    if said == "yes":
        dispatch(RollCorrected(asked.roll, asked.photo), refuse_if_outdated)
    room.reroll_asked = None
    room.invalidate()
    return table_response()


def _take_seen(table: Table, colours: tuple[str, ...]) -> bool:
    """Take the roll on the photo that people were asked about, if nothing else is open about it."""
    if table.pending_roll is None or table.position.phase != "roll":
        return False
    slots = tuple(slot for slot in table.dice_to_roll if slot not in colours)
    photo = table.pending_roll.photo
    where = match_dice(photo, slots)
    if not len(where) == len(slots) == len(photo.dice) or any(
        photo.dice[index].doubtful for index in where.values()
    ):
        return False
    roll = roll_of({slot: photo.dice[index].value for slot, index in where.items()})
    dispatch(RollTaken(str(roll), table.pending_roll.source, photo, colours))  # type: ignore[arg-type]
    return True
