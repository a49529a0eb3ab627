"""A phone as the table's camera, which sends its pictures one by one.

Browsers allow a page to use the camera only over HTTPS (`qwixx table --https`) or on this computer.
"""

from flask import Blueprint, Response, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.web.access.rates import PICTURES, rated
from companion.web.access.request_context import current_seat, this_server
from companion.web.access.rights import allow
from companion.web.access.seats import Seat
from companion.web.access.server import Server
from companion.web.camera.sources import PhoneCamera, SourceUnavailable
from companion.web.layout.forms import decoded_picture
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_translator
from sheets.language import message

blueprint = Blueprint("phone_camera", __name__)

MAX_PICTURE_BYTES = 3_000_000
MAX_PHONES = 6
"""Maximum number of phones at a table that offer their cameras."""


@blueprint.get("/lens")
def page() -> str:
    """Show the page on which a phone becomes a camera."""
    return render_template("pages/devices/camera/lens.html")


@blueprint.post("/lens")
@allow("player")
@rated(PICTURES)
def picture() -> Answer:
    """Receive a picture from the phone's camera; the request's body is a JPEG.

    In the response, `watched` is True if the table uses this phone as its camera. `asked` is the
    name of the first photo if people should take a second photo of the dice, otherwise "".
    """
    seat, server, _ = current_seat(), this_server(), request_translator()
    if not seat.token:
        text = message("This is the table's own screen; choose its camera when you begin a game.")
        raise RequestRefused("table", text)
    if (request.content_length or 0) > MAX_PICTURE_BYTES:
        text = message("That picture is too large; reload the page of the camera, which sends smaller ones.")
        raise RequestRefused("too-large", text, status=413)
    with decoded_picture(request.get_data(cache=False), _("The phone's picture"), "camera") as image:
        camera = _camera_of(seat, server)
        camera.push(image)
    table = server.session.table
    asked = table.pending_roll.photo.name if table is not None and table.pending_roll is not None else ""
    return jsonify({"watched": server.watcher.source is camera, "asked": asked})


def _camera_of(seat: Seat, server: Server) -> PhoneCamera:
    """Return the phone's camera; add it if it is new. Raise RequestRefused if there are too many phones."""
    _ = request_translator()
    key = f"phone {seat.token[:16]}"
    camera = server.sources.phone_cameras.get(key)
    if camera is None:
        name = _("{player}'s phone").format(player=seat.player) if seat.player else _("a phone")
        camera = server.sources.add_phone(key, PhoneCamera(name), MAX_PHONES)
        if camera is None:
            text = message("Enough phones are offering their cameras already; stop one of them first.")
            raise RequestRefused("lenses", text)
        server.session.invalidate()
    return camera


@blueprint.post("/lens/watch")
def watch() -> Answer | tuple[Response, int]:
    """Use the phone camera with the key `source` from now on, or no camera if `source` is "none"."""
    server, key = this_server(), request.form.get("source", "")
    if key != "none" and key not in server.sources.phone_cameras:
        text = message("That phone no longer offers its camera; open its page again.")
        raise RequestRefused("no-camera", text, status=422)
    try:
        server.sources.choose(key)
    except SourceUnavailable as unavailable:
        raise RequestRefused("no-camera", "{reason}", status=422, reason=unavailable) from unavailable
    server.session.invalidate()
    return redirect("/seats", 303)
