"""Learning the dice on the page: look, say which is which, keep. Only at the table's own computer."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, current_app, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.storage.calibrations import Calibration, calibration_name, current_second
from companion.web.camera.pictures import encode_jpeg, shrink
from companion.web.camera.watcher import DiceWatcher
from companion.web.server.client_address import from_this_computer
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_context import hosted_table, table_server
from companion.web.server.request_language import request_translator
from sheets.language import message
from vision.dice.assignment import COLOUR_ORDER
from vision.dice.enrollment import EnrollmentError, EnrollmentProposal, enroll, propose_when_still
from vision.dice.known_dice import hue
from vision.frames.image import Image
from vision.frames.source import Frame
from vision.reading import COLOURS, Colour

blueprint = Blueprint("calibrating", __name__)

MAX_WAIT_SECONDS = 10.0
"""Within which the dice must be seen lying still."""
PORTRAIT_PIXELS = 176
"""Side of a die's picture."""
MAX_SIDE_PIXELS = 960
"""The longer side of the whole picture as it is sent."""
NAMED: dict[Colour, str] = {
    "white": message("white"),
    "red": message("red"),
    "yellow": message("yellow"),
    "green": message("green"),
    "blue": message("blue"),
}
"""The colours as a person chooses them."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What was seen and waits for somebody to say whether it is right; `place`: the table's code."""

    token: str
    place: str
    camera: str
    proposal: EnrollmentProposal


_looking = threading.Lock()
"""One look at a time: it takes a core."""


def _all_shown() -> dict[str, Shown]:
    """What waits at each table, by its code."""
    found = current_app.extensions.setdefault("calibrating", {})
    assert isinstance(found, dict)
    return found


@blueprint.before_request
def check_here() -> None:
    """Refuse those who do not sit at this computer: whoever learns the dice must see them."""
    if not from_this_computer():
        text = message("Dice are learnt at the table's own computer; go there.")
        raise RequestRefused("here", request_translator()(text), status=403)


@blueprint.get("/calibrate")
def page(problem: str = "") -> str:
    """The camera's picture, or what was seen in it; and what is known of other cameras' dice."""
    hosted = hosted_table()
    watcher, shown = hosted.watcher, _here()
    kept = watcher.reader.calibrations.all()
    sides = _sides(watcher)
    camera = calibration_name(watcher.source.name) if watcher.source else ""
    return render_template(
        "calibrate.html",
        camera=watcher.source.name if watcher.source else "",
        sides=sides,
        shown=shown,
        size=_size(shown.proposal) if shown else (0, 0),
        colours=[(colour, NAMED[colour]) for colour in COLOURS if shown and colour in shown.proposal.places],
        known=watcher.known(sides) is not None,
        kept=[(each, each.name == camera, [_hex(die.tone) for die in each.known.dice]) for each in kept],
        problem=problem,
        hex=_hex,
    )


@blueprint.post("/calibrate/look")
def look() -> Answer | tuple[str, int]:
    """Wait until the dice lie still before the camera, and show what is seen."""
    hosted, _ = hosted_table(), request_translator()
    watcher = hosted.watcher
    if watcher.source is None:
        raise RequestRefused(
            "no-camera", _("No camera watches the dice; choose one where a game begins."), status=409
        )
    _forget_shown(hosted.code)
    if not _looking.acquire(blocking=False):
        raise RequestRefused(
            "busy", _("The dice are being looked at already; wait for a moment."), status=409
        )
    try:
        table = hosted.room.table
        removed = table.position.removed if table else ()
        proposal = propose_when_still(
            _frames(watcher),
            sides=_sides(watcher),
            removed=removed,
            known=watcher.known(_sides(watcher)),
            wait=MAX_WAIT_SECONDS,
        )
    except EnrollmentError as problem:
        return page(problem.in_language(_)), 422
    finally:
        _looking.release()
    found = Shown(secrets.token_urlsafe(8), hosted.code, calibration_name(watcher.source.name), proposal)
    _all_shown()[hosted.code] = found
    return redirect("/calibrate", 303)


