"""Calibrating the dice on the page: look, confirm the colours, keep. Only at the table's own computer."""

import secrets
import threading
from collections.abc import Iterator

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.storage.calibrations import Calibration, calibration_name, current_second
from companion.web.camera.camera_settings import PendingCalibration
from companion.web.camera.dice_reader import READ_SIDES
from companion.web.camera.intake import UnreadableDice
from companion.web.camera.pictures import encode_jpeg, shrink
from companion.web.camera.watcher import DiceWatcher
from companion.web.http.client_address import from_this_computer
from companion.web.http.refusal import RequestRefused
from companion.web.http.request_language import request_translator
from companion.web.presenters.setup.calibration import present_calibration
from companion.web.tables.request_context import this_server
from sheets.language import message
from vision.dice.calibration import CalibrationError, CalibrationProposal, calibrate, propose_when_still
from vision.frames.image import Image
from vision.frames.source import Frame
from vision.reading import COLOUR_ORDER, Colour

blueprint = Blueprint("calibration", __name__)

MAX_WAIT_SECONDS = 10.0
"""Time within which the dice must lie still, in seconds."""
PORTRAIT_PIXELS = 176
"""Side of a die's picture."""
MAX_SIDE_PIXELS = 960
"""Longer side of the whole picture as it is sent, in pixels."""

_looking = threading.Lock()
"""A lock, so that one device looks at a time, which takes a core."""


@blueprint.before_request
def check_address() -> None:
    """Refuse devices elsewhere: a person who calibrates the dice must see them."""
    if not from_this_computer():
        text = message("The camera can only be calibrated at the table's own computer; do it there.")
        raise RequestRefused("here", text, status=403)


@blueprint.get("/calibrate")
def page() -> str:
    """The camera's picture, or what was seen in it; and what is known of other cameras' dice."""
    return _page()


def _page(problem: str = "") -> str:
    watcher, pending = this_server().watcher, _pending()
    sides, lessons = _sides(watcher), watcher.reader.lessons
    page = present_calibration(
        watcher.source.name if watcher.source else "",
        sides,
        (pending.token, pending.proposal) if pending else None,
        watcher.reader.calibrations.all(),
        is_known=watcher.known(sides) is not None,
        problem=problem,
        lessons=[each for each in lessons.kept if each.sides == sides],
        lessons_help=sides in READ_SIDES and lessons.adaptation(sides) is not None,
    )
    return render_template("setup/calibrate.html", page=page)


@blueprint.post("/calibrate/look")
def look() -> Answer | tuple[str, int]:
    """Wait until the dice lie still before the camera, and show them."""
    server = this_server()
    source = server.watcher.source
    if source is None:
        raise RequestRefused(
            "no-camera", message("No camera watches the dice; choose one when you begin a game.")
        )
    server.pending_calibration = None
    if _sides(server.watcher) not in READ_SIDES:
        return _page(UnreadableDice(_sides(server.watcher)).in_language(request_translator())), 422
    if not _looking.acquire(blocking=False):
        raise RequestRefused("busy", message("The camera is already looking at the dice; wait a moment."))
    try:
        proposal = _propose(server.watcher)
    except CalibrationError as problem:
        return _page(problem.in_language(request_translator())), 422
    finally:
        _looking.release()
    server.pending_calibration = PendingCalibration(
        secrets.token_urlsafe(8), calibration_name(source.name), proposal
    )
    return redirect("/calibrate", 303)


def _propose(watcher: DiceWatcher) -> CalibrationProposal:
    """The proposal of the camera once the dice lie still. Raises CalibrationError."""
    table, sides = watcher.session.table, _sides(watcher)
    return propose_when_still(
        _frames(watcher),
        sides=sides,
        removed=table.position.removed if table else (),
        known=watcher.known(sides),
        wait=MAX_WAIT_SECONDS,
    )


