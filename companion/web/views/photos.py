"""Photos in and out: uploads, kept evidence, crops of doubtful dice, the camera's picture."""

from __future__ import annotations

import re

import cv2
import numpy as np
from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as Answer

from companion.table.events import Photo, RollSeen, RollTaken
from companion.web.camera.intake import NoDice
from companion.web.camera.pictures import crop_around, encode_jpeg, shrink
from companion.web.server.guard import RequestRefused
from companion.web.server.request_context import hosted_table, table_server
from companion.web.server.request_language import request_translator
from companion.web.views.actions import dispatch, require_table, table_response
from sheets.language import message
from vision.frames.image import decode
from vision.overlay import draw

blueprint = Blueprint("photos", __name__)

_NAME = re.compile("[0-9a-f]{16}")
GONE = message("This photo is not kept here.")
CROP_SIDES = 1.35
"""Side of a crop, in sides of the die."""
MAX_SIDE_PIXELS = 960
"""The longer side of the camera's picture as it is sent to a page."""


@blueprint.post("/photo")
def photo() -> Answer:
    """A photo of the dice, in the field `photo`."""
    _ = request_translator()
    table = require_table()
    if table.position.phase != "roll" and not table.paper:
        raise RequestRefused(
            "roll-taken", _("The dice of this turn are on the table already; tap a die to correct it.")
        )
    upload = request.files.get("photo")
    if upload is None or not upload.filename:
        raise RequestRefused(
            "no-photo", _("No photo came with that; choose one, or tap the dice in."), status=422
        )
    image = decode(upload.read(), upload.filename[:80])
    try:
        event = hosted_table().watcher.look(image, table, "photo")
    except NoDice as problem:
        raise RequestRefused("no-dice", problem.text, status=422) from None
    dispatch(event)
    return table_response()


@blueprint.post("/look")
def look() -> Answer:
    """Read the dice in the camera's picture as they lie now."""
    _ = request_translator()
    table = require_table()
    frame = hosted_table().watcher.frame
    if frame is None:
        raise RequestRefused(
            "no-camera", _("The camera gives no picture now; photograph the dice or tap them in.")
        )
    try:
        event = hosted_table().watcher.look(frame.image, table, "camera")
    except NoDice as problem:
        raise RequestRefused("no-dice", problem.text, status=422) from None
    dispatch(event)
    return table_response()


def _kept(name: str) -> Answer:
    path = table_server().photos.path(name)
    if not _NAME.fullmatch(name) or not path.is_file():
        raise RequestRefused("nothing-here", request_translator()(GONE), status=404)
    answer = Response(path.read_bytes(), mimetype="image/jpeg")
    answer.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return answer


@blueprint.get("/photos/<name>.jpg")
def evidence(name: str) -> Answer:
    """A kept photo."""
    return _kept(name)


@blueprint.get("/photos/<name>/<int:index>.jpg")
def crop(name: str, index: int) -> Answer:
    """One die, cut out of the photo that the table shows now."""
    table = hosted_table().room.table
    shown: list[Photo] = []
    for event in (table.pending_roll, table.current_roll) if table else ():
        if isinstance(event, RollSeen | RollTaken) and event.photo is not None:
            shown.append(event.photo)
    asked = hosted_table().room.reroll_question
    if asked is not None:
        shown.append(asked.photo)
    found = next((photo for photo in shown if photo.name == name), None)
    if found is None or index >= len(found.dice):
        raise RequestRefused("nothing-here", request_translator()(GONE), status=404)
    read = cv2.imread(str(table_server().photos.path(name)))
    if read is None:
        return _kept(name)
    image = np.asarray(read, np.uint8)
    answer = Response(
        encode_jpeg(crop_around(image, found.dice[index].box, CROP_SIDES), 95), mimetype="image/jpeg"
    )
    answer.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return answer


@blueprint.get("/camera/frame")
def frame() -> Answer:
    """The camera's next picture after the one numbered `after`; 204 where none comes soon."""
    watcher = hosted_table().watcher
    after = request.args.get("after", "0")
    if not watcher.picture_requests.acquire(blocking=False):
        return Response(status=204)
    try:
        found = watcher.newer(int(after) if after.isascii() and after.isdigit() else 0)
    finally:
        watcher.picture_requests.release()
    if found is None:
        return Response(status=204)
    image, reading = found.image, watcher.last_reading
    if reading is not None and reading.size == (image.shape[1], image.shape[0]):
        image = draw(image, reading)
    answer = Response(encode_jpeg(shrink(image, MAX_SIDE_PIXELS), 80), mimetype="image/jpeg")
    answer.headers["X-Frame"] = str(found.number)
    return answer
