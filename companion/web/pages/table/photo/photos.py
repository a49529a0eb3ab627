"""Requests to read dice from a photo or the camera, and to get pictures."""

import re

import cv2
import numpy as np
from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as Answer

from companion.table.events import Photo, RollSeen, Source, TableError
from companion.table.reducer import awaiting_roll
from companion.table.state import Table
from companion.web.access.request_context import this_server
from companion.web.access.rights import allow
from companion.web.camera.intake import UnreadableDice
from companion.web.camera.photo_store import crop_around, encode_jpeg, shrink
from companion.web.layout.forms import uploaded_photo, whole_number
from companion.web.pages.table.table_requests import (
    MOVED_ON,
    dispatch,
    refusal_of,
    require_table,
    table_response,
)
from companion.web.server.refusal import RequestRefused
from companion.web.session.session import Session
from sheets.language import message
from vision.frames.image import Image
from vision.overlay import draw

blueprint = Blueprint("photos", __name__)

NO_PHOTO = message("No photo was sent; choose one, or tap the dice in.")
NO_SECOND_PHOTO = message("No photo was sent; hold the phone over the dice and try again.")
NO_PICTURE = message("That phone is not sending a picture now; wake it and check the page on it.")
GONE = message("This photo is not stored here.")
CROP_SIDES = 1.35
"""Side of the square crop around a die, as a multiple of the longer side of the die's box."""
MAX_SIDE_PIXELS = 960
"""Largest width and height of camera pictures that are sent to a page."""


@blueprint.post("/photo")
@allow("player")
def photo() -> Answer:
    """Read the roll in the uploaded `photo` of the dice."""
    require_no_roll()
    with uploaded_photo(NO_PHOTO) as image:
        take_roll(image, require_table(), "photo")
    return table_response()


def require_no_roll() -> None:
    """Raise RequestRefused if the game doesn't wait for a roll now."""
    try:
        awaiting_roll(require_table())
    except TableError as problem:
        raise refusal_of(problem) from None


@blueprint.post("/look")
@allow("player")
def look() -> Answer:
    """Read the roll in the camera's latest picture."""
    table = require_table()
    frame = this_server().watcher.frame
    if frame is None:
        text = message("There is no picture from the camera now; photograph the dice or tap them in.")
        raise RequestRefused("no-camera", text)
    take_roll(frame.image, table, "camera")
    return table_response()


def take_roll(image: Image, table: Table, source: Source) -> None:
    """Read the dice in `image`, and enter the roll or ask people to complete it.

    Raise RequestRefused if the dice can't be read.
    """
    try:
        event = this_server().watcher.look(image, table, source)
    except UnreadableDice as problem:
        raise RequestRefused("no-dice", "{reason}", status=422, reason=problem) from None
    dispatch(event)


@blueprint.get("/photos/<name>.jpg")
def evidence(name: str) -> Answer:
    """Send a stored photo."""
    path = this_server().photos.path(name)
    if not re.fullmatch("[0-9a-f]{16}", name) or not path.is_file():
        raise RequestRefused("nothing-here", GONE, status=404)
    return _lasting_jpeg(path.read_bytes())


@blueprint.get("/photos/<name>/<int:index>.jpg")
def crop(name: str, index: int) -> Answer:
    """Send the part of the photo `name` that shows its die `index`, or if decoding fails, the whole photo."""
    shown = next((photo for photo in _shown_photos() if photo.name == name), None)
    if shown is None or index >= len(shown.dice):
        raise RequestRefused("nothing-here", GONE, status=404)
    image = cv2.imread(str(this_server().photos.path(name)))
    if image is None:
        return evidence(name)
    die = crop_around(np.asarray(image, np.uint8), shown.dice[index].box, CROP_SIDES)
    return _lasting_jpeg(encode_jpeg(die, 95))


def _shown_photos() -> list[Photo]:
    session = this_server().session
    table, question = session.table, session.reroll_question
    shown = (table.pending_roll, table.current_roll, question) if table else ()
    return [each.photo for each in shown if each is not None and each.photo is not None]


def _lasting_jpeg(data: bytes) -> Answer:
    answer = Response(data, mimetype="image/jpeg")
    answer.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return answer


@blueprint.get("/camera/frame")
def frame() -> Answer:
    """Send the camera's next picture with the read dice drawn on it.

    `after`: the number of the last picture that the browser got, from the header `X-Frame`. Send status 204
    if no newer picture comes within a second, or if too many devices already wait for one.
    """
    watcher = this_server().watcher
    after = whole_number(request.args.get("after", "0"), max_digits=18) or 0
    if not watcher.picture_requests.acquire(blocking=False):
        return Response(status=204)
    try:
        newer = watcher.newer(after)
    finally:
        watcher.picture_requests.release()
    if newer is None:
        return Response(status=204)
    image, reading = newer.image, watcher.last_reading
    if reading is not None and reading.size == (image.shape[1], image.shape[0]):
        image = draw(image, reading)
    answer = Response(encode_jpeg(shrink(image, MAX_SIDE_PIXELS)[0], 80), mimetype="image/jpeg")
    answer.headers["X-Frame"] = str(newer.number)
    return answer


@blueprint.post("/second-view")
@allow("player")
def look_again() -> Answer:
    """Complete the pending roll from a second photo of the same dice. `seen`: name of the first photo.

    The second photo is the latest picture of the phone camera with the key `source`, or if `source` is empty,
    the uploaded `photo`.
    """
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
        with uploaded_photo(NO_SECOND_PHOTO) as image:
            _settle(image, table)
    return table_response()


def _settle(image: Image, table: Table) -> None:
    """Complete the pending roll from a second photo. Raise RequestRefused if the dice can't be read."""
    server = this_server()
    try:
        event = server.watcher.look_again(image, table)
    except UnreadableDice as problem:
        raise RequestRefused("no-dice", "{reason}", status=422, reason=problem) from None
    if event is not None and not (isinstance(event, RollSeen) and event == table.pending_roll):
        dispatch(event, _refuse_if_answered)
    server.session.invalidate()


def _refuse_if_answered(session: Session) -> None:
    """Raise RequestRefused if the photo in the form field `seen` is no longer pending."""
    pending = session.table.pending_roll if session.table is not None else None
    if pending is None or pending.photo.name != request.form.get("seen", ""):
        raise RequestRefused("moved-on", MOVED_ON)


@blueprint.post("/lessons/undo")
@allow("player")
def forget_lesson() -> Answer:
    """Forget what the dice reader learnt from the last tap."""
    server = this_server()
    lessons = server.watcher.reader.lessons
    if lessons.last is None:
        raise RequestRefused("no-lesson", message("Nothing that was just learnt can be forgotten now."))
    lessons.undo()
    server.session.invalidate()
    return table_response()