@blueprint.post("/calibrate/keep")
def keep() -> Answer | tuple[str, int]:
    """These are the dice: `colour-0` and on say what each is called in the game."""
    shown, _ = _here(), request_translator()
    watcher = hosted_table().watcher
    if shown is None or request.form.get("seen") != shown.token:
        raise RequestRefused("gone", _("That picture is no longer here; look at the dice again."), status=409)
    chosen: dict[int, Colour] = {}
    for index in range(len(shown.proposal.dice)):
        colour = request.form.get(f"colour-{index}", "")
        if colour not in shown.proposal.places:
            raise RequestRefused("colour", _("Say of each die what it is in the game."), status=422)
        chosen[index] = COLOUR_ORDER[COLOUR_ORDER.index(colour)]
    try:
        known = enroll(shown.proposal.recoloured(chosen))
    except EnrollmentError as problem:
        return page(problem.in_language(_)), 422
    watcher.reader.calibrations.save(Calibration(shown.camera, current_second(), known))
    _forget_shown(shown.place)
    _tell_all()
    return redirect("/calibrate", 303)


@blueprint.post("/calibrate/again")
def again() -> Answer:
    """That is not right: forget the picture."""
    _forget_shown(hosted_table().code)
    return redirect("/calibrate", 303)


@blueprint.post("/calibrate/forget")
def forget() -> Answer:
    """Forget what was learnt before the camera called `name`."""
    watcher = hosted_table().watcher
    if not watcher.reader.calibrations.delete(request.form.get("name", "")[:200]):
        raise RequestRefused(
            "gone", request_translator()(message("Nothing is known under that name.")), status=404
        )
    _tell_all()
    return redirect("/calibrate", 303)


@blueprint.get("/calibrate/<token>.jpg")
def picture(token: str) -> Answer:
    """The picture in which the dice were seen."""
    image = _of(token).proposal.image
    return _jpeg(shrink(image, MAX_SIDE_PIXELS))


@blueprint.get("/calibrate/<token>/<int:index>.jpg")
def portrait(token: str, index: int) -> Answer:
    """One of its dice."""
    proposal = _of(token).proposal
    if index >= len(proposal.dice):
        raise RequestRefused(
            "nothing-here", request_translator()(message("There is no such die.")), status=404
        )
    return _jpeg(proposal.portrait(index, PORTRAIT_PIXELS))


def _of(token: str) -> Shown:
    shown = _here()
    if shown is None or shown.token != token:
        raise RequestRefused(
            "nothing-here", request_translator()(message("This picture is not kept.")), status=404
        )
    return shown


def _here() -> Shown | None:
    """What waits at the table at which the asking device sits."""
    hosted = hosted_table()
    shown = _all_shown().get(hosted.code)
    return (
        shown
        if shown and hosted.watcher.source and shown.camera == calibration_name(hosted.watcher.source.name)
        else None
    )


def _forget_shown(code: str) -> None:
    _all_shown().pop(code, None)


def _tell_all() -> None:
    """Every table's watcher looks again at what is known."""
    for hosted in table_server().tables.values():
        hosted.watcher.reader.reload()


def _sides(watcher: DiceWatcher) -> int:
    table = watcher.room.table
    return table.game.pad.sides if table else 6


def _frames(watcher: DiceWatcher) -> Iterator[Frame]:
    """The camera's frames as they come; the end of them where none does."""
    number = 0
    while (frame := watcher.newer(number)) is not None:
        number = frame.number
        yield frame


def _size(proposal: EnrollmentProposal) -> tuple[int, int]:
    return (proposal.image.shape[1], proposal.image.shape[0])


def _hex(tone: tuple[float, float, float]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*hue(tone))


def _jpeg(image: Image) -> Answer:
    return Response(encode_jpeg(image, 88), mimetype="image/jpeg")
