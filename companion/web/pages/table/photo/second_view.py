"""A second view: a phone is held over dice that the first view left in doubt."""

from flask import Blueprint, request
from werkzeug.wrappers import Response as Answer

from companion.table.events import RollSeen
from companion.table.state import Table
from companion.web.access.request_context import this_server
from companion.web.camera.intake import NoDice, NoDiceInGame, UnreadableDice
from companion.web.layout.forms.uploads import uploaded_photo
from companion.web.pages.table.table_requests import MOVED_ON, dispatch, require_table, table_response
from companion.web.server.refusal import RequestRefused
from companion.web.session.session import TableSession
from sheets.language import message
from vision.frames.image import Image

blueprint = Blueprint("second_view", __name__)

NO_PHOTO = message("No photo was sent; hold the phone over the dice and try again.")
NO_PICTURE = message("That phone sends no picture now; wake it and check the page on it.")


@blueprint.post("/second-view")
def look() -> Answer:
    """Another picture of the dice in the photo `seen`, which people are asked about: the file `photo`, or
    the newest picture of the phone `source` that offers its camera."""
    table = require_table()
    _refuse_if_answered(this_server().session)
    source = request.form.get("source", "")
    if source:
        camera = this_server().sources.phone_cameras.get(source)
        frame = camera.latest() if camera is not None else None
        if frame is None:
            raise RequestRefused("no-camera", NO_PICTURE, status=422)
        _settle(frame.image, table)
    else:
        with uploaded_photo(NO_PHOTO) as image:
            _settle(image, table)
    return table_response()


def _settle(image: Image, table: Table) -> None:
    """Bring the result of the second view to the table. Raises RequestRefused."""
    server = this_server()
    try:
        event = server.watcher.look_again(image, table)
    except (NoDice, NoDiceInGame, UnreadableDice) as problem:
        raise RequestRefused("no-dice", "{reason}", status=422, reason=problem) from None
    if event is not None and not (isinstance(event, RollSeen) and event == table.pending_roll):
        dispatch(event, _refuse_if_answered)
    server.session.invalidate()


def _refuse_if_answered(session: TableSession) -> None:
    """Refuse a view of dice that are no longer in question, because they belong to no roll of this turn."""
    pending = session.table.pending_roll if session.table is not None else None
    if pending is None or pending.photo.name != request.form.get("seen", ""):
        raise RequestRefused("moved-on", MOVED_ON)
