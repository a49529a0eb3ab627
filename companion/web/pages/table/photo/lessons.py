"""Taking back the lesson of a tap."""

from flask import Blueprint
from werkzeug.wrappers import Response as Answer

from companion.web.access.request_context import this_server
from companion.web.pages.table.table_requests import table_response
from companion.web.server.refusal import RequestRefused
from sheets.language import message

blueprint = Blueprint("lessons", __name__)


@blueprint.post("/lessons/undo")
def take_back() -> Answer:
    """Forget the lesson of the last tap; the roll stays as entered."""
    server = this_server()
    lessons = server.watcher.reader.lessons
    if lessons.last is None:
        raise RequestRefused("no-lesson", message("Nothing that was just learnt can be forgotten now."))
    lessons.undo()
    server.session.invalidate()
    return table_response()
