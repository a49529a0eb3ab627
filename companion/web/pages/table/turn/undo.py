"""Undo and redo."""

from flask import Blueprint, request
from werkzeug.wrappers import Response as Answer

from companion.table.events import Redone, Undone
from companion.table.steps_back import steps_back
from companion.web.layout.forms import whole_number
from companion.web.pages.table.table_requests import (
    dispatch,
    refuse_if_outdated,
    require_table,
    require_timeline,
    table_response,
)
from companion.web.server.refusal import RequestRefused
from sheets.language import message

blueprint = Blueprint("undo", __name__)

MAX_STEP_DIGITS = 5


@blueprint.post("/undo")
def undo() -> Answer:
    """Undo the last step of people, with the computer's steps after it; with `steps` this many."""
    steps = steps_back(require_timeline()) or 1
    dispatch(Undone(_step_count() if "steps" in request.form else steps), refuse_if_outdated)
    return table_response()


@blueprint.post("/redo")
def redo() -> Answer:
    """Redo the last undone step; with `steps` this many."""
    require_table()
    dispatch(Redone(_step_count()), refuse_if_outdated)
    return table_response()


def _step_count() -> int:
    """Return the number of steps that a request wants to undo or redo. Raise RequestRefused."""
    steps = whole_number(request.form.get("steps", "1"), MAX_STEP_DIGITS)
    if not steps:
        raise RequestRefused("steps", message("Give the number of steps, 1 or more."), status=422)
    return steps
