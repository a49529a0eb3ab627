"""Dice lessons: players confirm a photo of all six dice, from which the dice reader learns."""

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.storage.private_files import NotKept
from companion.web.access.request_context import this_server
from companion.web.access.rights import allow
from companion.web.camera.dice_reader import READ_SIDES
from companion.web.camera.intake import OTHER_SIDES, UnreadableDice
from companion.web.camera.photo_store import crop_around, encode_jpeg, enlarge, shrink
from companion.web.camera.table_lessons import DicePhoto, WrongSet
from companion.web.layout.forms import whole_number
from companion.web.layout.game.names import COLOUR_NAMES
from companion.web.server.client_address import from_this_computer
from companion.web.server.refusal import RequestRefused
from companion.web.server.request_language import request_translator
from sheets.errors import BadInput
from sheets.language import message
from vision.frames.image import Image

blueprint = Blueprint("dice_lessons", __name__)

NO_CAMERA = message("No camera watches the dice; choose one when you begin a game.")
NO_PICTURE = message("There is no picture from the camera now; look at its cable, then take the photo again.")
DIE_OPEN = message("Say for each die what it shows; missing: die {number}.")
NOT_STORED = message("This picture is not stored.")
PORTRAIT_SCALE = 1.4
"""Side of a die's portrait, as a multiple of the longer side of the die's box."""
PORTRAIT_PIXELS = 176
MAX_SIDE_PIXELS = 960
"""Photos are shrunk to this length of the longer side before they are sent."""


@blueprint.before_request
def check_address() -> None:
    """Raise RequestRefused unless the request comes from the table's own computer."""
    if not from_this_computer():
        text = message("Show the camera your dice at the table's own computer.")
        raise RequestRefused("here", text, status=403)


@blueprint.get("/dice-lessons")
@allow("table")
def page() -> str:
    """Show the camera's picture, or the photo that waits for confirmation, and the lessons."""
    return _page()


def _page(problem: BadInput | None = None) -> str:
    server = this_server()
    source, lessons, sides = server.watcher.source, server.watcher.reader.lessons, _sides()
    kept = [each for each in lessons.kept if each.sides == sides]
    return render_template(
        "pages/devices/camera/dice_lessons.html",
        camera=source.name if source else "",
        sides=sides,
        photo=server.dice_photo,
        sent=request.form,
        colours=COLOUR_NAMES,
        problem=problem.in_language(request_translator()) if problem else "",
        lessons=kept[::-1],
        lessons_help=sides in READ_SIDES and lessons.adaptation(sides) is not None,
    )


@blueprint.post("/dice-lessons/photo")
def photograph() -> Answer | tuple[str, int]:
    """Take a photo of the dice with the camera, and show it for confirmation."""
    server, sides = this_server(), _sides()
    server.dice_photo = None
    if sides not in READ_SIDES:
        return _page(UnreadableDice(OTHER_SIDES, sides=sides)), 422
    try:
        photo = server.watcher.photograph(sides)
    except WrongSet as problem:
        return _page(problem), 422
    if photo is None:
        text = NO_CAMERA if server.watcher.source is None else NO_PICTURE
        raise RequestRefused("no-camera", text)
    server.dice_photo = photo
    return redirect("/dice-lessons", 303)


@blueprint.post("/dice-lessons/confirm")
def confirm() -> Answer | tuple[str, int]:
    """Learn from the colours and values that the user confirmed (fields `colour-0`, `value-0` and so on)."""
    server = this_server()
    photo = server.dice_photo
    if photo is None or request.form.get("photo") != photo.name:
        raise RequestRefused("gone", message("That picture is no longer here; take the photo again."))
    try:
        server.watcher.reader.lessons.confirm(photo, _truths(photo))
    except (WrongSet, NotKept) as problem:
        return _page(problem), 422
    server.dice_photo = None
    server.session.invalidate()
    return redirect("/dice-lessons", 303)


def _truths(photo: DicePhoto) -> list[tuple[str, int]]:
    truths = []
    for index in range(len(photo.dice)):
        value = whole_number(request.form.get(f"value-{index}", ""), max_digits=1)
        if value is None or not 1 <= value <= photo.sides:
            raise WrongSet(DIE_OPEN, number=index + 1)
        truths.append((request.form.get(f"colour-{index}", ""), value))
    return truths


@blueprint.post("/dice-lessons/again")
def discard() -> Answer:
    """Discard the photo that waits for confirmation."""
    this_server().dice_photo = None
    return redirect("/dice-lessons", 303)


@blueprint.post("/dice-lessons/forget")
def delete_lessons() -> Answer:
    """Delete all lessons of this table."""
    if not this_server().watcher.reader.lessons.forget():
        raise RequestRefused("gone", message("This table has no lessons any more."), status=404)
    this_server().session.invalidate()
    return redirect("/dice-lessons", 303)


@blueprint.get("/dice-lessons/<name>.png")
@allow("table")
def lesson_picture(name: str) -> Answer:
    """Send the picture of one lesson."""
    data = this_server().watcher.reader.lessons.picture(name)
    if data is None:
        raise RequestRefused("nothing-here", NOT_STORED, status=404)
    return Response(data, mimetype="image/png")


@blueprint.get("/dice-lessons/<name>.jpg")
@allow("table")
def picture(name: str) -> Answer:
    """Send the photo that waits for confirmation."""
    return _jpeg(shrink(_photo(name).image, MAX_SIDE_PIXELS)[0])


@blueprint.get("/dice-lessons/<name>/<int:index>.jpg")
@allow("table")
def portrait(name: str, index: int) -> Answer:
    """Send a magnified crop of one die in the photo that waits for confirmation."""
    photo = _photo(name)
    if index >= len(photo.dice):
        raise RequestRefused("nothing-here", message("There is no such die."), status=404)
    return _jpeg(enlarge(crop_around(photo.image, photo.dice[index].box, PORTRAIT_SCALE), PORTRAIT_PIXELS))


def _photo(name: str) -> DicePhoto:
    photo = this_server().dice_photo
    if photo is None or photo.name != name:
        raise RequestRefused("nothing-here", NOT_STORED, status=404)
    return photo


def _sides() -> int:
    table = this_server().session.table
    return table.game.pad.sides if table else 6


def _jpeg(image: Image) -> Answer:
    return Response(encode_jpeg(image, 88), mimetype="image/jpeg")
