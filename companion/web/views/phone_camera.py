"""A phone as the table's camera: it sends its pictures one by one, and they are watched like any camera's.

Browsers give a page the camera only over HTTPS (or on this computer), so this needs `qwixx table --https`.
"""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.web.camera.phone_camera import PhoneCamera
from companion.web.camera.sources import SourceUnavailable
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_context import current_seat, hosted_table
from companion.web.server.request_language import request_translator
from sheets.language import message
from vision.frames.image import decode

blueprint = Blueprint("lens", __name__)

HEAVIEST = 3_000_000
"""Bytes of one picture from a phone, at most."""
MOST = 6
"""Phones that may offer their cameras at a table at once."""
TOO_HEAVY = message("That picture is too large for a camera's; it is sent smaller by the page itself.")


def key_of(token: str) -> str:
    """What a phone's camera is called in forms."""
    return f"phone {token[:16]}"


@blueprint.get("/lens")
def page() -> str:
    """On a phone: its camera's picture, and the button that sends it to the table."""
    return render_template("lens.html")


@blueprint.post("/lens")
def picture() -> Answer:
    """One picture, the whole body a JPEG. Says whether the table watches this phone."""
    _ = request_translator()
    seat, hosted = current_seat(), hosted_table()
    if not seat.token:
        raise RequestRefused(
            "table", _("This is the table's own screen; choose its camera where a game begins.")
        )
    if (request.content_length or 0) > HEAVIEST:
        raise RequestRefused("too-large", _(TOO_HEAVY), status=413)
    image = decode(request.get_data(cache=False), _("The phone's picture"))
    key, lenses = key_of(seat.token), hosted.sources.phone_cameras
    lens = lenses.get(key)
    if lens is None:
        name = _("{player}'s phone").format(player=seat.player) if seat.player else _("a phone")
        lens = hosted.sources.add_phone(key, PhoneCamera(name), MOST)
        if lens is None:
            raise RequestRefused(
                "lenses", _("Enough phones offer their cameras already; let one of them stop.")
            )
        hosted.room.invalidate()
    lens.push(image)
    return jsonify({"watched": hosted.watcher.source is lens})


@blueprint.post("/lens/watch")
def watch() -> Answer | tuple[Response, int]:
    """The table watches the camera `source` from now on: a phone's that is offered, or "none"."""
    _ = request_translator()
    key, sources = request.form.get("source", ""), hosted_table().sources
    if key != "none" and key not in sources.phone_cameras:
        raise RequestRefused(
            "no-camera", _("That phone offers its camera no more; open its page again."), status=422
        )
    try:
        sources.choose(key)
    except SourceUnavailable as unavailable:
        raise RequestRefused("no-camera", unavailable.in_language(_), status=422) from unavailable
    hosted_table().room.invalidate()
    return redirect("/seats", 303)
