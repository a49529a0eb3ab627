"""Answers about the dice: a row is closed, a die is out of sight, a die has moved."""

from typing import Literal

from flask import Blueprint, request
from werkzeug.wrappers import Response as Answer

from companion.table.events import RollCorrected, RollTaken, RowClosed, RowReopened
from companion.table.photo_match import match_dice, roll_of
from companion.table.state import Table
from companion.web.access.request_context import this_server
from companion.web.access.rights import allow
from companion.web.pages.table.table_requests import (
    dispatch,
    refuse_if_outdated,
    require_table,
    table_response,
)
from companion.web.server.refusal import RequestRefused
from sheets.language import message
from sheets.pad import COLOURS, CellColour

blueprint = Blueprint("dice_questions", __name__)

DIE_OPEN = message("Tap a value for every die first; one is still missing.")

_Row = Literal["a", "b", "c", "d"]
_ROWS: tuple[_Row, ...] = ("a", "b", "c", "d")


def _row() -> _Row:
    """Return the `row` of the request. Raise RequestRefused."""
    row = next((row for row in _ROWS if row == request.form.get("row", "")), None)
    if row is None:
        raise RequestRefused("row", message("Say which row: a, b, c or d."), status=422)
    return row


@blueprint.post("/lock")
def lock() -> Answer:
    """Close a row for everyone, because its lock is marked on somebody's paper.

    If only its die was missing from the photo on the table, that roll is taken.
    """
    require_table()
    table = dispatch(RowClosed(_row()), refuse_if_outdated)
    _take_pending_roll(table, ())
    return table_response()


@blueprint.post("/unlock")
def unlock() -> Answer:
    """Reopen a row that was announced as closed."""
    require_table()
    dispatch(RowReopened(_row()), refuse_if_outdated)
    return table_response()


@blueprint.post("/without")
def without() -> Answer:
    """Play the turn without the `colour` dice that the photo lacks, because they are out of sight."""
    colours = tuple(colour for colour in COLOURS if colour in request.form.getlist("colour"))
    if not colours or not _take_pending_roll(require_table(), colours):
        raise RequestRefused("roll", DIE_OPEN, status=422)
    return table_response()


@blueprint.post("/turned")
@allow("player")
def answer_reroll() -> Answer:
    """Take the `answer`, "yes" or "no", to whether a die that has moved was thrown again."""
    require_table()
    session, answer = this_server().session, request.form.get("answer", "")
    question = session.reroll_question
    if question is None:
        raise RequestRefused(
            "no-question", message("There is no question about the dice now; tap a die to correct it.")
        )
    if answer not in ("yes", "no"):
        raise RequestRefused("answer", message("Say yes or no: was the die rolled again?"), status=422)
    if answer == "yes":
        dispatch(RollCorrected(question.roll, question.photo), refuse_if_outdated)
    session.reroll_asked = None
    session.invalidate()
    return table_response()


def _take_pending_roll(table: Table, without: tuple[CellColour, ...]) -> bool:
    """Take the roll on the photo in question, if nothing else about it is open."""
    if table.pending_roll is None or table.position.phase != "roll":
        return False
    dice = tuple(die for die in table.dice_to_roll if die not in without)
    photo = table.pending_roll.photo
    where = match_dice(photo, dice)
    if not len(where) == len(dice) == len(photo.dice) or any(
        photo.dice[index].doubtful for index in where.values()
    ):
        return False
    roll = roll_of({die: photo.dice[index].value for die, index in where.items()})
    dispatch(RollTaken(str(roll), table.pending_roll.source, photo, without))
    return True