@blueprint.post("/calibrate/keep")
def keep() -> Answer | tuple[str, int]:
    """Keep these dice; `colour-0` and so on: the colour of each in the game."""
    pending = _pending()
    if pending is None or request.form.get("seen") != pending.token:
        raise RequestRefused("gone", message("That picture is no longer here; look at the dice again."))
    colours = _chosen_colours(pending.proposal)
    try:
        known = calibrate(pending.proposal.recoloured(colours))
    except CalibrationError as problem:
        return _page(problem.in_language(request_translator())), 422
    server = this_server()
    server.watcher.reader.calibrations.save(Calibration(pending.camera, current_second(), known))
    server.pending_calibration = None
    _reload_calibrated_dice()
    return redirect("/calibrate", 303)


def _chosen_colours(proposal: CalibrationProposal) -> dict[int, Colour]:
    """The colour of each die, by its index, as the form says. Raises RequestRefused."""
    colours: dict[int, Colour] = {}
    for index in range(len(proposal.dice)):
        colour = request.form.get(f"colour-{index}", "")
        if colour not in proposal.places:
            raise RequestRefused("colour", message("Say for each die what it is in the game."), status=422)
        colours[index] = COLOUR_ORDER[COLOUR_ORDER.index(colour)]
    return colours


@blueprint.post("/calibrate/again")
def discard() -> Answer:
    """Discard the picture, because a person said that it is not right."""
    this_server().pending_calibration = None
    return redirect("/calibrate", 303)


@blueprint.post("/calibrate/forget")
def delete() -> Answer:
    """Delete what was calibrated for the camera called `name`."""
    if not this_server().watcher.reader.calibrations.delete(request.form.get("name", "")[:200]):
        raise RequestRefused("gone", message("No dice are calibrated under that name."), status=404)
    _reload_calibrated_dice()
    return redirect("/calibrate", 303)


@blueprint.post("/calibrate/lessons/forget")
def delete_lessons() -> Answer:
    """Delete all lessons of this table."""
    if not this_server().watcher.reader.lessons.forget():
        raise RequestRefused("gone", message("This table has no lessons any more."), status=404)
    this_server().session.invalidate()
    return redirect("/calibrate", 303)


@blueprint.get("/calibrate/lessons/<name>.png")
def lesson_picture(name: str) -> Answer:
    """The picture of one lesson."""
    data = this_server().watcher.reader.lessons.picture(name)
    if data is None:
        raise RequestRefused("nothing-here", message("This picture is not stored."), status=404)
    return Response(data, mimetype="image/png")


def _reload_calibrated_dice() -> None:
    this_server().watcher.reader.reload()


@blueprint.get("/calibrate/<token>.jpg")
def picture(token: str) -> Answer:
    """The picture in which the dice were seen."""
    return _jpeg(shrink(_proposal(token).image, MAX_SIDE_PIXELS))


@blueprint.get("/calibrate/<token>/<int:index>.jpg")
def portrait(token: str, index: int) -> Answer:
    """One of its dice."""
    proposal = _proposal(token)
    if index >= len(proposal.dice):
        raise RequestRefused("nothing-here", message("There is no such die."), status=404)
    return _jpeg(proposal.portrait(index, PORTRAIT_PIXELS))


def _proposal(token: str) -> CalibrationProposal:
    """The proposal of that token. Raises RequestRefused."""
    pending = _pending()
    if pending is None or pending.token != token:
        raise RequestRefused("nothing-here", message("This picture is not stored."), status=404)
    return pending.proposal


def _pending() -> PendingCalibration | None:
    """The pending proposal of this table, if it is of the camera that is watched now."""
    server = this_server()
    pending, source = server.pending_calibration, server.watcher.source
    return pending if pending and source and pending.camera == calibration_name(source.name) else None


def _sides(watcher: DiceWatcher) -> int:
    table = watcher.session.table
    return table.game.pad.sides if table else 6


def _frames(watcher: DiceWatcher) -> Iterator[Frame]:
    """The camera's frames as they come, until none comes soon."""
    number = 0
    while (frame := watcher.newer(number)) is not None:
        number = frame.number
        yield frame


def _jpeg(image: Image) -> Answer:
    return Response(encode_jpeg(image, 88), mimetype="image/jpeg")
