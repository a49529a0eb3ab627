"""Photos in and out: uploads, kept evidence, crops of doubtful dice, the camera's picture."""

from __future__ import annotations

import re

import cv2
from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as Answer

from companion.table.events import Photo, RollSeen, RollTaken
from companion.web.camera.watcher import NoDice
from companion.web.presenters.words import translate
from companion.web.server.guard import Refused
from companion.web.views.actions import seated, tell, told
from sheets.language import message
from vision.frames.image import decode
from vision.overlay import draw

blueprint = Blueprint("photos", __name__)

_NAME = re.compile("[0-9a-f]{16}")
GONE = message("This photo is not kept here.")
CROP = 1.35
"""Side of a crop, in sides of the die."""
LIVE = 960
"""The longer side of the camera's picture as it is sent to a page, in pixels."""


@blueprint.post("/photo")
def photo() -> Answer:
    """A photo of the dice, in the field `photo`."""
    from companion.web.app import house

    _ = translate()
    table = seated()
    if table.position.phase != "roll" and not table.paper:
        raise Refused(
            "roll-taken", _("The dice of this turn are on the table already; tap a die to correct it.")
        )
    upload = request.files.get("photo")
    if upload is None or not upload.filename:
        raise Refused("no-photo", _("No photo came with that; choose one, or tap the dice in."), status=422)
    image = decode(upload.read(), upload.filename[:80])
    try:
        event = house().eyes.look(image, table, "photo")
    except NoDice:
        raise Refused("no-dice", _(NoDice.text), status=422) from None
    tell(event)
    return told()


@blueprint.post("/look")
def look() -> Answer:
    """Read the dice in the camera's picture as they lie now."""
    from companion.web.app import house

    _ = translate()
    table = seated()
    frame = house().eyes.frame
    if frame is None:
        raise Refused("no-camera", _("The camera gives no picture now; photograph the dice or tap them in."))
    try:
        event = house().eyes.look(frame.image, table, "camera")
    except NoDice:
        raise Refused("no-dice", _(NoDice.text), status=422) from None
    tell(event)
    return told()


def _kept(name: str) -> Answer:
    from companion.web.app import house

    path = house().album.path(name)
    if not _NAME.fullmatch(name) or not path.is_file():
        raise Refused("nothing-here", translate()(GONE), status=404)
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
    from companion.web.app import house

    table = house().room.table
    shown: list[Photo] = []
    for event in (table.seen, table.taken) if table else ():
        if isinstance(event, RollSeen | RollTaken) and event.photo is not None:
            shown.append(event.photo)
    asked = house().room.question
    if asked is not None:
        shown.append(asked.photo)
    found = next((photo for photo in shown if photo.name == name), None)
    if found is None or index >= len(found.dice):
        raise Refused("nothing-here", translate()(GONE), status=404)
    image = cv2.imread(str(house().album.path(name)))
    if image is None:
        return _kept(name)
    x, y, w, h = found.dice[index].box
    side = max(w, h) * CROP
    left, top = max(0, int(x + w / 2 - side / 2)), max(0, int(y + h / 2 - side / 2))
    _, data = cv2.imencode(".jpg", image[top : top + int(side) + 1, left : left + int(side) + 1])
    answer = Response(data.tobytes(), mimetype="image/jpeg")
    answer.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return answer


@blueprint.get("/camera/frame")
def frame() -> Answer:
    """The camera's next picture after the one numbered `after`; 204 where none comes soon."""
    from companion.web.app import house

    eyes = house().eyes
    after = request.args.get("after", "0")
    if not eyes.watchers.acquire(blocking=False):
        return Response(status=204)
    try:
        found = eyes.newer(int(after) if after.isascii() and after.isdigit() else 0)
    finally:
        eyes.watchers.release()
    if found is None:
        return Response(status=204)
    image, reading = found.image, eyes.seen
    if reading is not None and reading.size == (image.shape[1], image.shape[0]):
        image = draw(image, reading)
    factor = LIVE / max(image.shape[:2])
    if factor < 1:
        image = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])
    answer = Response(data.tobytes(), mimetype="image/jpeg")
    answer.headers["X-Frame"] = str(found.number)
    return answer
